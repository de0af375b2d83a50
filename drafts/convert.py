"""Rows to the core's plain data, and the core's answers to what rows can hold."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import timedelta
from datetime import timezone as fixed_zone
from typing import Any

from pydantic import TypeAdapter

from drafts import domain, models
from drafts.layers.relevance.own_words import Wording, Wordings
from profiles.judgement import Evidence
from profiles.models import Example, Rep


def to_message(row: models.Message) -> domain.Message:
    zone = fixed_zone(timedelta(minutes=row.utc_offset_minutes))
    return domain.Message(
        from_rep=row.from_rep,
        sent_at=row.sent_at.astimezone(zone),
        text="" if "erased" in row.flags else row.text,
        subject=row.subject,
        sender=row.sender_name or row.sender_email,
        hidden=row.hidden,
        quoted=row.quoted,
        left_out=row.left_out,
        attachments=tuple(a["name"] for a in row.attachments),
        flags=frozenset(row.flags),
    )


def to_lead(row: models.Lead) -> domain.Lead:
    names = ("name", "email", "company", "role", "industry", "size", "stage", "notes")
    return domain.Lead(**{name: getattr(row, name) for name in names})


def to_thread(row: models.Thread) -> domain.Thread:
    """The thread with its messages, oldest first; ``messages`` should be prefetched or is one query."""
    return domain.Thread(to_lead(row.lead), tuple(to_message(m) for m in row.messages.defer("raw")))


def to_example(row: Example) -> domain.Example:
    return domain.Example(
        id=str(row.pk),
        kind=domain.Kind(row.kind),
        tag=row.tag,
        sent_at=row.sent_at,
        incoming=row.incoming,
        reply=row.reply,
        lead_type=row.lead_type,
        stage=row.stage,
    )


def to_rep(row: Rep, examples: Iterable[Example]) -> domain.Rep:
    return domain.Rep(
        id=str(row.pk),
        name=row.name,
        email=row.email,
        timezone=row.timezone,
        signature=row.signature,
        title=row.title,
        examples=tuple(to_example(e) for e in examples),
    )


def to_knowledge(team) -> domain.Knowledge:
    """Everything this team may say; expired facts too, since a note may have to name them."""
    facts = tuple(
        domain.Fact(f.code, f.topic, f.text, f.valid_until, tuple(f.keywords)) for f in models.Fact.objects.for_team(team)
    )
    points = tuple(
        domain.ValuePoint(
            p.code, tuple(p.roles), tuple(p.industries), p.concern, p.text, tuple(sorted(f.code for f in p.evidence.all()))
        )
        for p in models.ValuePoint.objects.for_team(team).prefetch_related("evidence")
    )
    objections = tuple(domain.Objection(o.code, o.objection, o.points()) for o in models.Objection.objects.for_team(team))
    return domain.Knowledge(team.company, facts, points, objections)


def evidence_rows(evidence: Iterable[Evidence]) -> list[dict[str, Any]]:
    return [asdict(e) for e in evidence]


BRIEF, PLAN, VALUE, SENTENCES = (
    TypeAdapter(t) for t in (domain.Brief, domain.Plan, domain.ValueChoice, tuple[domain.Sentence, ...])
)


def decided_row(outcome: domain.Outcome) -> dict[str, Any]:
    """What was understood and planned, for a draft's ``brief`` and ``plan`` columns; :func:`to_outcome` reads it back."""
    plan = {**PLAN.dump_python(outcome.plan, mode="json"), "value": VALUE.dump_python(outcome.value, mode="json")}
    return {"brief": BRIEF.dump_python(outcome.brief, mode="json"), "plan": plan}


def to_outcome(draft: models.Draft) -> domain.Outcome:
    """A stored draft's decisions, without its attempts: enough to judge another text or to write it again."""
    stored = dict(draft.plan)
    value = VALUE.validate_python(stored.pop("value"))
    return domain.Outcome(draft.status, BRIEF.validate_python(draft.brief), PLAN.validate_python(stored), value, (), None, ())


def sentence_rows(composition: domain.Composition) -> list[dict[str, Any]]:
    return SENTENCES.dump_python(composition.sentences, mode="json")


def to_composition(row: models.Revision) -> domain.Composition:
    """A stored revision as a writer made it, or as the rep left it."""
    return domain.Composition(
        text=row.text, writer=row.author, sentences=SENTENCES.validate_python(row.sentences), remark=row.remark
    )


def to_wordings(draft: models.Draft) -> Wordings:
    """Every wording of a draft so far, oldest first, and whether the rep typed it."""
    rows = draft.revisions.order_by("number").values_list("text", "author")
    return tuple(Wording(text, author == models.Revision.Author.REP) for text, author in rows)
