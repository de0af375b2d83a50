"""The door to a language model: a typed answer or one error, in bounded time, and no mail in anything that is logged."""

import gzip
import logging
import ssl
import traceback
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from pydantic import BaseModel, ConfigDict

from drafts.model import Breaker, DailySpend, Endpoint, Memory, ModelUnavailable, Price, wire
from drafts.tests import misbehaving as bad
from drafts.tests.misbehaving import MisbehavingServer, says

MAIL = "Our budget is 4711 and Quentin must not know."
KEY = "sk-very-secret"
MESSAGES = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": MAIL}]


class Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    line: str


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


PATIENT, IMPATIENT = 30.0, 0.3
"""Seconds for a server that will answer, however busy the machine is, and for one that will not."""


def endpoint(server: MisbehavingServer, **options) -> Endpoint:
    return Endpoint(server.url, KEY, "fake", **{"timeout": PATIENT, "max_retries": 0, **options})


def ask(door: Endpoint, **options):
    return door.ask(MESSAGES, Line, **{"max_tokens": 50, "step": "value", **options})


def trouble(*behaviours, tls=None, **options) -> tuple[ModelUnavailable, MisbehavingServer]:
    with MisbehavingServer(*behaviours, tls=tls) as server, pytest.raises(ModelUnavailable) as caught:
        ask(endpoint(server, **options))
    return caught.value, server


# --- a good answer ------------------------------------------------------------------------------------------------


def test_a_good_answer_comes_back_typed_with_what_it_took():
    with MisbehavingServer(says('{"line": "Hello."}')) as server:
        answer = ask(endpoint(server), seed=7)
    assert answer.parsed == Line(line="Hello.")
    assert (answer.usage.step, answer.usage.prompt_tokens, answer.usage.completion_tokens) == ("value", 34, 12)
    assert not answer.usage.estimated
    assert answer.usage.seconds > 0


def test_the_request_names_the_model_the_form_the_limit_and_the_key():
    with MisbehavingServer(says('{"line": "Hello."}')) as server:
        ask(endpoint(server), seed=7)
    [request], [headers], [path] = server.requests, server.headers, server.paths
    assert path == "/v1/chat/completions"
    assert (request["model"], request["max_completion_tokens"], request["seed"]) == ("fake", 50, 7)
    assert request["messages"] == MESSAGES
    form = request["response_format"]["json_schema"]
    assert form["strict"] is True
    assert form["schema"]["required"] == ["line"]
    assert form["schema"]["additionalProperties"] is False
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["accept-encoding"] == "identity"


def test_tokens_are_estimated_where_the_endpoint_does_not_count():
    with MisbehavingServer(says('{"line": "Hello."}', usage=False)) as server:
        usage = ask(endpoint(server)).usage
    assert usage.estimated
    assert usage.prompt_tokens == (len("Be brief.") + len(MAIL)) // 4
    assert usage.completion_tokens > 0


def test_a_proxy_named_in_the_environment_is_used(monkeypatch):
    with MisbehavingServer(says('{"line": "Through the proxy."}')) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        answer = ask(Endpoint("http://model.invalid/v1", KEY, "fake", max_retries=0))
    assert answer.parsed.line == "Through the proxy."
    assert proxy.paths == ["http://model.invalid/v1/chat/completions"]


