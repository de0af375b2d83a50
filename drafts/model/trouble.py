"""The one error of the door, and the sentences it speaks. None of them holds a word of anybody's mail, or a key."""

from drafts.domain import Usage

SENTENCES = {
    "resting": "The language model failed several times in a row and is left alone for a while.",
    "spend_limit": "Today's spending limit for the language model is reached.",
    "uncounted": "What the language model has spent today could not be looked up, so it was not asked.",
    "not_configured": "No language model is configured.",
    "out_of_time": "There was no time left to ask the language model.",
    "timeout": "The language model did not answer in time.",
    "unreachable": "The language model's server could not be reached.",
    "dropped": "The language model's server broke the connection off.",
    "rate_limited": "The language model's server is taking no more calls just now.",
    "server_error": "The language model's server reported an error of its own.",
    "not_allowed": "The language model's server does not accept the key.",
    "bad_request": "The language model's server did not accept the request.",
    "too_large": "The language model's answer was far too long to be one.",
    "encoded": "The language model's answer came compressed, which was not asked for.",
    "not_a_completion": "The language model's server answered with something else than a completion.",
    "refused": "The language model declined to write this.",
    "empty": "The language model's answer was empty.",
    "truncated": "The language model's answer was cut off at its length limit.",
    "preamble": "The language model chatted around its answer.",
    "not_json": "The language model's answer was not in the form asked for.",
    "wrong_schema": "The language model's answer left out or mistook a part of the form asked for.",
}

OF_THE_LINE = frozenset(
    {"timeout", "unreachable", "dropped", "rate_limited", "server_error", "not_allowed", "bad_request", "too_large", "encoded"}
    | {"not_a_completion"}
)
"""Troubles of the endpoint, which count against it in the circuit breaker. A refusal or a misread form is about one text."""

MAY_HAVE_COST = frozenset({"timeout", "dropped", "server_error", "too_large", "encoded", "not_a_completion"})
"""Troubles after which the endpoint may well have charged for what it read."""


class ModelUnavailable(Exception):
    """No usable answer came from the model. ``reason_code`` is stable, ``sentence`` can be shown, ``usage`` is what it took."""

    def __init__(self, reason_code: str, sentence: str = "", usage: Usage | None = None):
        self.reason_code = reason_code
        self.sentence = sentence or SENTENCES[reason_code]
        self.usage = usage
        super().__init__(self.sentence)
