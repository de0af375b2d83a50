"""Every habit that is counted, one file a family. A feature counts; it does not judge."""

from profiles.voice.features import openings, order, punctuation, rhythm, shape, stance, surface
from profiles.voice.features.base import Count, Feature, Rate, Values

FAMILIES = ("openings", "order", "rhythm", "stance", "punctuation", "shape", "surface")

FEATURES: tuple[Feature, ...] = tuple(
    feature for module in (openings, order, rhythm, stance, punctuation, shape, surface) for feature in module.FEATURES
)
"""All features in the order of the shipped numbers."""

BY_NAME = {feature.name: feature for feature in FEATURES}

__all__ = ["BY_NAME", "FAMILIES", "FEATURES", "Count", "Feature", "Rate", "Values"]
