"""Secrets of others, such as mailbox passwords and tokens: encrypted before they reach the database, shown to nobody.

    class Mailbox(models.Model):
        password = SecretField(blank=True)

    box.password = "as typed"      # sealed at once: the plain text stays on no object
    box.password.reveal()          # where it is used, and nowhere else

Keys are named by ``SECRETS_KEYS``, the newest first: the first seals, all open. To change one, put a new key in front,
restart, run ``manage.py rotate_secrets``, and drop the old key. Without ``SECRETS_KEYS`` a key made of ``SECRET_KEY`` is used.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django import forms
from django.apps import apps
from django.conf import settings
from django.core import checks
from django.core.exceptions import FieldError
from django.db import models, transaction
from django.db.models.query_utils import DeferredAttribute

PURPOSE = b"voicedesk secret"


class SecretUnreadable(Exception):
    """No key at hand opens this secret: it has to be entered again, or its key put back."""


def _derived(secret_key: str) -> Fernet:
    """A key for installations that name none. One hash is enough: ``SECRET_KEY`` is long and random, not a password."""
    return Fernet(base64.urlsafe_b64encode(hashlib.blake2b(secret_key.encode(), digest_size=32, person=PURPOSE).digest()))


def keyring() -> MultiFernet:
    """The keys, the one that seals first. Those made of ``SECRET_KEY`` open what was sealed before others were named."""
    named = [Fernet(key) for key in settings.SECRETS_KEYS]
    return MultiFernet([*named, *map(_derived, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])])


@dataclass(frozen=True, slots=True)
class Secret:
    """A sealed text. Printing, logging or showing it gives nothing away; an empty one is false."""

    token: str = field(default="", repr=False)

    @classmethod
    def seal(cls, plain: str) -> "Secret":
        return cls(keyring().encrypt(plain.encode()).decode("ascii") if plain else "")

    def reveal(self) -> str:
        """The plain text. Raises SecretUnreadable when none of the keys opens it."""
        if not self.token:
            return ""
        try:
            return keyring().decrypt(self.token.encode()).decode()
        except InvalidToken:
            raise SecretUnreadable("None of the keys in SECRETS_KEYS opens this secret. Enter it again.") from None

    def rotated(self) -> "Secret":
        """The same under the newest key. Raises SecretUnreadable."""
        try:
            return Secret(keyring().rotate(self.token.encode()).decode("ascii")) if self.token else self
        except InvalidToken:
            raise SecretUnreadable("None of the keys in SECRETS_KEYS opens this secret. Enter it again.") from None

    def __bool__(self) -> bool:
        return bool(self.token)

    def __str__(self) -> str:
        return "••••••" if self.token else ""


class _SealingAttribute(DeferredAttribute):
    def __set__(self, instance, value):
        instance.__dict__[self.field.attname] = self.field.to_python(value)


class SecretField(models.TextField):
    """A column of sealed texts. Assigning plain text seals it; reading gives a ``Secret``; it cannot be searched."""

    descriptor_class = _SealingAttribute

    def to_python(self, value) -> Secret | None:
        return value if value is None or isinstance(value, Secret) else Secret.seal(str(value))

    def from_db_value(self, value, expression, connection) -> Secret | None:
        return None if value is None else Secret(value)

    def get_prep_value(self, value):
        sealed = self.to_python(value)
        return None if sealed is None else sealed.token

    def get_lookup(self, name):
        if name != "isnull":
            raise FieldError(
                f"{self.name} is encrypted: the same words are sealed differently each time, so they cannot be found."
            )
        return super().get_lookup(name)

    def value_from_object(self, obj) -> str:
        """Forms start empty: what is stored is never sent to a browser."""
        return ""

    def value_to_string(self, obj) -> str:
        """Fixtures carry it sealed."""
        return getattr(obj, self.attname).token

    def clean(self, value, model_instance) -> Secret:
        sealed = self.to_python(value)
        self.validate(sealed.token, model_instance)
        return sealed

    def save_form_data(self, instance, data):
        """An empty field keeps what is stored: a form that shows nothing must not erase it."""
        if data:
            super().save_form_data(instance, data)

    def formfield(self, **kwargs):
        stored = {"widget": forms.PasswordInput(attrs={"autocomplete": "new-password"}), "required": False, "max_length": 4000}
        return super(models.TextField, self).formfield(**{**kwargs, **stored, "form_class": forms.CharField, "strip": False})


# --- changing keys ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rotation:
    """``sealed`` secrets are under the newest key now; ``unreadable`` names the others as ``app.Model 12 field``."""

    sealed: int
    unreadable: tuple[str, ...]


def secret_fields() -> Iterator[tuple[type[models.Model], SecretField]]:
    for model in apps.get_models():
        for column in model._meta.local_concrete_fields:
            if isinstance(column, SecretField):
                yield model, column


def rotate(columns: Iterable[tuple[type[models.Model], SecretField]] | None = None) -> Rotation:
    """Seal every stored secret with the newest key, row by row; may be stopped and run again."""
    sealed, unreadable = 0, []
    for model, column in secret_fields() if columns is None else columns:
        for pk in model._base_manager.values_list("pk", flat=True).order_by("pk").iterator():
            try:
                sealed += _rotate_one(model, column, pk)
            except SecretUnreadable:
                unreadable.append(f"{model._meta.label} {pk} {column.name}")
    return Rotation(sealed, tuple(unreadable))


@transaction.atomic
def _rotate_one(model: type[models.Model], column: SecretField, pk) -> bool:
    row = model._base_manager.select_for_update().only("pk", column.attname).filter(pk=pk).first()
    held = getattr(row, column.attname, None)
    if not held:
        return False
    model._base_manager.filter(pk=pk).update(**{column.attname: held.rotated()})
    return True


# --- checks -------------------------------------------------------------------------------------------------------


@checks.register()
def keys_are_keys(app_configs, **kwargs):
    """A key that is none is found at the start, not when the first mailbox is opened."""
    wrong = [number for number, key in enumerate(settings.SECRETS_KEYS, 1) if not _is_key(key)]
    return [
        checks.Error(f"Key {number} of SECRETS_KEYS is not a key.", hint=HOW_TO_MAKE_ONE, id="profiles.E001") for number in wrong
    ]


@checks.register(deploy=True)
def keys_are_named(app_configs, **kwargs):
    if settings.SECRETS_KEYS:
        return []
    return [
        checks.Warning("SECRETS_KEYS is empty: mailbox secrets depend on SECRET_KEY.", hint=HOW_TO_MAKE_ONE, id="profiles.W001")
    ]


HOW_TO_MAKE_ONE = 'Make one with: python -c "from cryptography.fernet import Fernet; print(Fernet.generate_key().decode())"'


def _is_key(key: str) -> bool:
    try:
        Fernet(key)
    except ValueError:
        return False
    return True
