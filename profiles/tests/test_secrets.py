"""Secrets are sealed before they are stored, opened by any key that is named, and shown nowhere."""

import io
import logging

import pytest
from cryptography.fernet import Fernet
from django import forms
from django.core.exceptions import FieldError
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.test.utils import isolate_apps

from profiles import secrets
from profiles.secrets import Secret, SecretField, SecretUnreadable

PLAIN = "correct-horse ✓ battery"
OLD, NEW = Fernet.generate_key().decode(), Fernet.generate_key().decode()


@pytest.fixture
def box_model(db):
    with isolate_apps("profiles"):

        class Box(models.Model):
            password = SecretField(blank=True, default="")

            class Meta:
                app_label = "profiles"

        with connection.schema_editor() as editor:
            editor.create_model(Box)
        yield Box


def column(model) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT password FROM {model._meta.db_table}")
        return cursor.fetchone()[0]


def test_what_is_stored_says_nothing_and_what_is_read_says_it_on_request(box_model):
    box_model.objects.create(password=PLAIN)
    assert PLAIN not in column(box_model)
    assert box_model.objects.get().password.reveal() == PLAIN


def test_the_plain_text_stays_on_no_object(box_model, caplog):
    box = box_model(password=PLAIN)
    logging.getLogger("test").error("%s %r %s", box.password, box.password, vars(box))
    assert PLAIN not in caplog.text
    assert PLAIN not in repr(box.__dict__)


def test_the_same_words_are_sealed_differently_each_time():
    assert Secret.seal(PLAIN) != Secret.seal(PLAIN)


@pytest.mark.parametrize("value", ["", Secret()])
def test_nothing_stays_nothing(box_model, value):
    box_model.objects.create(password=value)
    found = box_model.objects.get().password
    assert not found
    assert found.reveal() == ""
    assert column(box_model) == ""


def test_it_cannot_be_searched(box_model):
    with pytest.raises(FieldError, match="encrypted"):
        box_model.objects.filter(password=PLAIN)


def test_a_form_never_shows_what_is_stored_and_an_empty_one_keeps_it(box_model):
    box = box_model.objects.create(password=PLAIN)
    form_class = forms.modelform_factory(box_model, fields=["password"])
    shown = str(form_class(instance=box))
    assert PLAIN not in shown
    assert box.password.token not in shown
    form_class({"password": ""}, instance=box).save()
    assert box_model.objects.get().password.reveal() == PLAIN
    form_class({"password": " another "}, instance=box).save()
    assert box_model.objects.get().password.reveal() == " another "


class TestKeys:
    def test_an_older_key_still_opens(self, settings):
        settings.SECRETS_KEYS = [OLD]
        sealed = Secret.seal(PLAIN)
        settings.SECRETS_KEYS = [NEW, OLD]
        assert sealed.reveal() == PLAIN

    def test_what_was_sealed_before_keys_were_named_still_opens(self, settings):
        settings.SECRETS_KEYS = []
        sealed = Secret.seal(PLAIN)
        settings.SECRETS_KEYS = [NEW]
        assert sealed.reveal() == PLAIN

    def test_a_key_of_secret_key_is_of_no_use_once_the_secrets_are_sealed_anew(self, settings):
        settings.SECRETS_KEYS = [NEW]
        sealed = Secret.seal(PLAIN)
        settings.SECRETS_KEYS = []
        with pytest.raises(SecretUnreadable):
            sealed.reveal()

    def test_rotating_seals_with_the_newest_key_and_the_old_one_can_go(self, box_model, settings):
        settings.SECRETS_KEYS = [OLD]
        box_model.objects.create(password=PLAIN)
        box_model.objects.create(password="")
        settings.SECRETS_KEYS = [NEW, OLD]
        columns = [(box_model, box_model._meta.get_field("password"))]
        assert secrets.rotate(columns) == secrets.Rotation(1, ())
        settings.SECRETS_KEYS = [NEW]
        assert box_model.objects.order_by("pk").first().password.reveal() == PLAIN

    def test_one_that_no_key_opens_is_named_and_the_rest_is_done(self, box_model, settings, monkeypatch):
        settings.SECRETS_KEYS = [OLD]
        lost = box_model.objects.create(password=PLAIN)
        settings.SECRETS_KEYS = [NEW]
        box_model.objects.create(password=PLAIN)
        columns = [(box_model, box_model._meta.get_field("password"))]
        monkeypatch.setattr(secrets, "secret_fields", lambda: iter(columns))
        out = io.StringIO()
        with pytest.raises(CommandError, match=f"profiles.Box {lost.pk} password"):
            call_command("rotate_secrets", stdout=out)
        assert out.getvalue().startswith("1 secrets")

    def test_a_key_that_is_none_is_found_at_the_start_without_being_told(self, settings):
        settings.SECRETS_KEYS = [NEW, "hunter2"]
        (error,) = secrets.keys_are_keys(None)
        assert "Key 2" in error.msg
        assert "hunter2" not in str(error)

    def test_going_live_without_a_key_of_their_own_is_warned_of(self, settings):
        settings.SECRETS_KEYS = []
        assert secrets.keys_are_named(None)
