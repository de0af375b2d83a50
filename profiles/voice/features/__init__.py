"""Every habit that is counted, one file a family. A feature counts; it does not judge."""

from profiles.voice.features import openings, order, punctuation, rhythm, shape, stance, surface
from profiles.voice.features.base import Count, Feature, Rate, Values
from profiles.voice.pieces import Stream

FAMILIES = ("openings", "order", "rhythm", "stance", "punctuation", "shape", "surface")

FEATURES: tuple[Feature, ...] = tuple(
    feature for module in (openings, order, rhythm, stance, punctuation, shape, surface) for feature in module.FEATURES
)
"""All features in the order of the shipped numbers."""

STREAMS: tuple[Stream, ...] = (*surface.STREAMS, order.STREAM, openings.STREAM, punctuation.STREAM)
"""All ways of cutting a text into small pieces, in the order of the shipped numbers."""

BY_NAME = {feature.name: feature for feature in FEATURES}

__all__ = ["BY_NAME", "FAMILIES", "FEATURES", "STREAMS", "Count", "Feature", "Rate", "Values"]
