"""A database of any size, to see what the pages cost in it: the demo's threads over and over, drafted once by the real
pipeline, then multiplied inside PostgreSQL, which is quicker than sending rows there."""

from collections.abc import Callable, Iterator
from pathlib import Path

from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.utils import timezone
from psycopg.types.json import Jsonb

from drafts import convert, pipeline
from drafts.domain import Layer, Thread
from drafts.evaluate import cases
from drafts.models import Draft, Policy
from drafts.scoring import score_view
from drafts.writers import Materials
from drafts.writers.offline import OfflineWriter
from profiles import voice
from profiles.actions import A_QUARTER, quarter_of
from profiles.models import ExampleSet, Rep, Team, User, VoiceProfile

DEMO = Path(__file__).resolve().parents[1] / "demo"
REPS_A_TEAM = 30
ON_A_DESK = 10
"""Drafts that wait for each rep, whatever the size: what grows with the years is history."""

EVIDENCE = 10
"""Pieces kept of each layer's evidence, the heaviest: as many as the page shows."""


def seed(drafts: int, reps: int, say: Callable[[str], object] = print) -> None:
    """``drafts`` threads with a draft each and five events a draft, spread over ``reps`` reps and the last year."""
    words = next(index for index in Draft._meta.indexes if index.name == "draft_history_by_words")
    with transaction.atomic(), connection.cursor() as cursor:
        say("people")
        people = make_people(reps)
        say("one draft of each demo thread")
        keep_templates(cursor)
        cursor.execute("SELECT setseed(0.5)")
        cursor.execute("CREATE TEMP TABLE person (place int, rep bigint, usr bigint, team bigint, profile bigint) ON COMMIT DROP")
        cursor.executemany("INSERT INTO person VALUES (%s, %s, %s, %s, %s)", people)
        cursor.execute("ALTER TABLE drafts_review DISABLE TRIGGER draft_review_in_short")  # the drafts come with their reviews
        cursor.execute(f"DROP INDEX {words.name}")
        for name, sql in ROWS.items():
            cursor.execute(sql, {"drafts": drafts, "reps": reps, "desk": ON_A_DESK, "now": timezone.now()})
            say(f"{name}: {cursor.rowcount:,}")
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE drafts_review ENABLE TRIGGER draft_review_in_short")
        say("the index of words")
        cursor.execute(str(words.create_sql(Draft, connection.schema_editor())))
        for table in TABLES:
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")  # noqa: S608
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"VACUUM (ANALYZE) {table}")


def make_people(reps: int) -> list[tuple[int, int, int, int, int]]:
    """Reps in teams with a manager each, all with a profile; (place, rep, user, team, profile) of each."""
    today, now, password = timezone.localdate(), timezone.now(), make_password(None)
    User.objects.create_superuser("scale-ops@seller.example.com", name="Scale Ops")
    people = []
    for first in range(0, reps, REPS_A_TEAM):
        team = Team.objects.create(name=f"Team {first // REPS_A_TEAM + 1}", company="Seller")
        Policy.objects.create(team=team)
        manager = User.objects.create(email=f"manager{first}@seller.example.com", name=f"Manager {first}", password=password)
        team.managers.add(manager)
        for place in range(first, min(reps, first + REPS_A_TEAM)):
            name, email = f"Rep {place:03}", f"rep{place}@seller.example.com"
            user = User.objects.create(email=email, name=name, password=password)
            rep = Rep.objects.create(user=user, team=team, name=name, email=email)
            examples = ExampleSet.objects.create(
                rep=rep,
                quarter=quarter_of(today),
                status=ExampleSet.Status.ACTIVE,
                activated_at=now,
                activated_by=manager,
                refresh_due=today + A_QUARTER,
            )
            profile = VoiceProfile.objects.create(
                rep=rep, example_set=examples, version=1, status="built", built_at=now, threshold=0.4, example_count=24
            )
            people.append((place, rep.pk, user.pk, team.pk, profile.pk))
    return people


def keep_templates(cursor) -> None:
    """What the pipeline makes of each demo thread, in a table that lasts as long as the transaction."""
    cursor.execute(
        "CREATE TEMP TABLE template (id int, subject text, mail text, brief jsonb, plan jsonb, kind text, decision text,"
        " held_by text[], reply text, sentences jsonb, scores jsonb, notes jsonb) ON COMMIT DROP"
    )
    for number, row in enumerate(templates()):
        cursor.execute(f"INSERT INTO template VALUES ({', '.join(['%s'] * 12)})", (number, *row))  # noqa: S608


