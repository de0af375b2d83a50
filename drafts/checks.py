"""Settings that can only be wrong together are found at the start, not at the first draft."""

from django.conf import settings
from django.core.checks import Error, register


@register()
def model_endpoint_is_usable(app_configs, **kwargs):
    """The model's address, clock and spending limit fit each other and the job's time."""
    if not settings.OPENAI_BASE_URL:
        return []
    from drafts.writing import endpoint  # brings the whole pipeline, which most commands never need

    try:
        endpoint(0)
    except ValueError as error:
        return [Error(str(error), hint="See docs/model.md for what the OPENAI_ settings mean.", id="drafts.E001")]
    return []
