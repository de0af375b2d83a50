"""What sales ops approve to be said, the bars, and a look at what was made."""

from datetime import timedelta

from django.contrib import admin, messages
from django.utils import timezone

from drafts import actions
from drafts.models import Delivery, Draft, Fact, Lead, Objection, Policy, Thread, ValuePoint
from profiles.ops import OpsAdmin, ReadOnlyAdmin
from profiles.refusal import Refused


class ValidityFilter(admin.SimpleListFilter):
    title = "validity"
    parameter_name = "validity"

    def lookups(self, request, model_admin):
        return [("now", "In force"), ("soon", "Ends within 30 days"), ("past", "Expired")]

    def queryset(self, request, queryset):
        today = timezone.localdate()
        if self.value() == "now":
            return queryset.exclude(valid_until__lt=today)
        if self.value() == "soon":
            return queryset.filter(valid_until__range=(today, today + timedelta(days=30)))
        if self.value() == "past":
            return queryset.filter(valid_until__lt=today)
        return queryset


@admin.register(Fact)
class FactAdmin(OpsAdmin):
    list_display = ["code", "topic", "text", "valid_until", "team", "owner"]
    list_filter = [ValidityFilter, "topic", "team"]
    list_select_related = ["team", "owner"]
    search_fields = ["code", "text", "topic", "keywords"]
    autocomplete_fields = ["owner"]


@admin.register(ValuePoint)
class ValuePointAdmin(OpsAdmin):
    list_display = ["code", "concern", "text", "roles", "industries"]
    list_filter = ["team"]
    search_fields = ["code", "concern", "text", "roles"]
    autocomplete_fields = ["evidence"]


@admin.register(Objection)
class ObjectionAdmin(OpsAdmin):
    list_display = ["code", "objection", "team"]
    search_fields = ["code", "objection"]


@admin.register(Policy)
class PolicyAdmin(OpsAdmin):
    list_display = ["team", "voice_hold_rate", "relevance_threshold", "value_threshold", "nudge_after_business_days", "drafting"]
    list_select_related = ["team"]


@admin.register(Lead)
class LeadAdmin(OpsAdmin):
    list_display = ["name", "company", "role", "industry", "stage", "team"]
    list_filter = ["team", "stage"]
    list_select_related = ["team"]
    search_fields = ["name", "email", "company"]
    ordering = ["-pk"]


@admin.register(Thread)
class ThreadAdmin(ReadOnlyAdmin):
    list_display = ["lead", "subject", "rep", "status", "last_message_at"]
    list_filter = ["status"]
    list_select_related = ["lead", "rep"]
    search_fields = ["subject", "lead__name", "lead__company"]


@admin.register(Draft)
class DraftAdmin(ReadOnlyAdmin):
    list_display = ["pk", "thread", "rep", "kind", "status", "decision", "created_at", "finished_at"]
    list_filter = ["status", "kind"]
    list_select_related = ["thread__lead", "rep"]
    ordering = ["-pk"]
    fields = ["thread", "rep", "kind", "status", "decision", "held_by", "created_at", "finished_at", "ended_because"]
    actions = ["retry"]

    def lookup_allowed(self, lookup, value, request=None):
        """A fact leads to the drafts it is used in."""
        return lookup == "facts__id__exact" or super().lookup_allowed(lookup, value, request)

    @admin.action(description="Try failed drafts again")
    def retry(self, request, queryset):
        tried, refused = 0, []
        for draft in queryset:
            try:
                actions.retry(draft, request.user)
                tried += 1
            except Refused as refusal:
                refused.append(f"Draft {draft.pk}: {refusal.sentence}")
        if tried:
            messages.success(request, f"{tried} draft{'s are' if tried > 1 else ' is'} on the queue again.")
        for sentence in refused[:10]:
            messages.warning(request, sentence)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ["draft", "method", "status", "tries", "said", "delivered_at"]
    list_filter = ["status", "method"]
    list_select_related = ["draft__thread__lead"]
    ordering = ["-pk"]