def templates() -> Iterator[tuple]:
    """The columns of each demo thread's draft that was not skipped; the default thresholds will do."""
    approved = cases.knowledge(DEMO / "knowledge.json")
    reps = cases.reps(DEMO / "reps.json").values()
    made = {rep.id: Materials(rep, voice.learn(cases.samples_of(rep)), approved) for rep in reps}
    for case in cases.scenarios(DEMO / "threads.json"):
        materials = made[case.rep]
        outcome = pipeline.draft(case.thread, case.trigger, case.now, materials, OfflineWriter())
        if outcome.best:
            yield columns(case.thread, outcome, materials)


def columns(thread: Thread, outcome, materials: Materials) -> tuple:
    composition = outcome.best.composition
    judged = [score_view(la, outcome.best.judgements[la], materials.policy.thresholds[la], outcome.notes) for la in Layer]
    scores = [
        {
            "layer": s.layer,
            "score": s.score,
            "threshold": s.threshold,
            "evidence": sorted(s.evidence, key=lambda e: -abs(e["weight"]))[:EVIDENCE],
            "note": s.note,
        }
        for s in judged
    ]
    notes = [
        {
            "position": position,
            "layer": note.layer.value if note.layer else "",
            "code": note.code,
            "sentence": note.sentence[:500],
            "spans": [list(s) for s in note.spans],
            "quote": note.quote[:500],
        }
        for position, note in enumerate(outcome.notes)
    ]
    decided = convert.decided_row(outcome)
    newest = thread.messages[-1]
    return (
        newest.subject,
        newest.text,
        Jsonb(decided["brief"]),
        Jsonb(decided["plan"]),
        outcome.brief.kind.value,
        outcome.status,
        [layer.value for layer in outcome.held_by],
        composition.text,
        Jsonb(convert.sentence_rows(composition)),
        Jsonb(scores),
        Jsonb(notes),
    )


# --- the rows, each kind in one statement -------------------------------------------------------------------------

