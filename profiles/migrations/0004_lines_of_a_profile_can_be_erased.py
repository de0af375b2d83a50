from django.db import migrations

FUNCTION = """
CREATE OR REPLACE FUNCTION voice_profile_built_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF {unless}
        (NEW.threshold, NEW.version, NEW.built_at, NEW.example_count, NEW.status, NEW.rep_id, NEW.example_set_id)
        IS DISTINCT FROM
        (OLD.threshold, OLD.version, OLD.built_at, OLD.example_count, OLD.status, OLD.rep_id, OLD.example_set_id) THEN
        RAISE EXCEPTION 'voice_profile_built_is_immutable: build a new version instead' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
"""
# Erasing somebody (drafts/erasure.py) may take the quoted lines out of a profile, and nothing else; it says so for its transaction.
ALWAYS = FUNCTION.format(unless="NEW.data IS DISTINCT FROM OLD.data OR")
BUT_FOR_LINES = FUNCTION.format(
    unless="""(CASE WHEN current_setting('voicedesk.erasing', true) = 'on' THEN (NEW.data - 'lines') IS DISTINCT FROM (OLD.data - 'lines')
              ELSE NEW.data IS DISTINCT FROM OLD.data END) OR"""
)


class Migration(migrations.Migration):
    dependencies = [("profiles", "0003_mailboxes_and_folders")]

    operations = [migrations.RunSQL(BUT_FOR_LINES, ALWAYS)]
