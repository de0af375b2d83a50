"""One file of settings. Everything that differs between a laptop and production comes from the environment (.env.example)."""

import sys
from pathlib import Path

from django.utils.csp import CSP

from voicedesk import env

BASE_DIR = Path(__file__).resolve().parent.parent

# --- what must be said ---
SECRET_KEY = env.text("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
SECRETS_KEYS = env.words("SECRETS_KEYS")
"""Keys that mailbox secrets are sealed with, the newest first (profiles/secrets.py). Empty: one made of SECRET_KEY."""
DEBUG = env.flag("DEBUG")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
HTTPS = env.flag("HTTPS", default=False)
"""True behind TLS: secure cookies, HSTS and the redirect to https."""

SSO_PROVIDERS = [name for name in ("google", "microsoft") if env.text(f"{name.upper()}_CLIENT_ID", "")]

# --- parts ---
INSTALLED_APPS = [
    "voicedesk.apps.VoicedeskConfig",
    "drafts",
    "profiles",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "voicedesk.apps.QueuesConfig",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    *(f"allauth.socialaccount.providers.{name}" for name in SSO_PROVIDERS),
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "voicedesk.middleware.UnreadableMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "voicedesk.middleware.QueueAwayMiddleware",
    "voicedesk.middleware.PrivatePagesMiddleware",
    "voicedesk.middleware.ReaderZoneMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "voicedesk.middleware.SecondFactorMiddleware",
    "voicedesk.middleware.VisibleMarksMiddleware",
]
ROOT_URLCONF = "voicedesk.urls"
WSGI_APPLICATION = "voicedesk.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "voicedesk.navigation.navigation",
            ],
        },
    },
]

# --- where things are kept ---
DATABASES = {"default": found} if (found := env.database("DATABASE_URL")) else {}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.text("REDIS_URL", "redis://127.0.0.1:6379/0")
DRAFT_JOB_SECONDS = int(env.number("DRAFT_JOB_SECONDS", 180, low=10, high=3600))
CLAIM_SECONDS = int(env.number("CLAIM_SECONDS", DRAFT_JOB_SECONDS + 30, low=1))
"""How long a worker may hold a draft before another may take it up: longer than its job may run."""
RQ_QUEUES = {
    name: {
        "URL": REDIS_URL,
        "DEFAULT_TIMEOUT": seconds,
        "DEFAULT_RESULT_TTL": 600,
        "REDIS_CLIENT_KWARGS": {"socket_connect_timeout": 3},
    }
    for name, seconds in {"drafts": DRAFT_JOB_SECONDS, "profiles": 900, "mail": 3600}.items()
}
RQ = {"COMMIT_MODE": "on_db_commit", "WORKER_CLASS": "voicedesk.worker.WarmWorker"}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "voicedesk",
        "OPTIONS": {"socket_timeout": 3, "socket_connect_timeout": 3},
    }
}

# --- who comes in ---
AUTH_USER_MODEL = "profiles.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = False  # or "remember me" would mean three weeks
ACCOUNT_ADAPTER = "voicedesk.accounts.ClosedAccountAdapter"
SOCIALACCOUNT_ADAPTER = "voicedesk.accounts.DomainSocialAccountAdapter"
SOCIALACCOUNT_ONLY = False
SSO_DOMAINS = [domain.lower() for domain in env.words("SSO_DOMAINS")]
"""Mail domains whose people may sign in with Google or Microsoft. Empty: nobody may."""
SSO_APPS = {
    "google": {"settings": {}},
    # Whose directory it is has to be said: any other could put somebody else's address into an account of its own.
    "microsoft": {"settings": {"tenant": env.text("MICROSOFT_TENANT", ""), "verified_email": SSO_DOMAINS}},
}
SOCIALACCOUNT_PROVIDERS = {
    name: {
        "APPS": [
            {
                "client_id": env.text(f"{name.upper()}_CLIENT_ID"),
                "secret": env.text(f"{name.upper()}_CLIENT_SECRET"),
                **SSO_APPS[name],
            }
        ]
    }
    for name in SSO_PROVIDERS
}
MFA_ADAPTER = "voicedesk.accounts.SealingMFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
SECOND_FACTOR = env.one_of("SECOND_FACTOR", ("optional", "ops", "all"))
"""Who has to have one."""
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"
"""Behind TLS a name that no other host of the domain can set."""

