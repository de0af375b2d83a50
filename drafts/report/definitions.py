"""What each figure means, as the report says it. The figures themselves are in ``queries``."""

from drafts.attention import LONG_STREAK, WORDS_A_SECOND
from drafts.report.queries import REWRITTEN

DEFINITIONS = (
    (
        "Finished",
        "A draft on which the three layers reached a decision, ready or held, on a day in the range. "
        "Drafts that failed, or where nothing was to be written, do not count.",
    ),
    (
        "Flag rate",
        "Held drafts out of finished drafts, as first decided. "
        "A draft that was held and later edited until it passed still counts as held.",
    ),
    (
        "Held by a layer",
        "Finished drafts this layer held, out of all finished drafts. "
        "A draft held by two layers counts for both, so the layers may add up to more than the flag rate.",
    ),
    (
        "Over-flagged",
        "Held drafts the rep approved without changing a word, out of the held drafts that were reviewed. "
        "Many of these: a threshold may be too strict.",
    ),
    (
        "Missed",
        f"Ready drafts the rep rejected, or changed by {REWRITTEN:.0%} of the text or more, "
        "out of the ready drafts that were reviewed. Many of these: a threshold may be too lax.",
    ),
    (
        "Edited",
        "Drafts approved with any change, out of all approved ones. "
        "Beside it the share of the text that was changed: in half of them less, in half more (median).",
    ),
    (
        "To review",
        "From the moment a draft was finished until it was approved or rejected: half of them take less, half more (median).",
    ),
    ("On screen", "How long an approved draft was in front of the rep: half of them less, half more (median)."),
    (
        "Hurried",
        f"Drafts approved without a change after less than a second on screen for every {WORDS_A_SECOND} words, which nobody reads in, "
        f"out of all approved ones. After {LONG_STREAK} in a row the desk asks the rep before it takes another.",
    ),
)
