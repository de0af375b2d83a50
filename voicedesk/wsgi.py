import os

from django.core.wsgi import get_wsgi_application
from django.urls import resolve

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "voicedesk.settings")
application = get_wsgi_application()
resolve("/healthz")  # imports every page now: before the server forks, and not while the first visitor waits
