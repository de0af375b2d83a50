"""What the admin pages of sales ops have in common."""

from django.contrib import admin
from django.core.paginator import Paginator
from django.db import connection, transaction
from django.utils.functional import cached_property

from profiles.models import record


class EstimatedPaginator(Paginator):
    """Never reads a large table to count it: the whole by the planner's estimate, a selection up to a limit."""

    LARGE = 10_000
    """Rows. A longer selection is shown up to here: who looks for something narrows it further."""

    @cached_property
    def count(self):
        query = self.object_list.query
        if not query.where and not query.distinct:
            with connection.cursor() as cursor:
                cursor.execute("SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass", [query.model._meta.db_table])
                estimate = cursor.fetchone()[0]
            if estimate > self.LARGE:
                return estimate
        return self.object_list.order_by()[: self.LARGE].count()


class OpsAdmin(admin.ModelAdmin):
    """Open to sales ops; every change leaves an audit row beside Django's own history."""

    show_full_result_count = False
    paginator = EstimatedPaginator

    def has_module_permission(self, request):
        return request.user.is_ops

    def has_view_permission(self, request, obj=None):
        return request.user.is_ops

    def has_add_permission(self, request):
        return request.user.is_ops

    def has_change_permission(self, request, obj=None):
        return request.user.is_ops

    def has_delete_permission(self, request, obj=None):
        return request.user.is_ops

    @transaction.atomic
    def save_model(self, request, obj, form, change):
        super().save_model(request, obj, form, change)
        record("changed in the admin" if change else "added in the admin", obj, request.user, fields=sorted(form.changed_data))

    @transaction.atomic
    def save_formset(self, request, form, formset, change):
        super().save_formset(request, form, formset, change)
        for obj, fields in getattr(formset, "changed_objects", []):
            record("changed in the admin", obj, request.user, fields=sorted(fields))
        for obj in getattr(formset, "new_objects", []):
            record("added in the admin", obj, request.user)

    @transaction.atomic
    def delete_model(self, request, obj):
        record("deleted in the admin", obj, request.user)
        super().delete_model(request, obj)

    @transaction.atomic
    def delete_queryset(self, request, queryset):
        for obj in queryset:
            record("deleted in the admin", obj, request.user)
        super().delete_queryset(request, queryset)


class OpsInline:
    """Rows edited on the page of another, by whoever may edit that."""

    def has_view_permission(self, request, obj=None):
        return request.user.is_ops

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


class ReadOnlyAdmin(OpsAdmin):
    """Rows that a job or a person wrote elsewhere: to look at, not to change."""

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False
