"""How a mail ends: the rep's own way to ask for the next step."""

from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import Context


def slots(context: Context, act: str, optional: bool = True) -> list[Slot]:
    """The rep's closing moves for this kind, a plain one behind them; ``optional`` where a mail may simply stop."""
    units = [*context.moves("close"), *context.bank(act, "close")]
    return [Slot(tuple(units), optional=optional, apart_from_end=True)]
