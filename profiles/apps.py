from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "profiles"
    verbose_name = "Voices"

    def ready(self):
        from profiles import secrets  # noqa: F401 - registers its checks
