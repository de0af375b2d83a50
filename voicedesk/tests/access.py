"""Who gets what: every address and method, and what each kind of person is answered.

in     sent to sign in                    200  a page
no     404: it does not exist for them    302  done, or sent on (301: for good)
403    refused, 401 unknown               405  there is no such method here
409, 422  told what is missing or wrong: the door is open
"""

from itertools import product

PERSONS = ("anonymous", "owner", "other rep", "their manager", "another manager", "ops", "superuser")
"""The owner is the rep whose things they are; ``their manager`` manages that rep's team."""

# method, answers in the order of PERSONS, addresses by name (without one: by route)
Group = tuple[str, str, str]

OURS: list[Group] = [
    ("GET POST", "in 302 302 302 302 302 302", "home"),
    ("GET POST", "in 200 200 200 200 200 200", "queue"),
    # The rep's own things: their manager and sales ops look on, nobody else knows of them.
    ("GET POST", "in 200 no 200 no 200 200", "draft draft_handed voice_profile import_detail"),
    ("GET", "in 200 no 200 no 200 200", "moves"),
    ("POST", "in 302 no no no 302 302", "moves"),
    # Only the rep whose voice it is decides.
    (
        "POST",
        "in 302 no no no no no",
        "draft_save draft_read draft_approve draft_undo draft_reject draft_again draft_retry draft_handed_by_hand",
    ),
    ("POST", "in 422 no no no no no", "draft_scores"),
    (
        "GET",
        "in 405 405 405 405 405 405",
        "draft_scores draft_save draft_read draft_approve draft_undo draft_reject draft_again draft_retry draft_handed_by_hand",
    ),
    ("POST", "in no no no no 302 302", "import_go_on"),
    ("GET", "in 405 405 405 405 405 405", "import_go_on"),
    ("GET POST", "in 302 302 no no no no", "my_voice"),
    ("GET", "in 200 200 no no no no", "paste record"),
    ("POST", "in 200 200 no no no no", "record"),
    ("POST", "in 302 302 no no no no", "paste"),
    # Managers see their own teams' figures, which the test of reports shows; reps have no report.
    ("GET POST", "in no no 200 200 200 200", "report report_drafts report_what_if report_csv"),
    ("GET", "200 200 200 200 200 200 200", "healthz"),
    ("POST", "405 405 405 405 405 405 405", "healthz"),
]

ACCOUNTS: list[Group] = [
    ("GET POST", "200 302 302 302 302 302 302", "account_login account_signup"),
    ("GET", "302 200 200 200 200 200 200", "account_logout"),
    ("POST", "302 302 302 302 302 302 302", "account_logout"),
    ("GET POST", "200 200 200 200 200 200 200", "account_reset_password account_reset_password_from_key"),
    (
        "GET",
        "200 200 200 200 200 200 200",
        "account_inactive account_reset_password_done account_reset_password_from_key_done socialaccount_login_cancelled",
    ),
    (
        "POST",
        "405 405 405 405 405 405 405",
        "account_inactive account_reset_password_done account_reset_password_from_key_done socialaccount_login_cancelled",
    ),
    ("GET POST", "in 200 200 200 200 200 200", "account_reauthenticate account_change_password socialaccount_connections"),
    ("GET", "in 200 200 200 200 200 200", "mfa_index"),
    ("POST", "in 405 405 405 405 405 405", "mfa_index mfa_view_recovery_codes socialaccount_login_error"),
    # Nobody has a second factor in the test's world, and nobody has lately given their password.
    (
        "GET POST",
        "in 302 302 302 302 302 302",
        "account_set_password account_request_reauthentication_code account_confirm_reauthentication_code "
        "account_confirm_login_code mfa_authenticate mfa_reauthenticate mfa_activate_totp mfa_generate_recovery_codes",
    ),
    ("GET POST", "in no no no no no no", "mfa_deactivate_totp mfa_download_recovery_codes"),
    ("GET", "in no no no no no no", "mfa_view_recovery_codes"),
    ("GET", "in 401 401 401 401 401 401", "socialaccount_login_error"),
    ("GET POST", "in in in in in in in", "socialaccount_signup"),
    (
        "GET POST",
        "in 301 301 301 301 301 301",
        "accounts/social/login/cancelled/ accounts/social/login/error/ accounts/social/signup/ accounts/social/connections/",
    ),
    # What the libraries bring along and we closed; each also by its own name.
    (
        "GET POST",
        "in no no no no no no",
        "accounts/email/ accounts/confirm-email/ accounts/confirm-email/<path:key> admin/r/<path:rest> "
        "account_email account_email_verification_sent account_confirm_email admin:view_on_site",
    ),
    ("GET POST", "in 302 302 302 302 302 302", "admin/password_change/ admin:password_change"),
]


def of_models(models: str, *pages: str) -> str:
    return " ".join(f"admin:{model}_{page}" for model, page in product(models.split(), pages))


KEPT_BY_OPS = (
    "drafts_fact drafts_valuepoint drafts_objection drafts_policy drafts_lead profiles_user profiles_team profiles_rep "
    "profiles_exampleset"
)
LOOKED_AT = "drafts_thread drafts_draft drafts_delivery profiles_voiceprofile profiles_event"
EVERY = f"{KEPT_BY_OPS} {LOOKED_AT} profiles_example profiles_mailimport"
BARE = " ".join(f"admin/{m.replace('_', '/', 1)}/<path:object_id>/" for m in EVERY.split())

