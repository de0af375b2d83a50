import os
from contextlib import suppress

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import DatabaseError, connection
from django.urls import resolve

from profiles.embedding import embed
from profiles.language import parse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "voicedesk.settings")
application = get_wsgi_application()
if not settings.DEBUG:
    # The first text a rep types must not wait for the models: they are loaded before the server forks, too.
    parse("Ready.")
    embed(["Ready."])
    from drafts import warm

    with suppress(DatabaseError):  # a server may start before its database; its workers learn the desks later
        warm.desks()
    connection.close()  # a connection must not have two users after the fork
resolve("/healthz")  # imports every page now: before the server forks, and not while the first visitor waits
