#!/usr/bin/env python
import os
import secrets
import sys

FILES_ONLY = {"evaluate", "bench", "makemessages", "help", "version"}
"""Commands that work on files: they need neither a secret nor a database, and get a key that dies with them."""


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "voicedesk.settings")
    if sys.argv[1:2] and sys.argv[1] in FILES_ONLY:
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
        os.environ.setdefault("DATABASE_URL", "none:")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
