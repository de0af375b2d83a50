from django.urls import path

from profiles.pages.beside import sets_beside
from profiles.pages.imports import import_detail, import_go_on
from profiles.pages.voice import my_voice, voice_profile

urlpatterns = [
    path("mine/", my_voice, name="my_voice"),
    path("<int:pk>/", voice_profile, name="voice_profile"),
    path("sets/<int:pk>/beside/", sets_beside, name="sets_beside"),
    path("imports/<int:pk>/", import_detail, name="import_detail"),
    path("imports/<int:pk>/go-on/", import_go_on, name="import_go_on"),
]