STAFF, STAFF_SENT_ON, NOBODY = "in in in in in 200 200", "in in in in in 302 302", "in in in in in 403 403"

ADMIN: list[Group] = [
    ("GET POST", STAFF, "admin:index admin:app_list"),
    ("GET", "in 403 403 403 403 302 302", "admin:login"),
    ("POST", "in 403 403 403 403 200 200", "admin:login"),
    ("GET", "in 302 302 302 302 405 405", "admin:logout"),
    ("POST", "in 302 302 302 302 200 200", "admin:logout"),
    ("GET", STAFF, "admin:password_change_done admin:jsi18n"),
    ("POST", "in in in in in 405 405", "admin:password_change_done admin:jsi18n admin:autocomplete"),
    ("GET", NOBODY, "admin:autocomplete"),  # nothing is named to be completed
    ("GET POST", "in in in in in no no", "admin/(?P<url>.*)$"),
    ("GET POST", STAFF_SENT_ON, BARE),
    ("GET POST", STAFF, of_models(EVERY, "changelist", "history")),
    ("GET POST", STAFF, of_models(KEPT_BY_OPS, "add", "change")),
    ("GET", STAFF, of_models(KEPT_BY_OPS, "delete")),
    ("POST", STAFF, of_models("profiles_team profiles_rep", "delete")),  # refused on the page: others hang on them
    ("POST", STAFF_SENT_ON, of_models("drafts_fact drafts_valuepoint drafts_objection drafts_policy drafts_lead", "delete")),
    ("POST", STAFF_SENT_ON, of_models("profiles_user profiles_exampleset", "delete")),
    ("GET POST", STAFF, "admin:auth_user_password_change admin:profiles_exampleset_import"),
    ("GET POST", STAFF_SENT_ON, "admin:profiles_exampleset_activate admin:profiles_exampleset_snooze"),
    ("GET POST", STAFF, "admin:drafts_fact_export admin:drafts_fact_import"),
    ("GET POST", "in no no no no 200 200", "policy_preview sets_beside"),
    ("GET POST", STAFF_SENT_ON, "admin:profiles_exampleset_mailbox"),  # to where the mailbox is set up
    # Examples come from real mail, imports from files: none is made by hand.
    ("GET POST", NOBODY, "admin:profiles_example_add"),
    ("GET POST", STAFF, "admin:profiles_example_change admin:profiles_mailimport_add"),
    ("GET", STAFF, "admin:profiles_example_delete"),
    ("POST", STAFF_SENT_ON, "admin:profiles_example_delete"),
    # What jobs and people wrote elsewhere is looked at, and changed by nobody.
    ("GET POST", NOBODY, of_models(LOOKED_AT, "add", "delete")),
    ("GET", STAFF, of_models(LOOKED_AT, "change")),
    ("POST", NOBODY, of_models(LOOKED_AT, "change")),
    ("GET POST", NOBODY, "admin:profiles_mailimport_delete"),
    ("GET", STAFF, "admin:profiles_mailimport_change"),
    ("POST", NOBODY, "admin:profiles_mailimport_change"),
]


def of_jobs(pages: str) -> str:
    return " ".join(f"admin:django_rq_{page}" for page in pages.split())


JOBS: list[Group] = [
    ("GET POST", "in 401 401 401 401 200 200", of_jobs("home_json")),
    (
        "GET POST",
        STAFF,
        of_jobs(
            "home jobs queue_details finished_jobs failed_jobs scheduled_jobs started_jobs deferred_jobs workers worker_details "
            "job_detail dashboard_changelist"
        ),
    ),
    ("GET", STAFF, of_jobs("delete_failed_jobs clear requeue_all delete_job requeue_job enqueue_job")),
    ("POST", STAFF_SENT_ON, of_jobs("delete_failed_jobs clear requeue_all delete_job requeue_job enqueue_job")),
    ("GET", "in in in in in 405 405", of_jobs("stop_job")),
    ("POST", STAFF_SENT_ON, of_jobs("stop_job")),
    ("GET POST", STAFF_SENT_ON, of_jobs("confirm_action actions")),
    # There are none of these in the test's world.
    ("GET POST", "in in in in in no no", of_jobs("result_detail cron_scheduler_detail cron_job_detail")),
]
"""The queues' pages: jobs name a draft or an import by its number, nothing else."""

ACTIONS = {
    "delete_selected": "drafts_fact drafts_valuepoint drafts_objection drafts_policy drafts_lead profiles_user profiles_team "
    "profiles_rep profiles_exampleset profiles_example",
    "remove_second_factor": "profiles_user",
    "tag_strongest": "profiles_example",
    "tag_routine": "profiles_example",
    "use": "profiles_example",
    "leave_out": "profiles_example",
    "retry": "drafts_draft",
}
"""Every action of the admin's lists, and whose they are; sales ops may, others do not get to the list."""


def table() -> dict[tuple[str, str], tuple[str, ...]]:
    """Answers by address and method. Raises ValueError for a second row about the same."""
    rows: dict[tuple[str, str], tuple[str, ...]] = {}
    for methods, answers, names in [*OURS, *ACCOUNTS, *ADMIN, *JOBS]:
        for name, method in product(names.split(), methods.split()):
            if (name, method) in rows:
                raise ValueError(f"Two rows about {method} {name}")
            rows[name, method] = tuple(answers.split())
    return rows
