"""What happens by the clock. Each of these may run twice, or on two hosts, and nothing happens twice."""

from rq.cron import register

from voicedesk.jobs import erase_old_mail, nudge, reconcile_drafts, reconcile_profiles, remind, watch_voices

register(reconcile_drafts, queue_name="drafts", interval=60, name="reconcile drafts")
register(reconcile_profiles, queue_name="profiles", interval=60, name="reconcile profiles")
register(nudge, queue_name="drafts", interval=900, name="nudges")
register(remind, queue_name="mail", cron="0 6 * * *", name="reminders")
register(watch_voices, queue_name="profiles", cron="30 5 * * *", name="voices that moved on")
register(erase_old_mail, queue_name="mail", cron="30 2 * * *", name="mail past its time")