# What is decided of each draft beforehand: ``life`` from 0 to 1 says how it ended, the newest of each rep wait on the desk.
ROWS = {
    "drafts to make": """
        CREATE TEMP TABLE made ON COMMIT DROP AS
        SELECT base.id + n AS id, n, person.*, template.*, life, waits,
               %(now)s - CASE WHEN waits THEN random() * interval '3 days' ELSE interval '3 days' + random() * interval '360 days' END AS born,
               CASE WHEN waits THEN template.decision WHEN life < .62 THEN 'approved' WHEN life < .85 THEN 'edited' WHEN life < .93
                    THEN 'rejected' WHEN life < .99 THEN 'superseded' ELSE 'failed' END AS state
        FROM (SELECT n, random() AS life, n > %(drafts)s - %(reps)s * %(desk)s AS waits FROM generate_series(1, %(drafts)s) AS n) AS counted
        CROSS JOIN (SELECT coalesce(max(id), 0) AS id FROM drafts_draft) AS base
        JOIN person ON person.place = n %% %(reps)s
        JOIN (SELECT row_number() OVER () - 1 AS nth, count(*) OVER () AS of, subject, mail, brief, plan, kind, decision, held_by,
                     reply, sentences, scores, notes FROM template) AS template ON template.nth = (n / %(reps)s) %% template.of""",
    "leads": """
        INSERT INTO drafts_lead (id, team_id, name, email, company, role, industry, size, stage, notes)
        SELECT id, team, 'Lead ' || n, 'lead' || n || '@prospect.example.com', 'Company ' || n %% 40000, 'owner', 'HVAC', '', 'new', ''
        FROM made""",
    "threads": """
        INSERT INTO drafts_thread (id, rep_id, lead_id, subject, status, closed_because, created_at, last_message_at, last_from_rep)
        SELECT id, rep, id, subject || ' ' || n, 'open', '', born, born, false FROM made""",
    "messages": """
        INSERT INTO drafts_message (id, thread_id, rep_id, message_id, in_reply_to, "references", from_rep, sender_name, sender_email,
            recipients, sent_at, utc_offset_minutes, received_at, subject, text, quoted, hidden, left_out, attachments, flags, defects)
        SELECT id, id, rep, 'scale-' || n || '@prospect.example.com', '', '{}', false, 'Lead ' || n,
            'lead' || n || '@prospect.example.com', '[]', born, 0, born, subject, mail, '', '', '', '[]', '{}', '[]'
        FROM made""",
    "drafts": """
        INSERT INTO drafts_draft (id, thread_id, rep_id, answers_id, trigger, kind, status, created_at, tries, finished_at, decision,
            held_by, profile_id, wish, brief, plan, version, ended_because, words, shown_at, shown_whole_at,
            current_id, decided_on_id, review_verdict, review_at, review_changed, review_seconds, review_hurried)
        SELECT id, id, rep, id, 'inbound', kind, state, born, 1, born + interval '20 seconds',
            CASE WHEN state IN ('superseded', 'failed') THEN '' ELSE decision END, held_by, profile, '{}', brief, plan, 1,
            CASE state WHEN 'superseded' THEN 'A new message came in.' WHEN 'failed' THEN 'Writing stumbled.' ELSE '' END,
            concat_ws(E'\n', 'Lead ' || n, 'Company ' || n %% 40000, 'lead' || n || '@prospect.example.com', subject, mail, reply),
            CASE WHEN waits THEN NULL ELSE born + interval '1 hour' END, CASE WHEN waits THEN NULL ELSE born + interval '1 hour' END,
            id, CASE WHEN state NOT IN ('superseded', 'failed') THEN id END, coalesce(verdict, ''), seen, changed, seconds,
            coalesce(hurried, false)
        FROM made LEFT JOIN LATERAL (SELECT state AS verdict, born + interval '1 hour' * (1 + life) AS seen,
            CASE state WHEN 'edited' THEN life - .62 ELSE 0 END AS changed, (life * 90)::int AS seconds, life < .05 AS hurried
            WHERE state IN ('approved', 'edited', 'rejected')) AS review ON true""",
    "revisions": """
        INSERT INTO drafts_revision (id, draft_id, number, author, text, sentences, instruction, layer, remark, usage, created_at)
        SELECT id, id, 1, 'offline', reply, sentences, '', '', '', '[]', born FROM made""",
    "scores": """
        INSERT INTO drafts_layerscore (revision_id, layer, score, threshold, passed, evidence, note)
        SELECT id, layer, moved, threshold, coalesce(moved >= threshold, false), evidence, left(note, 500)
        FROM made CROSS JOIN LATERAL jsonb_to_recordset(scores)
            AS s (layer text, score float, threshold float, evidence jsonb, note text)
        CROSS JOIN LATERAL (SELECT least(1, greatest(0, score + (life - .5) * .2)) AS moved) AS m""",
    "notes": """
        INSERT INTO drafts_holdnote (draft_id, position, layer, code, sentence, spans, quote)
        SELECT id, position, layer, code, sentence, spans, quote FROM made CROSS JOIN LATERAL jsonb_to_recordset(notes)
            AS n (position int, layer text, code text, sentence text, spans jsonb, quote text)""",
    "reasons": """
        INSERT INTO drafts_holdreason (draft_id, layer, code) SELECT DISTINCT id, layer, code
        FROM made CROSS JOIN LATERAL jsonb_to_recordset(notes) AS n (layer text, code text)""",
    "reviews": """
        INSERT INTO drafts_review (id, draft_id, reviewer_id, at, verdict, reason, remark, text, edit_distance, seconds_on_screen, hurried)
        SELECT id, id, usr, born + interval '1 hour' * (1 + life), state, CASE state WHEN 'rejected' THEN 'myself' ELSE '' END, '',
            CASE state WHEN 'rejected' THEN '' ELSE reply END, CASE state WHEN 'edited' THEN life - .62 ELSE 0 END, (life * 90)::int, life < .05
        FROM made WHERE state IN ('approved', 'edited', 'rejected')""",
    "deliveries": """
        INSERT INTO drafts_delivery (draft_id, method, status, message_id, tries, said, hand_over_after, delivered_at)
        SELECT id, 'smtp', 'delivered', 'vd-' || id || '@seller.example.com', 1, '', born, born + interval '2 hours'
        FROM made WHERE state IN ('approved', 'edited')""",
    "events": """
        INSERT INTO profiles_event (at, actor_id, verb, target, target_id, data)
        SELECT born + step * interval '5 seconds', CASE WHEN step = 5 THEN usr END, verb, target, id, '{"thread": 1}'
        FROM made CROSS JOIN (VALUES (1, 'message stored', 'message'), (2, 'draft queued', 'draft'), (3, 'draft claimed', 'draft'),
            (4, 'draft finished', 'draft'), (5, 'draft shown', 'draft')) AS e (step, verb, target)""",
}

TABLES = (
    "drafts_lead",
    "drafts_thread",
    "drafts_message",
    "drafts_draft",
    "drafts_revision",
    "drafts_layerscore",
    "drafts_holdnote",
    "drafts_holdreason",
    "drafts_review",
    "drafts_delivery",
    "profiles_event",
)
