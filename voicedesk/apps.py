from django.apps import AppConfig


class VoicedeskConfig(AppConfig):
    name = "voicedesk"
    verbose_name = "VoiceDesk"

    def ready(self):
        from voicedesk import checks  # noqa: F401 - registers itself
