"""The desk of sales ops: reps, example sets, profiles."""

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import Count, Q
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from profiles import actions, imports, mailbox
from profiles.examples.coverage import coverage
from profiles.forms import FolderForm, MailUploadForm, SnoozeForm, ThreadUploadForm
from profiles.models import Event, Example, ExampleSet, ImportItem, Mailbox, MailImport, Rep, Team, User, VoiceProfile
from profiles.ops import OpsAdmin, OpsInline, ReadOnlyAdmin
from profiles.refusal import Refused


@admin.register(User)
class UserAdmin(OpsAdmin, DjangoUserAdmin):
    ordering = ["email"]
    list_display = ["email", "name", "is_active", "is_staff", "last_login"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["email", "name"]
    readonly_fields = ["last_login", "date_joined"]
    fieldsets = [
        (None, {"fields": ["email", "password", "name", "timezone"]}),
        ("May", {"fields": ["is_active", "is_staff", "is_superuser"], "description": "Staff are sales ops and see everything."}),
        ("Dates", {"fields": ["last_login", "date_joined"]}),
    ]
    actions = ["remove_second_factor"]
    add_fieldsets = [(None, {"fields": ["email", "name", "timezone", "usable_password", "password1", "password2"]})]

    def get_readonly_fields(self, request, obj=None):
        """Only a superuser makes superusers."""
        return [*self.readonly_fields, *([] if request.user.is_superuser else ["is_superuser", "is_staff"])]

    def has_change_permission(self, request, obj=None):
        return super().has_change_permission(request, obj) and self._within_reach(request, obj)

    def has_delete_permission(self, request, obj=None):
        return super().has_delete_permission(request, obj) and self._within_reach(request, obj)

    def _within_reach(self, request, obj):
        return request.user.is_superuser or obj is None or not obj.is_superuser

    @admin.action(description="Remove the second factor (a lost phone)", permissions=["change"])
    def remove_second_factor(self, request, queryset):
        """Whoever lost their phone signs in with the password alone and sets up a new one; where they were signed in, they are not."""
        chosen = [user for user in queryset if self._within_reach(request, user)]
        for user in chosen:
            actions.remove_second_factor(user, request.user)
        messages.success(request, f"{len(chosen)} of {len(queryset)} accounts have no second factor now.")

    def get_deleted_objects(self, objs, request):
        """Deleting many at once asks about each: a superuser among them stops it."""
        gone, counts, lacking, kept = super().get_deleted_objects(objs, request)
        return gone, counts, lacking | {str(o) for o in objs if not self._within_reach(request, o)}, kept


@admin.register(Team)
class TeamAdmin(OpsAdmin):
    list_display = ["name", "company", "rep_count"]
    filter_horizontal = ["managers"]

    def get_queryset(self, request):
        return super().get_queryset(request).annotate(reps_in=Count("reps"))

    @admin.display(description="reps")
    def rep_count(self, team):
        return team.reps_in


class MailboxInline(OpsInline, admin.StackedInline):
    model = Mailbox
    extra = 0
    verbose_name_plural = "Mailbox: where drafts are put and their Sent folder is read"


@admin.register(Rep)
class RepAdmin(OpsAdmin):
    inlines = [MailboxInline]
    list_display = ["name", "team", "email", "active", "profile_state"]
    list_filter = ["team", "active"]
    list_select_related = ["team"]
    search_fields = ["name", "email"]
    autocomplete_fields = ["user"]

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("example_sets")

    @admin.display(description="example set")
    def profile_state(self, rep):
        active = next((s for s in rep.example_sets.all() if s.status == ExampleSet.Status.ACTIVE), None)
        if active is None:
            return "none active yet"
        due = f"refresh due {active.refresh_due:%d %b %Y}"
        return f"{active.quarter}, {'overdue: ' if active.is_overdue(timezone.localdate()) else ''}{due}"

    def save_model(self, request, obj, form, change):
        super().save_model(request, obj, form, change)
        if obj.user is None and obj.active:
            messages.warning(
                request, f"Nobody can sign in as {obj} yet: add their account under Users, and choose it here under “User”."
            )


ONE_SAVE = {"show_save_and_add_another": False, "show_save_and_continue": False}


@admin.register(ExampleSet)
class ExampleSetAdmin(OpsAdmin):
    list_display = ["rep", "quarter", "status", "used", "strongest", "routine", "refresh_due"]
    list_filter = ["status", "quarter", "rep__team"]
    list_select_related = ["rep"]
    search_fields = ["rep__name"]
    fields = ["rep", "quarter"]
    change_form_template = "admin/profiles/exampleset/change_form.html"

    def get_queryset(self, request):
        used = Q(examples__included=True)
        return (
            super()
            .get_queryset(request)
            .annotate(
                n_used=Count("examples", filter=used),
                n_strongest=Count("examples", filter=used & Q(examples__tag="strongest")),
                n_routine=Count("examples", filter=used & Q(examples__tag="routine")),
            )
        )

    def get_readonly_fields(self, request, obj=None):
        return ["rep"] if obj else []

    def get_changeform_initial_data(self, request):
        return {"quarter": actions.quarter_of(timezone.localdate()), **super().get_changeform_initial_data(request)}

    def has_delete_permission(self, request, obj=None):
        return super().has_delete_permission(request, obj) and (obj is None or obj.status == ExampleSet.Status.COLLECTING)

    def response_add(self, request, obj, post_url_continue=None):
        """A new set is empty: the next thing to do is bringing mail into it."""
        messages.success(request, f"The set {obj} is there. Bring in mail of {obj.rep} next.")
        return redirect("admin:profiles_exampleset_import", obj.pk)

    @admin.display(description="used")
    def used(self, row):
        url = f"{reverse('admin:profiles_example_changelist')}?example_set__id__exact={row.pk}"
        return format_html('<a href="{}">{} examples</a>', url, row.n_used)

    @admin.display(description="strongest")
    def strongest(self, row):
        return row.n_strongest

    @admin.display(description="routine")
    def routine(self, row):
        return row.n_routine

    def get_urls(self):
        wrap, name = self.admin_site.admin_view, "profiles_exampleset_{}".format
        return [
            path("<int:pk>/import/", wrap(self.import_view), name=name("import")),
            path("<int:pk>/mailbox/", wrap(self.mailbox_view), name=name("mailbox")),
            path("<int:pk>/activate/", wrap(self.activate_view), name=name("activate")),
            path("<int:pk>/snooze/", wrap(self.snooze_view), name=name("snooze")),
            *super().get_urls(),
        ]

    def change_view(self, request, object_id, form_url="", extra_context=None):
        found = self.get_object(request, object_id)
        extra = {} if found is None else self.panel(found, request.session.pop(f"snooze {found.pk}", None))
        return super().change_view(request, object_id, form_url, {**ONE_SAVE, **extra, **(extra_context or {})})

    def response_post_save_change(self, request, obj):
        """What there is to do with a set is on its page."""
        return redirect("admin:profiles_exampleset_change", obj.pk)

    def panel(self, example_set, typed=None):
        """What stands under the fields; ``typed`` is what was filled in when reminders were last refused to wait."""
        return {
            "coverage": coverage(list(example_set.examples.all()), timezone.now()),
            "imports": example_set.imports.all()[:5],
            "profiles": example_set.profiles.all()[:5],
            "overdue": example_set.is_overdue(timezone.localdate()),
            "snooze_form": SnoozeForm(initial=typed),
        }

    def import_view(self, request, pk):
        example_set = get_object_or_404(ExampleSet.objects.select_related("rep"), pk=pk)
        form = MailUploadForm(*given(request))
        if request.method == "POST" and form.is_valid():
            started = begin_all(request, form, MailImport.Purpose.EXAMPLES, example_set.rep, example_set)
            if started:
                return redirect("import_detail", started[-1].pk)
        return upload_page(self, request, form, f"Bring in mail of {example_set.rep}", example_set)

    def mailbox_view(self, request, pk):
        """Read a folder of the rep's mailbox; the folders are those the server has at this moment."""
        example_set = get_object_or_404(ExampleSet.objects.select_related("rep__mailbox"), pk=pk)
        rep, title = example_set.rep, f"Read mail of {example_set.rep} from their mailbox"
        if not hasattr(rep, "mailbox"):
            messages.warning(request, f"No mailbox is set up for {rep} yet: fill it in here, at the foot of the page.")
            return redirect("admin:profiles_rep_change", rep.pk)
        try:
            with mailbox.opened(rep.mailbox) as server:
                folders = mailbox.folders(server)
        except (Refused, *mailbox.TROUBLE) as error:
            messages.error(request, getattr(error, "sentence", f"{rep.mailbox.host}: {mailbox.words_of(error)}"))
            return redirect("admin:profiles_rep_change", rep.pk)
        form = FolderForm(request.POST or None, folders=folders)
        if form.is_valid():
            asked = form.cleaned_data
            found = imports.begin_folder(
                MailImport.Purpose.EXAMPLES, rep, asked["folder"], asked["since"], asked["until"], request.user, example_set
            )
            return redirect("import_detail", found.pk)
        return upload_page(self, request, form, title, example_set)

    def activate_view(self, request, pk):
        example_set = get_object_or_404(ExampleSet, pk=pk)
        back = redirect("admin:profiles_exampleset_change", pk)
        if request.method != "POST":
            return back
        try:
            profile = actions.activate(example_set, request.user)
        except Refused as refusal:
            messages.error(request, refusal.sentence)
            return back
        messages.success(request, f"The set is active and version {profile.version} of the profile is being built.")
        return redirect("voice_profile", example_set.rep_id)

    def snooze_view(self, request, pk):
        example_set = get_object_or_404(ExampleSet, pk=pk)
        form = SnoozeForm(request.POST or None)
        if request.method == "POST":
            try:
                if not form.is_valid():
                    raise Refused(" ".join(error[0] for error in form.errors.values()))
                actions.snooze(example_set, request.user, **form.cleaned_data)
                messages.success(request, f"No reminders before {form.cleaned_data['until']:%-d %B %Y}.")
            except Refused as refusal:
                messages.error(request, refusal.sentence)
                request.session[f"snooze {pk}"] = {name: request.POST.get(name, "")[:400] for name in form.fields}
        return redirect("admin:profiles_exampleset_change", pk)


def given(request) -> tuple:
    """What a form is bound to: nothing before it was sent, everything (also nothing at all) after."""
    return (request.POST, request.FILES) if request.method == "POST" else ()


def begin_all(request, form, purpose, rep, example_set=None) -> list[MailImport]:
    """One import for each file; a file that is refused is named, the others go on."""
    started = []
    own_folder = form.cleaned_data.get("own_folder", False)
    for name, pieces in form.uploads():
        try:
            started.append(imports.begin(purpose, rep, name, pieces, request.user, example_set, own_folder=own_folder))
        except Refused as refusal:
            messages.error(request, refusal.sentence)
    return started


def upload_page(model_admin, request, form, title, example_set=None):
    context = {**model_admin.admin_site.each_context(request), "form": form, "title": title, "opts": model_admin.opts}
    return render(request, "admin/profiles/import.html", {**context, "example_set": example_set})


@admin.register(Example)
class ExampleAdmin(OpsAdmin):
    list_display = ["shown", "kind", "tag", "included", "lead_type", "stage"]
    list_editable = ["kind", "tag", "included", "lead_type", "stage"]
    list_filter = ["example_set", "tag", "kind", "included"]
    list_select_related = ["example_set__rep"]
    search_fields = ["reply", "incoming", "subject"]
    readonly_fields = ["message_id", "sent_at", "warnings_text"]
    fields = [
        "example_set",
        "subject",
        "incoming",
        "reply",
        ("kind", "tag"),
        ("lead_type", "stage"),
        "included",
        "warnings_text",
        "sent_at",
        "message_id",
    ]
    actions = ["tag_strongest", "tag_routine", "use", "leave_out"]
    list_per_page = 60

    def has_add_permission(self, request):
        """Examples come from real mail, not from a form."""
        return False

    def get_changelist_form(self, request, **kwargs):
        widgets = {name: forms.TextInput(attrs={"size": 12}) for name in ("lead_type", "stage")}
        return super().get_changelist_form(request, **{**kwargs, "widgets": widgets})

    def formfield_for_choice_field(self, db_field, request, **kwargs):
        """No tag is the usual thing, and takes little room."""
        if db_field.name == "tag":
            kwargs["choices"] = [("", "–"), *Example.Tag.choices]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    @admin.display(description="reply, and what it answers", ordering="reply")
    def shown(self, example):
        reply, incoming = (" ".join(text.split()) for text in (example.reply, example.incoming))
        below = [("answers", f"answers: {incoming[:140]}" if incoming else ""), ("looks", self.warnings_text(example))]
        return format_html(
            "{}{}",
            f"{reply[:220]}{'…' if len(reply) > 220 else ''}",
            format_html_join("", '<span class="{}">{}</span>', [(name, text) for name, text in below if text]),
        )

    @admin.display(description="look at")
    def warnings_text(self, example):
        return " ".join(w["sentence"] for w in example.warnings)

    @admin.action(description="Tag as strongest")
    def tag_strongest(self, request, queryset):
        self._set(request, queryset, tag="strongest")

    @admin.action(description="Tag as routine")
    def tag_routine(self, request, queryset):
        self._set(request, queryset, tag="routine")

    @admin.action(description="Use for the profile")
    def use(self, request, queryset):
        self._set(request, queryset, included=True)

    @admin.action(description="Leave out of the profile")
    def leave_out(self, request, queryset):
        self._set(request, queryset, included=False)

    def _set(self, request, queryset, **values):
        for example in queryset:
            for name, value in values.items():
                setattr(example, name, value)
            self.save_model(request, example, _Changed(values), change=True)
        messages.success(request, f"{len(queryset)} examples changed.")


class _Changed:
    """What save_model asks a form for, where there was no form."""

    def __init__(self, values):
        self.changed_data = list(values)


@admin.register(VoiceProfile)
class VoiceProfileAdmin(ReadOnlyAdmin):
    list_display = ["rep", "version", "status", "example_count", "bar", "built_at", "page"]
    list_filter = ["status", "rep__team"]
    list_select_related = ["rep"]
    fields = ["rep", "example_set", "version", "status", "example_count", "bar", "expected", "built_at", "error"]
    readonly_fields = ["bar", "expected"]

    def get_queryset(self, request):
        return super().get_queryset(request).defer("data")

    @admin.display(description="threshold", ordering="threshold", empty_value="–")
    def bar(self, profile):
        return None if profile.threshold is None else f"{profile.threshold:.2f}"

    @admin.display(description="expected hold rate", empty_value="–")
    def expected(self, profile):
        return None if profile.expected_hold_rate is None else f"{profile.expected_hold_rate:.1%}"

    @admin.display(description="page")
    def page(self, profile):
        return format_html('<a href="{}">Look at it</a>', reverse("voice_profile", args=[profile.rep_id]))


class ImportItemInline(admin.TabularInline):
    model = ImportItem
    extra = 0
    max_num = 0
    can_delete = False
    fields = readonly_fields = ["position", "subject", "outcome", "sentence"]

    def get_queryset(self, request):
        return super().get_queryset(request).exclude(outcome="kept")

    def has_view_permission(self, request, obj=None):
        return request.user.is_ops


@admin.register(MailImport)
class MailImportAdmin(ReadOnlyAdmin):
    list_display = ["source", "rep", "purpose", "status", "read", "kept", "known", "skipped", "requested_at"]
    list_filter = ["purpose", "status"]
    list_select_related = ["rep"]
    readonly_fields = ["error"]

    def has_add_permission(self, request):
        return request.user.is_ops

    def add_view(self, request, form_url="", extra_context=None):
        """Bring in a rep's incoming mail."""
        if not self.has_add_permission(request):
            return redirect("admin:index")
        form = ThreadUploadForm(*given(request))
        if request.method == "POST" and form.is_valid():
            started = begin_all(request, form, MailImport.Purpose.THREADS, form.cleaned_data["rep"])
            if started:
                return redirect("import_detail", started[-1].pk)
        return upload_page(self, request, form, "Bring in incoming mail")


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ["at", "actor", "verb", "target", "target_id"]
    list_filter = ["target"]
    list_select_related = ["actor"]
    date_hierarchy = None
