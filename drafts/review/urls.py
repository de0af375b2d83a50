from django.urls import path

from drafts.review import deeds
from drafts.review.draft import draft
from drafts.review.handed import handed_page
from drafts.review.moves import moves
from drafts.review.paste import paste
from drafts.review.queue import queue
from drafts.review.record import record

urlpatterns = [
    path("", queue, name="queue"),
    path("paste/", paste, name="paste"),
    path("record/", record, name="record"),
    path("moves/<int:pk>/", moves, name="moves"),
    path("<int:pk>/", draft, name="draft"),
    path("<int:pk>/scores/", deeds.scores, name="draft_scores"),
    path("<int:pk>/save/", deeds.save, name="draft_save"),
    path("<int:pk>/read/", deeds.read, name="draft_read"),
    path("<int:pk>/approve/", deeds.approve, name="draft_approve"),
    path("<int:pk>/undo/", deeds.undo, name="draft_undo"),
    path("<int:pk>/handed/", handed_page, name="draft_handed"),
    path("<int:pk>/handed/decide/", deeds.handed_by_hand, name="draft_handed_by_hand"),
    path("<int:pk>/reject/", deeds.reject, name="draft_reject"),
    path("<int:pk>/again/", deeds.again, name="draft_again"),
    path("<int:pk>/retry/", deeds.retry, name="draft_retry"),
]
