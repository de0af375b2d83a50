"""The relevance score of a finished text: does it answer every ask, and is nothing in it invented?"""

from spacy.tokens import Doc

from drafts.domain import Brief, Knowledge, Plan, Rep, Thread
from drafts.layers.relevance import coverage, grounding, unasked
from drafts.layers.relevance.own_words import Wordings, own_figures
from drafts.layers.relevance.sources import gather
from drafts.layers.relevance.view import sentences
from profiles.judgement import Evidence, Judgement

CAP = 0.4
"""The most a text can reach while an ask has no answer: under any sensible threshold, so the rep sees it. What is said well or
badly about the other asks still shows below it."""


def judge(
    doc: Doc, brief: Brief, plan: Plan, thread: Thread, knowledge: Knowledge, rep: Rep | None = None, wordings: Wordings = ()
) -> Judgement:
    """Coverage times grounding, 0 to 1, with the evidence; None for a text without words.

    Coverage is the weakest ask's first (0.75) and the mean's second (0.25). Each thing without a source takes its weight's share
    away. An ask without an answer caps the score, however honest the text is about it. ``wordings`` tell what the rep typed: such
    figures are named and take nothing away.
    """
    parts = sentences(doc)
    if not parts:
        return Judgement(None, (Evidence("too_short", "There is no text to judge."),))
    covered, evidence = coverage.of_plan(plan, parts, thread)
    sources = gather(brief, plan, thread, knowledge, rep)
    found = grounding.issues(grounding.Text(doc, parts, sources, brief, thread, rep))
    found += tuple(unasked.issues(parts, plan, knowledge, sources))
    found = tuple(own_figures(found, doc, parts, wordings)) if wordings else found
    score = covered
    for issue in found:
        score *= 1 + issue.weight
    open_asks = tuple(Evidence(a.why_not or "out_of_scope", a.note, -1.0, (), a.ask.text) for a in plan.unanswered)
    if open_asks:
        score *= CAP
    return Judgement(round(score, 4), (*evidence, *found, *open_asks))
