"""Sales ops find a thread by its subject, its lead or their company, each word in any of these, by an index."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from drafts.models import Lead, Thread
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def ops(client):
    client.force_login(make.make_ops())
    return client


@pytest.fixture
def threads():
    rep = make.make_rep()
    ada = make.make_lead(rep.team, name="Ada Quill", company="Quagga Floors")
    return [
        make.make_thread(rep, lead=ada, subject="Prices"),
        make.make_thread(rep, subject="Quagga prices"),
        make.make_thread(rep),
    ]


@pytest.mark.parametrize("words, found", [("quagga", 2), ("ada prices", 1), ("QUAGGA price", 2), ("ada zeppelin", 0)])
def test_threads_by_subject_and_lead(ops, threads, words, found):
    page = ops.get("/admin/drafts/thread/", {"q": words})
    assert page.context["cl"].result_count == found


@pytest.mark.parametrize(
    "rows, index",
    [
        (Lead.objects.filter(company__icontains="quagga"), "lead_by_words"),
        (Thread.objects.filter(subject__icontains="quagga"), "thread_by_subject"),
    ],
)
def test_the_index_is_of_what_is_asked(db, rows, index):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert index in rows.order_by().explain()


def test_a_search_joins_no_two_tables_to_look_in_both(ops, threads):
    with CaptureQueriesContext(
        connection,
    ) as seen:
        ops.get("/admin/drafts/thread/", {"q": "quagga"})
    assert any("UNION" in query["sql"] for query in seen)


@pytest.mark.parametrize(
    "model, said",
    [
        ("fact", "One word to find it by"),
        ("fact", "A short name of your own"),
        ("objection", "A short name of your own"),
        ("policy", "a draft scoring less is held on value"),
    ],
)
def test_a_form_says_what_to_fill_in(ops, model, said):
    assert said in ops.get(f"/admin/drafts/{model}/add/").text
