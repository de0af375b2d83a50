"""The one door to an OpenAI-compatible endpoint: typed answers, a clock, a spending limit, one error. No Django, no database."""

from drafts.domain import Usage
from drafts.model.breaker import Breaker
from drafts.model.endpoint import Answer, Endpoint
from drafts.model.spend import DailySpend, Price, Spend, Unlimited
from drafts.model.store import Memory, Store
from drafts.model.trouble import ModelUnavailable

__all__ = [
    "Answer",
    "Breaker",
    "DailySpend",
    "Endpoint",
    "Memory",
    "ModelUnavailable",
    "Price",
    "Spend",
    "Store",
    "Unlimited",
    "Usage",
]
