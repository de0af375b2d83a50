"""The admin of sales ops: open to them alone, every page with real rows, every change with its audit row."""

import pytest
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from profiles.models import Event, Example, ExampleSet, Mailbox, MailImport, VoiceProfile
from profiles.tests import factories as make
from profiles.tests.imap_server import PASSWORD, imap_server, make_mailbox

pytestmark = pytest.mark.django_db


@pytest.fixture
def ops(client):
    user = make.make_ops()
    client.force_login(user)
    return user


@pytest.fixture
def example_set(db):
    return make.make_example_set(make.make_rep(), examples=14)


OURS = [model for model in admin.site._registry if model._meta.app_label in {"profiles", "drafts"}]


@pytest.mark.parametrize("model", OURS, ids=lambda m: m._meta.model_name)
def test_every_list_opens_for_ops_and_for_nobody_else(client, model, ops, example_set):
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    assert client.get(url).status_code == 200
    client.force_login(example_set.rep.user)
    assert client.get(url).status_code in {302, 403, 404}
    client.logout()
    assert client.get(url).status_code == 302


class TestExampleSet:
    def test_the_page_says_what_the_set_lacks(self, client, ops, example_set):
        page = client.get(reverse("admin:profiles_exampleset_change", args=[example_set.pk])).content.decode()
        assert "14 examples in use" in page
        assert "6 more would make a better profile" in page
        assert "None is tagged routine" in page

    def test_what_is_in_use_is_said_in_words(self, client, ops, example_set):
        url = reverse("admin:profiles_exampleset_change", args=[example_set.pk])
        chosen = list(example_set.examples.values_list("pk", flat=True)[:2])
        example_set.examples.filter(pk__in=chosen).update(kind="inbound_first", tag="strongest")
        page = client.get(url).content.decode()
        assert "2 first replies" in page
        assert "2 strongest" in page
        assert "inbound_first" not in page
        example_set.examples.update(included=False)
        assert "No examples are in use yet." in client.get(url).content.decode()

    def test_saving_stays_with_the_set(self, client, ops, example_set):
        url = reverse("admin:profiles_exampleset_change", args=[example_set.pk])
        assert client.post(url, {"quarter": "2026-Q3", "_save": "Save"}).url == url

    def test_an_upload_becomes_an_import(self, client, ops, example_set, queue):
        file = SimpleUploadedFile("sent.mbox", b"From x\nFrom: a@example.com\n\nhello\n")
        answer = client.post(reverse("admin:profiles_exampleset_import", args=[example_set.pk]), {"files": [file]})
        found = MailImport.objects.get()
        assert answer.url == reverse("import_detail", args=[found.pk])
        assert (found.example_set, found.requested_by) == (example_set, ops)

    @pytest.mark.parametrize("name,sentence", [("photo.png", "not a mail file"), ("empty.eml", "empty")])
    def test_a_wrong_file_is_named(self, client, ops, example_set, name, sentence):
        file = SimpleUploadedFile(name, b"" if "empty" in name else b"\x89PNG")
        page = client.post(reverse("admin:profiles_exampleset_import", args=[example_set.pk]), {"files": [file]})
        assert sentence in page.content.decode()
        assert not MailImport.objects.exists()

    def test_nothing_given_is_said(self, client, ops, example_set):
        page = client.post(reverse("admin:profiles_exampleset_import", args=[example_set.pk]), {})
        assert "Choose a file, or paste a mail." in page.content.decode()

    def test_activating_builds_a_profile(self, client, ops, example_set, queue):
        answer = client.post(reverse("admin:profiles_exampleset_activate", args=[example_set.pk]))
        assert answer.url == reverse("voice_profile", args=[example_set.rep_id])
        assert VoiceProfile.objects.get().status == "queued"
        assert ExampleSet.objects.get().activated_by == ops

    def test_activating_too_few_says_how_many_are_missing(self, client, ops, example_set):
        left_out = list(example_set.examples.values_list("pk", flat=True)[:10])
        Example.objects.filter(pk__in=left_out).update(included=False)
        answer = client.post(reverse("admin:profiles_exampleset_activate", args=[example_set.pk]), follow=True)
        assert "8 more examples are needed" in answer.content.decode()

    @pytest.mark.parametrize(
        "until,reason,says",
        [
            ("", "On leave until spring.", "Choose a day."),
            ("31.12.", "On leave until spring.", "written like 2027-01-31"),
            ("2020-01-01", "On leave until spring.", "Choose a day in the future."),
            ("9999-12-31", "On leave until spring.", "Choose a day within a year"),
            ("2999-01-01", "", "Say why the refresh waits."),
            ("2999-01-01", "\u200b", "Say why the refresh waits."),
            ("2999-01-01", "On leave until spring. " * 10, "in 200 characters or fewer"),
        ],
    )
    def test_reminders_that_may_not_wait_say_why_and_keep_what_was_typed(self, client, ops, example_set, until, reason, says):
        ExampleSet.objects.update(
            status="active", activated_at=timezone.now(), activated_by=ops, refresh_due=timezone.localdate()
        )
        url = reverse("admin:profiles_exampleset_snooze", args=[example_set.pk])
        page = client.post(url, {"until": until, "reason": reason}, follow=True).text
        assert says in page
        assert f'value="{reason.strip()}' in page or not reason.strip("\u200b")
        assert f'value="{until}"' in page or not until
        example_set.refresh_from_db()
        assert example_set.snoozed_until is None
        assert "On leave" not in client.get(reverse("admin:profiles_exampleset_change", args=[example_set.pk])).text

    def test_a_rep_cannot_activate_or_upload(self, client, example_set):
        client.force_login(example_set.rep.user)
        for name in ("activate", "import", "snooze"):
            answer = client.post(reverse(f"admin:profiles_exampleset_{name}", args=[example_set.pk]))
            assert answer.status_code in {302, 403}
        assert not VoiceProfile.objects.exists()
        assert not MailImport.objects.exists()


