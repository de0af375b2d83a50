"""The pages of a voice and of an import: whose they are, and what they say in each state."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import Review
from drafts.tests import factories as make
from profiles.models import ImportItem, MailImport, VoiceProfile
from profiles.pages.strips import WIDTH

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
CURT = "Hi Ron.\n\nYes. It works on every plan. No fee. Start Monday?\n\nDessa"
WINDING = (
    "I would be glad to walk you through the plans, which differ mainly in the seats that they include, although I suspect that the "
    "smaller one would do for a first year, provided that nobody minds waiting for the reports."
)


@pytest.fixture
def rep():
    return make.make_rep()


@pytest.fixture
def desk(client, rep):
    client.force_login(rep.user)
    return client


def built(rep, version=1, **fields):
    found = make.learned()
    return make.make_profile(
        rep,
        data=found["data"],
        threshold=found["threshold"],
        held_out_scores=found["held_out_scores"],
        expected_hold_rate=0.05,
        hold_rate_low=0.01,
        hold_rate_high=0.14,
        version=version,
        **fields,
    )


class TestVoice:
    def test_own_manager_s_and_ops_only(self, client, rep):
        page = f"/voices/{rep.pk}/"
        for user, status in [
            (rep.user, 200),
            (make.make_manager(rep.team), 200),
            (make.make_ops(), 200),
            (make.make_rep(rep.team).user, 404),
            (make.make_manager(make.make_team()), 404),
        ]:
            client.force_login(user)
            assert client.get(page).status_code == status

    def test_mine_leads_to_mine(self, desk, rep):
        assert desk.get("/voices/mine/").headers["Location"] == f"/voices/{rep.pk}/"

    def test_who_has_no_voice_has_no_page(self, client, rep):
        client.force_login(make.make_manager(rep.team))
        assert client.get("/voices/mine/").status_code == 404

    def test_without_a_profile_it_says_what_is_missing(self, desk, rep):
        assert "There is no voice profile yet." in desk.get(f"/voices/{rep.pk}/").text

    def test_habits_stand_in_sentences_with_numbers_and_the_rep_s_own_lines(self, desk, rep):
        profile = built(rep)
        response = desk.get(f"/voices/{rep.pk}/")
        shown = response.context["shown"]
        assert len(shown.telling) == 10
        assert abs(shown.telling[0].habit.distinct) >= abs(shown.telling[-1].habit.distinct)
        assert max(Counter(h.habit.family for h in shown.telling).values()) <= 3
        line = next(h for h in shown.telling if h.habit.lines).habit
        for words in (line.sentence, line.lines[0][:30]):
            assert words.replace("'", "&#x27;") in response.text
        assert "5.0%" in response.text
        assert "between 1.0% and 14.0%" in response.text
        assert f"{profile.threshold:.2f}" in response.text
        habits = len(shown.telling) + sum(len(f.habits) for f in shown.families)
        assert response.text.count('class="habit"') == habits
        assert response.text.count("<svg") == len(shown.glance) + 1 + habits

    def test_every_habit_is_shown_once(self, desk, rep):
        from profiles import voice

        profile = built(rep)
        shown = desk.get(f"/voices/{rep.pk}/").context["shown"]
        names = [h.habit.name for h in shown.telling] + [h.habit.name for f in shown.families for h in f.habits]
        assert sorted(names) == sorted(h.name for h in voice.describe(voice.VoiceProfile.from_json(profile.data)))

    def test_every_rep_is_shown_by_the_same_habits_first(self, client):
        shown = {}
        for name in ("dessa", "julian"):
            rep = make.make_demo_rep(name)
            client.force_login(rep.user)
            shown[name] = client.get(f"/voices/{rep.pk}/").context["shown"].glance
        assert [g.habit.name for g in shown["dessa"]] == [g.habit.name for g in shown["julian"]]
        assert shown["dessa"][0].place < WIDTH / 2 < shown["julian"][0].place

    def test_strongest_and_routine_and_recent_replies_come_after_the_page(self, client):
        rep = make.make_demo_rep("dessa")
        client.force_login(rep.user)
        page = f"/voices/{rep.pk}/"
        assert "Strongest against routine" not in client.get(page).text
        part = client.get(f"{page}?part=lately", headers=HTMX)
        assert "<html" not in part.text
        assert "8 and 18 replies carry the tag" in part.text
        assert "Too few recent replies to tell" in part.text
        assert "Strongest against routine" in client.get(f"{page}?part=lately").text

    def test_replies_written_by_hand_in_another_voice_are_drift_and_unedited_drafts_never_count(self, client):
        rep = make.make_demo_rep("dessa")
        client.force_login(rep.user)
        thread = make.make_thread(rep)
        for n in range(4):
            make.make_message(thread, f"{WINDING} The {n + 1} of us would be there.", from_rep=True)
            unedited = make.make_draft(rep, "approved", finished_at=timezone.now())
            Review.objects.create(draft=unedited, reviewer=rep.user, at=timezone.now(), verdict="approved", text=CURT)
        long_ago = {"from_rep": True, "sent_at": timezone.now() - timedelta(days=70)}
        make.make_message(thread, f"{WINDING} That was long ago.", **long_ago)
        lately = client.get(f"/voices/{rep.pk}/?part=lately").context["lately"]
        assert lately.drift.drifted
        assert lately.drift.size == 4

    def test_an_overdue_refresh_is_said_with_its_reason_to_wait(self, desk, rep):
        due = timezone.localdate() - timedelta(days=9)
        wait = {"snoozed_until": timezone.localdate() + timedelta(days=5), "snooze_reason": "On holiday."}
        built(rep, example_set=make.make_example_set(rep, status="active", refresh_due=due, **wait))
        text = desk.get(f"/voices/{rep.pk}/").text
        assert "Refresh overdue by 9 days." in text
        assert "On holiday." in text

    def test_versions_side_by_side_and_one_by_one(self, desk, rep):
        example_set = make.make_example_set(rep, status="active")
        built(rep, 1, example_set=example_set)
        built(rep, 2, example_set=example_set)
        response = desk.get(f"/voices/{rep.pk}/")
        assert response.context["profile"].version == 2
        assert "Nothing by more than chance." in response.text
        earlier = desk.get(f"/voices/{rep.pk}/?version=1")
        assert "an earlier version" in earlier.text
        assert desk.get(f"/voices/{rep.pk}/?version=7").status_code == 404

    def test_a_profile_of_another_time_is_no_crash(self, desk, rep):
        make.make_profile(rep, data={"habits": "of old"})
        response = desk.get(f"/voices/{rep.pk}/")
        assert response.status_code == 200
        assert "cannot be shown" in response.text

    def test_while_the_first_is_built_nothing_is_asked_for(self, desk, rep):
        profile = make.make_profile(rep, status="queued", built_at=None, threshold=None, example_count=0)
        page = desk.get(f"/voices/{rep.pk}/").content.decode()
        assert "Version 1 is waiting to be built" in page
        assert "There is no voice profile yet" not in page
        VoiceProfile.objects.filter(pk=profile.pk).update(status="failed", error="Too few of them could be read.")
        assert "There is no voice profile yet" in desk.get(f"/voices/{rep.pk}/").content.decode()

    def test_while_building_it_polls_and_then_shows_it(self, desk, rep):
        example_set = make.make_example_set(rep, status="active")
        profile = VoiceProfile.objects.create(rep=rep, example_set=example_set, version=1)
        page = f"/voices/{rep.pk}/"
        assert "waiting to be built" in desk.get(page).text
        assert desk.get(f"{page}?building=queued", headers=HTMX).status_code == 204
        VoiceProfile.objects.filter(pk=profile.pk).update(status="failed", error="Only 4 examples are usable.")
        assert desk.get(f"{page}?building=queued", headers=HTMX).headers["HX-Refresh"] == "true"
        assert "Only 4 examples are usable." in desk.get(page).text


class TestImport:
    @pytest.fixture
    def found(self, rep):
        found = MailImport.objects.create(purpose="examples", rep=rep, source="sent.mbox", read=3, kept=1, known=1, skipped=1)
        for position, outcome, code in ((2, "known", "known"), (3, "skipped", "forward")):
            ImportItem.objects.create(
                mail_import=found,
                position=position,
                outcome=outcome,
                code=code,
                subject=f"Mail {position}",
                sentence=f"Why {code}.",
            )
        return found

    def test_others_imports_are_not_there(self, client, rep, found):
        client.force_login(make.make_rep(rep.team).user)
        assert client.get(f"/voices/imports/{found.pk}/").status_code == 404

    def test_progress_is_numbers_and_ends(self, desk, found):
        page = f"/voices/imports/{found.pk}/"
        MailImport.objects.filter(pk=found.pk).update(status="reading", claim="00000000-0000-4000-8000-000000000001")
        response = desk.get(page, headers=HTMX)
        assert "3 mails read so far." in response.text
        assert "hx-trigger" in response.text
        MailImport.objects.filter(pk=found.pk).update(status="done", claim=None, finished_at=timezone.now())
        assert desk.get(page, headers=HTMX).headers["HX-Refresh"] == "true"

    def test_every_mail_has_its_reason(self, desk, found):
        text = desk.get(f"/voices/imports/{found.pk}/").text
        assert "Why forward." in text
        assert "Why known." in text

    def test_one_reason_at_a_time(self, desk, found):
        text = desk.get(f"/voices/imports/{found.pk}/?code=forward&page=nonsense").text
        assert "Why forward." in text
        assert "Why known." not in text

    def test_one_that_stopped_says_why(self, desk, found):
        MailImport.objects.filter(pk=found.pk).update(status="failed", error="The file ends in the middle of a mail.")
        assert "The file ends in the middle of a mail." in desk.get(f"/voices/imports/{found.pk}/").text
