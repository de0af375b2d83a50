"""Which stock moves a profile's drafts may use: kept or dropped by the rep or by sales ops."""

from collections.abc import Collection

from django.db import transaction

from profiles.models import User, VoiceProfile, record


@transaction.atomic
def choose_moves(profile: VoiceProfile, user: User, *, shown: Collection[str], kept: Collection[str]) -> int:
    """Of the moves ``shown``, drop those that are not ``kept``; what was dropped before and is not shown stays dropped. Returns how
    many are dropped now."""
    profile = VoiceProfile.objects.select_for_update().only("dropped_moves").get(pk=profile.pk)
    dropped = sorted((set(profile.dropped_moves) - set(shown)) | (set(shown) - set(kept)))
    if dropped != sorted(profile.dropped_moves):
        profile.dropped_moves = dropped
        profile.save(update_fields=["dropped_moves"])
        record("moves chosen", profile, user, dropped=len(dropped))
    return len(dropped)