@pytest.fixture
def certificate(tmp_path, monkeypatch):
    """A certificate for localhost that the system is told to trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    today = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    place = tmp_path / "localhost.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    place.write_bytes(private + made.public_bytes(Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(place))
    wire.trusted.cache_clear()
    yield place
    wire.trusted.cache_clear()


def test_an_endpoint_over_tls_is_reached_at_whichever_address_of_its_host_answers(certificate):
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    with MisbehavingServer(says('{"line": "Sealed."}'), tls=tls) as server:
        assert ask(endpoint(server)).parsed.line == "Sealed."


def test_an_endpoint_whose_certificate_is_not_trusted_is_not_talked_to(certificate, monkeypatch):
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    monkeypatch.delenv("SSL_CERT_FILE")
    wire.trusted.cache_clear()
    error, server = trouble(says('{"line": "Sealed."}'), tls=tls)
    assert error.reason_code == "unreachable"
    assert server.requests == []


def test_a_server_that_never_shakes_hands_is_given_up():
    with bad.deaf_port() as port, pytest.raises(ModelUnavailable) as caught:
        ask(Endpoint(f"https://127.0.0.1:{port}/v1", KEY, "fake", timeout=IMPATIENT, max_retries=0))
    assert caught.value.reason_code == "timeout"


# --- bad answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "behaviour, code",
    [
        (says(None, refusal="I can't help with that."), "refused"),
        (says("I'm sorry, but I can't help with that."), "refused"),
        (says("partly", finish="content_filter"), "refused"),
        (says(""), "empty"),
        (says(None), "empty"),
        (says('{"line": "We are go', finish="length"), "truncated"),
        (says('{"line": "complete"}', finish="length"), "truncated"),
        (says('Sure, here is the JSON: {"line": "Hello."}'), "preamble"),
        (says("Hello."), "not_json"),
        (says('{"line": "Hello.'), "not_json"),
        (says("[" * 100_000), "not_json"),
        (says('{"sentence": "Hello."}'), "wrong_schema"),
        (says('{"line": "Hello.", "price": "$1"}'), "wrong_schema"),
        (says('{"line": 5}'), "wrong_schema"),
        (says("null"), "wrong_schema"),
        (bad.sends(b'{"choices": []}'), "empty"),
        (bad.sends(b'{"choices": null}'), "empty"),
        (bad.sends(b'{"choices": [{"index": 0}]}'), "empty"),
        (bad.sends(b'{"choices": 5}'), "empty"),
        (bad.sends(b'{"choices": ["Hello."]}'), "empty"),
        (bad.sends(b'{"choices": [{"message": "Hello."}], "usage": "much"}'), "empty"),
        (bad.sends(b'{"choices": [{"message": {"content": ["Hello."]}}]}'), "empty"),
        (bad.sends(b"{"), "not_a_completion"),
        (bad.sends(b"\xff\xfe\x00"), "not_a_completion"),
        (bad.sends(b'"just text"'), "not_a_completion"),
        (bad.sends(b"[" * 100_000), "not_a_completion"),
        (bad.sends(b"<html>Sign in</html>", **{"Content-Type": "text/html"}), "not_a_completion"),
        (bad.sends(gzip.compress(b" " * 3_000_000), **{"Content-Encoding": "gzip"}), "encoded"),
        (bad.fails(400), "bad_request"),
        (bad.fails(404), "bad_request"),
        (bad.fails(307, Location="http://127.0.0.1:1/"), "bad_request"),
        (bad.fails(401), "not_allowed"),
        (bad.fails(403), "not_allowed"),
        (bad.fails(429), "rate_limited"),
        (bad.fails(500), "server_error"),
        (bad.fails(503), "server_error"),
        (bad.drops, "dropped"),
        (bad.drops_in_the_body, "dropped"),
        (bad.floods, "too_large"),
    ],
)
def test_every_bad_answer_ends_in_the_one_error_that_says_which(behaviour, code):
    error, server = trouble(behaviour)
    assert error.reason_code == code
    assert error.sentence.endswith(".")
    assert len(server.requests) == 1


@pytest.mark.parametrize("behaviour", [bad.hangs, bad.hangs_in_the_body, bad.drips, bad.drips_headers])
def test_a_server_that_never_comes_to_an_end_is_given_up(behaviour):
    error, _ = trouble(behaviour, timeout=IMPATIENT)
    assert error.reason_code == "timeout"


def test_a_server_that_is_not_there_is_unreachable():
    door = Endpoint(f"http://127.0.0.1:{bad.closed_port()}/v1", KEY, "fake", max_retries=0)
    with pytest.raises(ModelUnavailable) as caught:
        ask(door)
    assert caught.value.reason_code == "unreachable"
    assert caught.value.usage is None


# --- trying again, and the clock ----------------------------------------------------------------------------------


class Clock:
    def __init__(self):
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.mark.parametrize("first", [bad.fails(500), bad.fails(429), bad.fails(429, retry_after_ms="1"), bad.drops])
def test_a_passing_trouble_is_tried_once_more(first):
    with MisbehavingServer(first, says('{"line": "Hello."}')) as server:
        answer = ask(endpoint(server, max_retries=1))
    assert answer.parsed.line == "Hello."
    assert len(server.requests) == 2


def test_tries_end_after_the_retries_allowed():
    error, server = trouble(bad.fails(500, retry_after_ms="1"), max_retries=2, timeout=20)
    assert error.reason_code == "server_error"
    assert len(server.requests) == 3


@pytest.mark.parametrize("wait", ["61", "3600", format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)])
def test_a_server_that_asks_for_a_longer_rest_than_there_is_time_is_not_waited_for(wait):
    error, server = trouble(bad.fails(429, retry_after=wait), max_retries=1)
    assert error.reason_code == "rate_limited"
    assert len(server.requests) == 1


def test_a_refusal_is_not_tried_again():
    _, server = trouble(says(None, refusal="No."), max_retries=2, timeout=20)
    assert len(server.requests) == 1


def test_no_call_is_made_without_time_for_it():
    with MisbehavingServer(says('{"line": "Hello."}')) as server, pytest.raises(ModelUnavailable) as caught:
        ask(endpoint(server), within=0.0)
    assert caught.value.reason_code == "out_of_time"
    assert server.requests == []


def test_a_call_given_less_time_than_a_try_takes_no_second_try():
    with MisbehavingServer(bad.hangs) as server, pytest.raises(ModelUnavailable) as caught:
        ask(endpoint(server, max_retries=1), within=IMPATIENT)
    assert caught.value.reason_code == "timeout"
    assert len(server.requests) <= 1


@pytest.mark.parametrize("behaviour, code", [(bad.fails(500), "server_error"), (bad.drops, "dropped")])
def test_a_wait_that_would_outlast_the_clock_is_not_begun(behaviour, code, monkeypatch):
    monkeypatch.setattr(wire, "FIRST_WAIT", 1000.0)
    error, server = trouble(behaviour, max_retries=1)
    assert error.reason_code == code
    assert len(server.requests) == 1


def test_all_tries_and_waits_must_fit_the_budget():
    with pytest.raises(ValueError, match=r"2 tries of 40 s .* can take 80\.5 s, more than the 80 s allowed"):
        Endpoint("http://localhost/v1", KEY, "m", timeout=40, max_retries=1, budget=80)
    assert Endpoint("http://localhost/v1", KEY, "m", timeout=40, max_retries=1, budget=81).longest == 80.5


@pytest.mark.parametrize(
    "base_url, model, timeout, retries",
    [
        ("localhost:8000/v1", "m", 1, 0),
        ("", "m", 1, 0),
        ("http:///v1", "m", 1, 0),
        ("http://h", "", 1, 0),
        ("http://h", "m", 0, 0),
        ("http://h", "m", 1, -1),
    ],
)
def test_an_endpoint_that_cannot_work_is_refused_at_once(base_url, model, timeout, retries):
    with pytest.raises(ValueError):
        Endpoint(base_url, KEY, model, timeout=timeout, max_retries=retries)


# --- secrets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "behaviour", [bad.fails(400), bad.fails(500), says(MAIL), says(f'{{"line": "{MAIL}", "x": 1}}'), bad.drops]
)
def test_neither_mail_nor_key_stand_in_the_error_or_the_log(behaviour, caplog):
    caplog.set_level(logging.DEBUG)
    error, _ = trouble(behaviour)
    told = "".join(traceback.format_exception(error)) + caplog.text + repr(vars(error))
    assert MAIL not in told
    assert KEY not in told
    assert error.__cause__ is None
    assert error.__context__ is None


def test_a_good_call_logs_neither_mail_nor_key(caplog):
    caplog.set_level(logging.DEBUG)
    with MisbehavingServer(says('{"line": "Hello."}')) as server:
        door = endpoint(server)
        ask(door)
    assert MAIL not in caplog.text
    assert KEY not in caplog.text
    assert KEY not in repr(door)


# --- the circuit breaker ------------------------------------------------------------------------------------------


@pytest.fixture
def breaker(clock):
    return Breaker(store=Memory(clock), clock=clock, failures=3, window=60, rest=30, probe=20)


def test_the_breaker_opens_after_failures_within_its_window(breaker):
    for _ in range(2):
        breaker.failed()
    assert breaker.allows()
    breaker.failed()
    assert not breaker.allows()


def test_failures_far_apart_do_not_open_the_breaker(breaker, clock):
    for _ in range(6):
        breaker.failed()
        clock.now += 31
    assert breaker.allows()


def test_after_its_rest_one_caller_may_probe_and_success_closes(breaker, clock):
    for _ in range(3):
        breaker.failed()
    clock.now += 30
    assert breaker.allows()
    assert not breaker.allows()
    breaker.succeeded()
    assert breaker.allows()
    assert breaker.allows()


def test_a_failed_probe_opens_the_breaker_again_for_the_whole_rest(breaker, clock):
    for _ in range(3):
        breaker.failed()
    clock.now += 30
    assert breaker.allows()
    breaker.failed()
    clock.now += 29
    assert not breaker.allows()
    clock.now += 1
    assert breaker.allows()


def test_a_probe_that_never_reported_makes_room_for_another(breaker, clock):
    for _ in range(3):
        breaker.failed()
    clock.now += 30
    assert breaker.allows()
    clock.now += 20
    assert breaker.allows()


def test_breakers_that_share_a_store_share_their_state(clock):
    store = Memory(clock)
    here, there = (Breaker(store=store, clock=clock, failures=1) for _ in range(2))
    here.failed()
    assert not there.allows()
    assert Breaker(name="another", store=store, clock=clock).allows()


def test_an_endpoint_that_keeps_failing_is_left_alone(breaker):
    with MisbehavingServer(bad.fails(500)) as server:
        door = endpoint(server, breaker=breaker)
        codes = []
        for _ in range(5):
            with pytest.raises(ModelUnavailable) as caught:
                ask(door)
            codes.append(caught.value.reason_code)
    assert codes == ["server_error"] * 3 + ["resting"] * 2
    assert len(server.requests) == 3


def test_a_refusal_does_not_count_against_the_endpoint(breaker):
    with MisbehavingServer(says(None, refusal="No.")) as server:
        door = endpoint(server, breaker=breaker)
        for _ in range(4):
            with pytest.raises(ModelUnavailable):
                ask(door)
    assert len(server.requests) == 4


# --- spending -----------------------------------------------------------------------------------------------------


def test_no_call_is_made_once_the_days_money_is_spent():
    spend = DailySpend("team-1", limit=0.004, price=Price(prompt=50, completion=100))
    with MisbehavingServer(says('{"line": "Hello."}')) as server:
        door = endpoint(server, spend=spend)
        ask(door)
        assert spend.spent() == pytest.approx((34 * 50 + 12 * 100) / 1e6)
        ask(door)
        with pytest.raises(ModelUnavailable) as caught:
            ask(door)
    assert caught.value.reason_code == "spend_limit"
    assert len(server.requests) == 2


def test_the_limit_is_a_teams_own_and_a_days_own():
    day = [datetime(2026, 11, 30, tzinfo=UTC).date()]
    store = Memory()
    one, two = (DailySpend(name, 1.0, store=store, today=lambda: day[0]) for name in ("one", "two"))
    with MisbehavingServer(says('{"line": "Hello."}')) as server:
        ask(endpoint(server, spend=one))
    assert one.spent() > 0
    assert two.spent() == 0
    day[0] += timedelta(days=1)
    assert one.spent() == 0


@pytest.mark.parametrize("behaviour, counted", [(says("chat"), 46), (bad.hangs, None), (bad.fails(429), 0), (bad.fails(401), 0)])
def test_calls_in_vain_are_counted_when_they_may_have_cost(behaviour, counted):
    spend = DailySpend("team", limit=1.0)
    error, _ = trouble(behaviour, spend=spend, timeout=IMPATIENT if behaviour is bad.hangs else PATIENT)
    expected = (len("Be brief.") + len(MAIL)) // 4 if counted is None else counted
    assert spend.spent() * 1e6 == expected
    assert (error.usage is None) == (expected == 0)
    assert error.usage is None or error.usage.estimated == (counted is None)


def test_a_limit_without_prices_is_refused_since_it_would_never_be_reached():
    with pytest.raises(ValueError, match="needs the price"):
        DailySpend("team", limit=5, price=Price(0, 0))


class Gone:
    """A shared store whose server is gone."""

    def __getattr__(self, _):
        raise ConnectionError(MAIL)


def test_without_the_count_no_call_is_made():
    with MisbehavingServer(says('{"line": "Hello."}')) as server, pytest.raises(ModelUnavailable) as caught:
        ask(endpoint(server, spend=DailySpend("team", 1.0, store=Gone())))
    assert caught.value.reason_code == "uncounted"
    assert server.requests == []


class GoneMeanwhile(Memory):
    """A shared store that goes away while the model writes."""

    def add(self, *_):
        raise ConnectionError(MAIL)


def test_an_answer_in_hand_is_not_lost_because_it_cannot_be_counted(caplog):
    with MisbehavingServer(says('{"line": "Hello."}')) as server:
        answer = ask(endpoint(server, spend=DailySpend("team", 1.0, store=GoneMeanwhile())))
    assert answer.parsed.line == "Hello."
    assert "could not be counted" in caplog.text
    assert MAIL not in caplog.text
