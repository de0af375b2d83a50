from django.apps import AppConfig


class VoicedeskConfig(AppConfig):
    name = "voicedesk"
    verbose_name = "VoiceDesk"
