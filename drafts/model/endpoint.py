"""One call to an OpenAI-compatible endpoint: a typed answer in bounded time, or one error."""

import logging
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai
from openai.types.chat import ChatCompletion
from pydantic import BaseModel, ValidationError

from drafts.domain import Usage
from drafts.model.breaker import Breaker
from drafts.model.spend import Spend, Unlimited
from drafts.model.trouble import MAY_HAVE_COST, OF_THE_LINE, ModelUnavailable
from drafts.model.wire import Deadline, Wire

# At DEBUG these libraries write whole requests, and with them people's mail, into the log.
for _name in ("openai", "httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.WARNING)

log = logging.getLogger(__name__)

Messages = Sequence[Mapping[str, str]]
"""``{"role": "system" or "user", "content": text}``, in order."""

CHARACTERS_A_TOKEN = 4
"""A rule of thumb for English, for calls whose endpoint does not count."""

_REFUSES = re.compile(
    r"\s*(?:i['’]?m (?:very )?sorry|sorry,|i (?:can(?:no|['’])t|am unable|am not able|won['’]?t)|as an ai\b)", re.I
)


@dataclass(frozen=True, slots=True)
class Answer[T: BaseModel]:
    """What the model answered, in the form asked for, and what it took."""

    parsed: T
    usage: Usage


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible chat endpoint.

    ``timeout`` is the whole time of one try in seconds, reading included; the openai client tries ``max_retries`` times more,
    after connection errors, timeouts, 408, 409, 429 and 5xx. ``budget`` is what all tries and the waits between them may take:
    a configuration that could take longer is refused with ValueError. ``largest`` bounds an answer in bytes.
    Calls are refused while ``breaker`` is open or ``spend`` is used up. Nothing here logs or shows mail, or the key.
    """

    base_url: str
    api_key: str = field(repr=False)
    model: str
    timeout: float = 40.0
    max_retries: int = 1
    budget: float = 90.0
    largest: int = 1_000_000
    breaker: Breaker = field(default_factory=Breaker)
    spend: Spend = field(default_factory=Unlimited)
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self):
        address = urlsplit(self.base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError("The language model's base URL must begin with http:// or https:// and name a host.")
        if not self.model:
            raise ValueError("The language model's endpoint is set, but not which model to use.")
        if self.timeout <= 0 or self.max_retries < 0:
            raise ValueError("The language model's timeout must be above 0, and its retries 0 or more.")
        if self.longest > self.budget:
            raise ValueError(
                f"{self.max_retries + 1} tries of {self.timeout:g} s at the language model can take {self.longest:.1f} s, "
                f"more than the {self.budget:g} s allowed: shorten the timeout or retry less."
            )

    @property
    def longest(self) -> float:
        """Seconds a call can take: all tries, and the client's waits between them (half a second, doubling, at most eight)."""
        waits = sum(min(0.5 * 2**n, 8.0) for n in range(self.max_retries))
        return (self.max_retries + 1) * self.timeout + waits

    def ask[T: BaseModel](
        self,
        messages: Messages,
        schema: type[T],
        *,
        max_tokens: int,
        step: str,
        within: float | None = None,
        seed: int | None = None,
    ) -> Answer[T]:
        """An answer that is a valid ``schema``, within ``within`` seconds (``longest`` if None).

        Raises :class:`ModelUnavailable`, and nothing else, when there is none; its ``usage`` is what was spent in vain.
        """
        if within is not None and within <= 0:
            raise ModelUnavailable("out_of_time")
        if refused := self._refused():
            raise ModelUnavailable(refused)
        start = self.clock()
        deadline = Deadline(start + min(self.longest, self.longest if within is None else within), self.clock)
        reply = self._completion(deadline, messages, schema, max_tokens, seed)
        result = reply if isinstance(reply, ModelUnavailable) else read(reply, schema)
        usage = self._usage(reply, messages, step, self.clock() - start)
        self._note(result, usage)
        if isinstance(result, ModelUnavailable):
            result.usage = usage
            raise result
        return Answer(result, usage)

    def _refused(self) -> str:
        """Why no call may be made now, empty when one may."""
        try:
            return "spend_limit" if not self.spend.allows() else "resting" if not self.breaker.allows() else ""
        except Exception:  # noqa: BLE001 - whatever the shared store's client raises: without the count, no spending
            return "uncounted"

    def _completion(
        self, deadline: Deadline, messages: Messages, schema: type[BaseModel], max_tokens: int, seed: int | None
    ) -> ChatCompletion | ModelUnavailable:
        """The error is returned, not raised: what the client raises quotes requests and answers, and must not hang on it."""
        client = openai.OpenAI(
            base_url=self.base_url,
            api_key=self.api_key or "none",
            max_retries=self.max_retries,
            timeout=self.timeout,
            default_headers={"Accept-Encoding": "identity"},
            http_client=httpx2.Client(transport=Wire(deadline, self.timeout, self.largest)),
        )
        try:
            with client:
                reply = client.chat.completions.create(
                    model=self.model,
                    messages=list(messages),
                    max_completion_tokens=max_tokens,
                    response_format=_form(schema),
                    seed=openai.omit if seed is None else seed,
                )
        except ModelUnavailable as trouble:
            return trouble
        except openai.OpenAIError as error:
            return ModelUnavailable(_code(error))
        except (ValueError, RecursionError):  # a body that is no JSON
            return ModelUnavailable("not_a_completion")
        return reply if isinstance(reply, ChatCompletion) else ModelUnavailable("not_a_completion")

    def _usage(self, reply: ChatCompletion | ModelUnavailable, messages: Messages, step: str, seconds: float) -> Usage | None:
        """What the endpoint says it took; else an estimate, unless it surely read nothing."""
        if isinstance(reply, ModelUnavailable):
            if reply.reason_code not in MAY_HAVE_COST:
                return None
            said = ""
        else:
            counted = _counted(reply.usage)
            if counted:
                return Usage(step, *counted, seconds)
            said = str(reply.choices)
        asked = sum(len(m["content"]) for m in messages)
        return Usage(step, asked // CHARACTERS_A_TOKEN, len(said) // CHARACTERS_A_TOKEN, seconds, estimated=True)

    def _note(self, result: BaseModel | ModelUnavailable, usage: Usage | None) -> None:
        try:
            if usage:
                self.spend.record(usage)
            if isinstance(result, ModelUnavailable) and result.reason_code in OF_THE_LINE:
                self.breaker.failed()
            else:
                self.breaker.succeeded()
        except Exception as error:  # noqa: BLE001 - whatever the shared store's client raises: an answer in hand is not lost for it
            log.warning("a call to the language model could not be counted: %s", type(error).__name__)


def read[T: BaseModel](completion: ChatCompletion, schema: type[T]) -> T | ModelUnavailable:
    """The typed answer in a completion, or what is wrong with it. The client passes on whatever a server sends, unchecked."""
    choices = completion.choices if isinstance(completion.choices, list) else []
    choice = choices[0] if choices else None
    message, finish = getattr(choice, "message", None), getattr(choice, "finish_reason", None)
    if getattr(message, "refusal", None) or finish == "content_filter":
        return ModelUnavailable("refused")
    if finish == "length":
        return ModelUnavailable("truncated")
    content = getattr(message, "content", None)
    if not isinstance(content, str) or not content.strip():
        return ModelUnavailable("empty")
    try:
        return schema.model_validate_json(content)
    except ValidationError as error:
        broken = any(e["type"] == "json_invalid" for e in error.errors(include_input=False, include_url=False))
    return ModelUnavailable(_not_json(content) if broken else "wrong_schema")


def _not_json(content: str) -> str:
    if _REFUSES.match(content):
        return "refused"
    return "preamble" if "{" in content and not content.lstrip().startswith("{") else "not_json"


def _form(schema: type[BaseModel]) -> Any:
    named = {"name": schema.__name__, "schema": schema.model_json_schema(), "strict": True}
    return {"type": "json_schema", "json_schema": named}


def _counted(usage: Any) -> tuple[int, int] | None:
    found = (getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None))
    return found if all(isinstance(n, int) and n >= 0 for n in found) else None


def _code(error: openai.OpenAIError) -> str:
    match error:
        case openai.APITimeoutError():
            return "timeout"
        case openai.APIConnectionError():
            return "unreachable" if isinstance(error.__cause__, httpx2.ConnectError) else "dropped"
        case openai.RateLimitError():
            return "rate_limited"
        case openai.AuthenticationError() | openai.PermissionDeniedError():
            return "not_allowed"
        case openai.APIStatusError():
            return "server_error" if error.status_code >= 500 else "bad_request"
        case _:
            return "not_a_completion"
