from django.apps import AppConfig
from django_rq.apps import DjangoRqAdminConfig


class VoicedeskConfig(AppConfig):
    name = "voicedesk"
    verbose_name = "VoiceDesk"

    def ready(self):
        from voicedesk import checks  # noqa: F401 - registers itself


class QueuesConfig(DjangoRqAdminConfig):
    """The pages of the job queues under a name that says what they are; the admin's menu goes by name, so it is the last."""

    verbose_name = "Work queues"