def test_tagging_many_at_once_leaves_an_audit_row_each(client, ops, example_set):
    chosen = list(example_set.examples.values_list("pk", flat=True)[:3])
    client.post(reverse("admin:profiles_example_changelist"), {"action": "tag_strongest", "_selected_action": chosen})
    assert Example.objects.filter(tag="strongest").count() == 3
    assert Event.objects.filter(verb="changed in the admin", target="example", actor=ops).count() == 3


@pytest.mark.parametrize("has_account", [True, False])
def test_a_rep_nobody_can_sign_in_as_is_named(client, ops, has_account):
    user = make.make_user().pk if has_account else ""
    given = {"user": user, "team": make.make_team().pk, "name": "New Rep", "email": "new@seller.example.com", "timezone": "UTC"}
    inline = {f"mailbox-{name}_FORMS": 0 for name in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    page = client.post(reverse("admin:profiles_rep_add"), {**given, **inline, "active": "on"}, follow=True).content.decode()
    assert "New Rep" in page
    assert ("Nobody can sign in as New Rep yet" in page) is not has_account


def test_the_queues_stand_last_in_the_menu_and_every_page_has_its_icon(client, ops):
    answer = client.get(reverse("admin:index"))
    assert [app["name"] for app in answer.context["app_list"]] == ["Drafts and knowledge", "Voices", "Work queues"]
    assert 'rel="icon"' in answer.content.decode()


def test_ops_cannot_make_themselves_superuser(client, ops):
    url = reverse("admin:profiles_user_change", args=[ops.pk])
    client.post(url, {"email": ops.email, "name": "x", "timezone": "UTC", "is_superuser": "on", "is_active": "on"})
    ops.refresh_from_db()
    assert not ops.is_superuser


def test_an_audit_row_can_be_read_but_not_changed(client, ops, example_set, queue):
    client.post(reverse("admin:profiles_exampleset_activate", args=[example_set.pk]))
    row = Event.objects.first()
    url = reverse("admin:profiles_event_change", args=[row.pk])
    assert client.get(url).status_code == 200
    assert client.post(url, {"verb": "nothing happened"}).status_code == 403


class TestMailbox:
    @pytest.fixture
    def example_set(self):
        with imap_server(("Sent", "Drafts", "Archive")) as port:
            example_set = make.make_example_set(make.make_rep())
            make_mailbox(example_set.rep, port)
            yield example_set

    def path(self, example_set):
        return f"/admin/profiles/exampleset/{example_set.pk}/mailbox/"

    def test_the_folders_are_those_the_server_has(self, client, example_set):
        client.force_login(make.make_ops())
        page = client.get(self.path(example_set)).text
        assert '<option value="Archive">' in page
        assert '<option value="Sent" selected>' in page

    def test_a_folder_and_days_begin_an_import(self, client, example_set):
        client.force_login(make.make_ops())
        answer = client.post(self.path(example_set), {"folder": "Sent", "since": "2026-10-01", "until": "2026-11-30"})
        found = MailImport.objects.get()
        assert answer.headers["Location"] == f"/voices/imports/{found.pk}/"
        assert found.folder == {"name": "Sent", "since": "2026-10-01", "until": "2026-11-30"}

    def test_days_the_wrong_way_round_are_told(self, client, example_set):
        client.force_login(make.make_ops())
        answer = client.post(self.path(example_set), {"folder": "Sent", "since": "2026-12-01", "until": "2026-11-30"})
        assert "The first day is after the last one." in answer.text

    def test_a_server_that_does_not_let_us_in_is_told_where_it_is_set_up(self, client, example_set):
        example_set.rep.mailbox.password = "wrong"
        example_set.rep.mailbox.save()
        client.force_login(make.make_ops())
        page = client.get(self.path(example_set), follow=True)
        assert "did not let" in page.text
        assert page.redirect_chain[0][0] == f"/admin/profiles/rep/{example_set.rep.pk}/change/"

    def test_without_one_ops_are_sent_to_set_it_up(self, client):
        example_set = make.make_example_set(make.make_rep())
        client.force_login(make.make_ops())
        assert "No mailbox is set up" in client.get(self.path(example_set), follow=True).text

    def test_the_password_is_never_shown_and_kept_when_left_empty(self, client, example_set):
        rep = example_set.rep
        client.force_login(make.make_ops())
        page = client.get(f"/admin/profiles/rep/{rep.pk}/change/")
        assert PASSWORD not in page.text
        form = {"name": rep.name, "team": rep.team_id, "email": rep.email, "timezone": "UTC", "active": "on", "user": rep.user_id}
        box = {"id": rep.mailbox.pk, "rep": rep.pk, "host": "imap.example.com", "port": 993, "security": "tls", "user": "me"}
        form |= {f"mailbox-0-{name}": value for name, value in box.items()} | {"mailbox-0-password": ""}
        form |= {"mailbox-TOTAL_FORMS": 1, "mailbox-INITIAL_FORMS": 1}
        assert client.post(f"/admin/profiles/rep/{rep.pk}/change/", form).status_code == 302
        found = Mailbox.objects.get()
        assert (found.host, found.password.reveal()) == ("imap.example.com", PASSWORD)
        assert Event.objects.filter(target="mailbox", verb="changed in the admin").get().data["fields"] == [
            "host", "port", "security", "user",
        ]  # fmt: skip


def test_a_threshold_is_shown_with_two_decimals(client, ops):
    profile = make.make_profile(make.make_rep(), threshold=0.5000000000000011, expected_hold_rate=0.0523)
    page = client.get(reverse("admin:profiles_voiceprofile_changelist")).text
    assert "0.50" in page
    assert "0.500" not in page
    assert "5.2%" in client.get(reverse("admin:profiles_voiceprofile_change", args=[profile.pk])).text
