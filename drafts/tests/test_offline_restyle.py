import pytest

from drafts.tests.keyhaven import KNOWLEDGE
from drafts.writers.offline.dialect import Dialect, learn, number_word
from drafts.writers.offline.safe import numbers, safe
from drafts.writers.offline.said import sized
from drafts.writers.offline.transforms import Shape, lower_first, names_in, wordings

NAMES = names_in([*(f.text for f in KNOWLEDGE.facts), "Ask about the Host plan.", "We sync with Bokari and Bokari Pro."])


def shaped(text: str, company: str = "") -> dict[Shape, str]:
    return {w.shape: w.text for w in wordings(text, company, NAMES)}


@pytest.mark.parametrize(
    "text, shape, made",
    [
        ("The Host plan is $6 per door per month, billed annually.", Shape.BURST, "The Host plan is $6 per door per month. Billed annually."),
        ("The Host plan is $6 per door per month, billed annually.", Shape.LABEL, "Host plan: $6 per door per month. Billed annually."),
        ("The Host plan is $6 per door per month, billed annually.", Shape.DASH, "The Host plan is $6 per door per month (billed annually)."),
        ("Logs are written every hour and are kept for 90 days.", Shape.BURST, "Logs are written every hour. Kept for 90 days."),
        ("There is a free trial and no card is needed to start it.", Shape.BURST, "Free trial. No card is needed to start it."),
        ("Our team fits the locks within 10 days, at no extra charge.", Shape.BURST, "Our team fits the locks within 10 days. No extra charge."),
        ("The log is open, so nobody has to ask.", Shape.DASH, "The log is open — so nobody has to ask."),
        ("We hold a report from 2025, which we share under NDA.", Shape.BURST, "We hold a report from 2025. We share it under NDA."),
    ],
)  # fmt: skip
def test_a_fact_is_said_in_bursts_labels_or_dashes_without_changing_it(text, shape, made):
    assert shaped(text)[shape] == made


def test_the_plain_wording_comes_first_and_is_the_source():
    assert wordings("Every opening is logged.", "", NAMES)[0].text == "Every opening is logged."


def test_every_shape_of_every_fact_keeps_its_numbers_negations_and_limits():
    sources = [f.text for f in KNOWLEDGE.facts] + [v.text for v in KNOWLEDGE.value_points]
    for source in sources:
        for wording in wordings(source, "Keyhaven", NAMES):
            assert safe(source, wording.text), wording
            assert wording.text[0].isupper()
            assert wording.text.endswith(".")


@pytest.mark.parametrize(
    "source, made",
    [
        ("Only owners can open it.", "Owners can open it."),
        ("It is not offered on Host.", "It is offered on Host."),
        ("Kept for up to 90 days.", "Kept for 90 days."),
        ("Kept for 90 days.", "Kept for 19 days."),
        ("You may export the log.", "You export the log."),
        ("Each door has a code.", "Doors have a code."),
        ("The lock needs a bridge.", "The lock needs it."),
        ("Fits in 10 days.", "Fits in 10 days.."),
        ("Usually live in 10 days.", "Live in 10 days."),
    ],
)
def test_what_drops_or_adds_a_limit_is_refused(source, made):
    assert not safe(source, made)


def test_number_words_count_as_their_figures():
    assert numbers("sixty days and 3 weeks") == numbers("60 days and three weeks")


def test_the_houses_own_name_becomes_we_with_its_verbs():
    text = "Keyhaven was founded in 2017, is based in Oslo, and has 140 employees."
    assert shaped(text, "Keyhaven")[Shape.PLAIN] == "We were founded in 2017, are based in Oslo, and have 140 employees."


def test_names_keep_their_capital_inside_a_sentence_and_other_words_do_not():
    assert lower_first("Bokari Pro syncs both ways", NAMES) == "Bokari Pro syncs both ways"
    assert lower_first("Host plans are billed annually", NAMES) == "Host plans are billed annually"
    assert lower_first("The log is kept", NAMES) == "the log is kept"
    assert lower_first("SAML is included", NAMES) == "SAML is included"
    assert lower_first("I would ask", NAMES) == "I would ask"


@pytest.mark.parametrize(
    "text, seats, said",
    [
        (
            "Teams under 40 technicians are typically live in about 3 weeks.",
            12,
            "A team of your size is typically live in about 3 weeks.",
        ),
        ("Teams under 40 technicians are typically live in about 3 weeks.", 40, None),
        ("Teams under 40 technicians are typically live in about 3 weeks.", None, None),
        ("Rollouts of 40 to 150 doors usually take 5 to 8 weeks.", 58, "A rollout for 58 doors usually takes 5 to 8 weeks."),
        ("Rollouts of 40 to 150 doors usually take 5 to 8 weeks.", 151, None),
    ],
)
def test_a_rule_about_sizes_is_said_of_this_prospect_only_where_it_holds(text, seats, said):
    assert sized(text, seats) == (said or text)


def test_the_reps_spelling_is_learned_and_changes_nothing_else():
    formal = learn(
        [
            "It is ready in sixty days, and you will see that it is not late, nor is it nine weeks, as I would expect. There is no fee for thirty days, and it does not end, and it is three months. You are free."
        ]
    )
    assert (formal.contracts, formal.spells) == (False, True)
    assert formal.spell("It's kept for 35 days.") == "It is kept for thirty-five days."
    assert formal.spell("It costs $39 for 140 doors.") == "It costs $39 for 140 doors."
    casual = Dialect(contracts=True, spells=False, dash="–")
    assert casual.spell("It is kept — it does not end.") == "It's kept – it doesn't end."


@pytest.mark.parametrize("number, word", [(7, "seven"), (20, "twenty"), (35, "thirty-five"), (90, "ninety"), (140, "140")])
def test_numbers_in_words(number, word):
    assert number_word(number) == word


def test_the_short_form_a_rep_always_says_is_theirs_and_a_long_one_stays_with_those_who_say_it():
    clipped = learn(["Two techs came.", "Each tech has one.", "Your techs see it.", "Tech time.", "More techs."])
    assert clipped.spell("Only technicians need seats. Technician seats count.") == "Only techs need seats. Tech seats count."
    full = learn(["Your technicians came."] * 5)
    assert full.spell("Only technicians need seats.") == "Only technicians need seats."


def test_what_one_may_do_is_told_as_what_to_do_only_in_bursts_and_never_joined():
    made = {w.shape: w for w in wordings("You can build your own forms. Every report exports to CSV.")}
    assert made[Shape.BURST].text == "Build your own forms. Every report exports to CSV."
    assert made[Shape.BURST].clause == ""
    assert made[Shape.PLAIN].text.startswith("You can")
