"""What sales ops approve to be said, the bars, and a look at what was made."""

from datetime import timedelta

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html

from drafts import facts
from drafts.models import Delivery, Draft, Fact, Lead, Objection, Policy, Thread, ValuePoint
from profiles.ops import OpsAdmin, ReadOnlyAdmin
from profiles.refusal import Refused
from profiles.sheets import download

MOST_BYTES = 5 * 1024 * 1024
MOST_WORDS = 8
"""Of a search: more narrow nothing down."""


class SheetForm(forms.Form):
    file = forms.FileField(label="CSV file", help_text="Saved as “CSV UTF-8”; commas, semicolons or tabs between the cells.")

    def clean_file(self):
        if self.cleaned_data["file"].size > MOST_BYTES:
            raise forms.ValidationError("The file is over 5 MB: facts are short, so this is probably another one.")
        return self.cleaned_data["file"]


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


class KnowledgeAdmin(OpsAdmin):
    """Says beside each field what to fill in, also where the table has no need to."""

    helps = {"code": "A short name of your own, each only once, such as P10: notes and sheets refer to it."}

    def get_form(self, request, obj=None, change=False, **kwargs):
        return super().get_form(request, obj, change, help_texts=self.helps, **kwargs)


@admin.register(Fact)
class FactAdmin(KnowledgeAdmin):
    helps = {**KnowledgeAdmin.helps, "topic": "One word to find it by, such as pricing or security."}
    list_display = ["code", "topic", "text", "valid_until", "team", "owner", "used"]
    list_filter = [ValidityFilter, "topic", "team"]
    list_select_related = ["team", "owner"]
    search_fields = ["code", "text", "topic", "keywords"]
    autocomplete_fields = ["owner"]
    change_list_template = "admin/drafts/fact/change_list.html"

    @admin.display(description="used in")
    def used(self, fact):
        """Counted in an index of its own; a link to the drafts."""
        url = f"{reverse('admin:drafts_draft_changelist')}?facts__id__exact={fact.pk}"
        return (
            format_html('<a href="{}">{} draft{}</a>', url, fact.n_used, "" if fact.n_used == 1 else "s") if fact.n_used else "–"
        )

    def get_queryset(self, request):
        uses = Draft.facts.through.objects.filter(fact=OuterRef("pk")).order_by().values("fact").annotate(n=Count("pk"))
        return super().get_queryset(request).annotate(n_used=Coalesce(Subquery(uses.values("n")), 0))

    def get_urls(self):
        wrap = self.admin_site.admin_view
        return [
            path("export/", wrap(self.export_view), name="drafts_fact_export"),
            path("import/", wrap(self.import_view), name="drafts_fact_import"),
            *super().get_urls(),
        ]

    def export_view(self, request):
        if not request.user.is_ops:
            raise PermissionDenied
        return download("voicedesk-facts", facts.COLUMNS, facts.rows())

    def import_view(self, request):
        if not request.user.is_ops:
            raise PermissionDenied
        form = SheetForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
        found = facts.read(form.cleaned_data["file"].read(), request.user) if form.is_valid() else None
        if found and not found.troubles:
            messages.success(request, f"{found.added} added, {found.changed} changed, {found.same} as they were.")
            return redirect("admin:drafts_fact_changelist")
        context = {**self.admin_site.each_context(request), "form": form, "title": "Facts from a sheet", "opts": self.opts}
        return render(request, "admin/drafts/fact/import.html", {**context, "found": found, "columns": facts.COLUMNS})


@admin.register(ValuePoint)
class ValuePointAdmin(KnowledgeAdmin):
    list_display = ["code", "concern", "text", "roles", "industries"]
    list_filter = ["team"]
    search_fields = ["code", "concern", "text", "roles"]
    autocomplete_fields = ["evidence"]


@admin.register(Objection)
class ObjectionAdmin(KnowledgeAdmin):
    list_display = ["code", "objection", "team"]
    search_fields = ["code", "objection"]


@admin.register(Policy)
class PolicyAdmin(KnowledgeAdmin):
    helps = {
        "relevance_threshold": "From 0 to 1: a draft scoring less is held on relevance.",
        "value_threshold": "From 0 to 1: a draft scoring less is held on value.",
        "nudge_after_business_days": "How long a thread is quiet before a nudge is drafted.",
        "most_nudges": "How many nudges a quiet thread gets at most.",
    }
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

    def get_search_results(self, request, queryset, search_term):
        """Every word by the index of its table: an OR across two tables would read both whole."""
        for word in search_term.split()[:MOST_WORDS]:
            leads = Lead.objects.filter(Q(name__icontains=word) | Q(company__icontains=word))
            by_subject = Thread.objects.filter(subject__icontains=word)
            by_lead = Thread.objects.filter(lead__in=leads)
            queryset = queryset.filter(pk__in=by_subject.order_by().values("pk").union(by_lead.order_by().values("pk")))
        return queryset, False


@admin.register(Draft)
class DraftAdmin(ReadOnlyAdmin):
    list_display = ["pk", "thread", "rep", "kind", "status", "decision", "created_at", "finished_at"]
    list_filter = ["status", "kind"]
    list_select_related = ["thread__lead", "rep"]
    ordering = ["-pk"]
    fields = ["thread", "rep", "kind", "status", "decision", "held_by", "created_at", "finished_at", "ended_because"]
    actions = ["retry"]

    def view_on_site(self, draft):
        """The draft as its rep sees it."""
        return reverse("draft", args=[draft.pk])

    def lookup_allowed(self, lookup, value, request=None):
        """A fact leads to the drafts it is used in."""
        return lookup == "facts__id__exact" or super().lookup_allowed(lookup, value, request)

    @admin.action(description="Try failed drafts again")
    def retry(self, request, queryset):
        from drafts import actions  # here, so that the scheduler, which loads every admin, needs no language model

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