# --- what the browser may do ---
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [
        CSP.SELF,
        *(["https://accounts.google.com", "https://login.microsoftonline.com"] if SOCIALACCOUNT_PROVIDERS else []),
    ],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
BEHIND_PROXY = env.flag("BEHIND_PROXY")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
"""The limits of signing in count by the address the proxy saw; without one, by the address that called."""

# --- words, times, files ---
LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or "pytest" in sys.modules
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_AUTOREFRESH = DEBUG or "pytest" in sys.modules
"""A file is looked for when it is asked for. Otherwise all are looked through at the start, which for a test client is each test."""
UPLOAD_LIMIT_MB = int(env.number("UPLOAD_LIMIT_MB", 200, low=1))
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# --- mail that leaves ---
HAND_OVER = env.one_of("HAND_OVER", ("none", "smtp", "imap"))
"""What approval does: ``none`` keeps the text on the desk to copy, ``smtp`` sends it from the rep's address, ``imap`` puts it in
the Drafts folder of the rep's own mailbox (where they have one)."""
UNDO_SECONDS = int(env.number("UNDO_SECONDS", 10, low=0, high=600))
"""How long an approval may be taken back; nothing is handed over before."""
IMAP_TIMEOUT = env.number("IMAP_TIMEOUT", 20, low=1, high=300)
DELIVERY_TRIES = int(env.number("DELIVERY_TRIES", 5, low=1))
AUTHSERV_IDS = env.words("AUTHSERV_IDS")
"""Names under which our mail servers report (Authentication-Results). What says it is from the rep counts as theirs only where
one of these vouches for it, or where it never passed through a server: then it is from their own outbox."""
DRAFT_WITHIN_DAYS = int(env.number("DRAFT_WITHIN_DAYS", 14, low=1))
"""A prospect's mail older than this when it is read is kept, but nothing is drafted for it."""
RETENTION_DAYS = int(env.number("RETENTION_DAYS", 0, low=0))
"""Mail text of threads on which nothing waits and nothing happened for so long is erased at night. 0: it is kept."""
SMTP = {
    "host": env.text("SMTP_HOST", "localhost"),
    "port": int(env.number("SMTP_PORT", 25, low=1, high=65535)),
    "username": env.text("SMTP_USER", ""),
    "password": env.text("SMTP_PASSWORD", ""),
    "use_tls": env.flag("SMTP_TLS"),
    "timeout": 20,
}
"""Where approved replies and reminders go out."""
MAILERS = {
    "default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": SMTP}
    if env.text("SMTP_HOST", "")
    else {"BACKEND": "django.core.mail.backends.console.EmailBackend"}
}
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "voicedesk@localhost")

# --- the model writer: off until an endpoint is named ---
OPENAI_BASE_URL = env.text("OPENAI_BASE_URL", "")
OPENAI_API_KEY = env.text("OPENAI_API_KEY", "")
OPENAI_MODEL = env.text("OPENAI_MODEL", "")
OPENAI_TIMEOUT = env.number("OPENAI_TIMEOUT", 40, low=1, high=600)
OPENAI_DAILY_LIMIT = env.number("OPENAI_DAILY_LIMIT", 0)
"""What a team may spend on the model in a day, in the currency of the prices; 0: no limit."""
OPENAI_PRICES = (env.number("OPENAI_PRICE_IN", 0), env.number("OPENAI_PRICE_OUT", 0))
"""Money for a million tokens in, and out."""

# --- what is written down: never a word of anybody's mail ---
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO")},
}
SILENCED_SYSTEM_CHECKS = ["models.W039", "models.W040"]
"""Asked of commands that have no database: the indexes are PostgreSQL's, and so are all our databases."""
