"""Settings of signing in that would open the door too wide, found at the start."""

from django.conf import settings
from django.core.checks import Error, register

ANYBODYS = frozenset({"", "common", "organizations", "consumers"})
"""What Microsoft calls sign-in from any directory: whoever runs one writes the addresses in it."""


@register()
def microsoft_names_a_directory(app_configs, **kwargs):
    if "microsoft" not in settings.SSO_PROVIDERS:
        return []
    (app,) = settings.SOCIALACCOUNT_PROVIDERS["microsoft"]["APPS"]
    if app["settings"]["tenant"].lower() not in ANYBODYS:
        return []
    return [
        Error(
            "MICROSOFT_TENANT does not name a directory of yours.",
            hint="Set it to your directory's id or domain: in any other, somebody could give their account the address of one of yours.",
            id="voicedesk.E001",
        )
    ]
