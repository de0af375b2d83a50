from drafts.tests.keyhaven import AURELIO, KNOWLEDGE, NELL
from drafts.writers.offline import repmodel
from drafts.writers.offline.points import read, spoken


def said(rep, fact: str) -> list[str]:
    return [p.text for p in repmodel.learn(rep, KNOWLEDGE).phrases if p.score("fact", fact) >= 0.5]


def test_the_reps_own_words_for_a_fact_are_remembered_with_their_date():
    phrases = [p for p in repmodel.learn(NELL, KNOWLEDGE).phrases if p.score("fact", "K2") >= 0.5]
    assert any("keeps working" in p.text for p in phrases)
    assert all(p.example.startswith("nell") and p.sent_on.year == 2026 for p in phrases)


def test_an_old_head_count_and_its_total_become_slots():
    assert "$6 per door per month." in said(NELL, "K1")
    assert not any("24" in text for text in said(NELL, "K1"))


def test_nothing_of_the_old_thread_stays_in_a_phrase():
    for rep in (NELL, AURELIO):
        for phrase in repmodel.learn(rep, KNOWLEDGE).phrases:
            assert "?" not in phrase.text
            assert not any(name in phrase.text for name in ("Ada", "Olu", "Okafor", "Lund", "Vance"))


def test_a_long_sentence_gives_up_the_clause_that_stands_alone():
    assert any(text.startswith("Every opening is logged") for text in said(AURELIO, "K5"))


def test_response_points_are_read_as_statements_instructions_and_prohibitions():
    stated = read("Technicians only are paid seats (P03, P04).")
    assert (stated.act, stated.facts) == ("", ("P03", "P04"))
    offer = read("Offer the free trial so they can see it (K3).")
    assert (offer.act, offer.text, offer.facts) == ("offer", "the free trial so they can see it.", ("K3",))
    assert read("Do not criticise the other product.").silent
    assert spoken("Never promise a discount.") == ""
    assert spoken("Ask what they would change about it.") == "what they would change about it."
