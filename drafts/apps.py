from django.apps import AppConfig


class DraftsConfig(AppConfig):
    name = "drafts"
    verbose_name = "Drafts and knowledge"

    def ready(self):
        from drafts import checks  # noqa: F401 - registers itself
        from profiles.signals import profile_built

        profile_built.connect(queue_waiting, dispatch_uid="drafts that waited for a profile")


def queue_waiting(sender, rep_id: int, **kwargs) -> None:
    """Imported when it happens: it brings the whole pipeline and spaCy, which most commands never need."""
    from drafts import waiting

    waiting.queue_waiting(sender, rep_id, **kwargs)
