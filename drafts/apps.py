from django.apps import AppConfig


class DraftsConfig(AppConfig):
    name = "drafts"
    verbose_name = "Drafts and knowledge"

    def ready(self):
        from drafts.waiting import queue_waiting
        from profiles.signals import profile_built

        profile_built.connect(queue_waiting, dispatch_uid="drafts that waited for a profile")
