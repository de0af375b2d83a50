from django.apps import AppConfig


class DraftsConfig(AppConfig):
    name = "drafts"
    verbose_name = "Drafts and knowledge"

    def ready(self):
        from drafts import checks  # noqa: F401 - registers itself
        from profiles.signals import profile_built, words_asked_for

        profile_built.connect(queue_waiting, dispatch_uid="drafts that waited for a profile")
        words_asked_for.connect(own_words, dispatch_uid="what a rep wrote by hand of late")


def queue_waiting(sender, rep_id: int, **kwargs) -> None:
    """Imported when it happens: it brings the whole pipeline and spaCy, which most commands never need."""
    from drafts import waiting

    waiting.queue_waiting(sender, rep_id, **kwargs)


def own_words(sender, **asked) -> tuple[str, ...]:
    from drafts import recent

    return recent.own_words(sender, **asked)
