from django.db import migrations

APPEND_ONLY = """
CREATE FUNCTION event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'event_is_append_only: the audit trail is not changed' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER event_is_append_only BEFORE UPDATE OR DELETE ON profiles_event
    FOR EACH ROW EXECUTE FUNCTION event_is_append_only();
"""

IMMUTABLE = """
CREATE FUNCTION voice_profile_built_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.data, NEW.threshold, NEW.version, NEW.built_at, NEW.example_count, NEW.status, NEW.rep_id, NEW.example_set_id)
        IS DISTINCT FROM
       (OLD.data, OLD.threshold, OLD.version, OLD.built_at, OLD.example_count, OLD.status, OLD.rep_id, OLD.example_set_id) THEN
        RAISE EXCEPTION 'voice_profile_built_is_immutable: build a new version instead' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER voice_profile_built_is_immutable BEFORE UPDATE ON profiles_voiceprofile
    FOR EACH ROW WHEN (OLD.status = 'built') EXECUTE FUNCTION voice_profile_built_is_immutable();
"""


class Migration(migrations.Migration):
    dependencies = [("profiles", "0001_initial")]

    operations = [
        migrations.RunSQL(
            APPEND_ONLY, "DROP TRIGGER event_is_append_only ON profiles_event; DROP FUNCTION event_is_append_only();"
        ),
        migrations.RunSQL(
            IMMUTABLE,
            "DROP TRIGGER voice_profile_built_is_immutable ON profiles_voiceprofile; DROP FUNCTION voice_profile_built_is_immutable();",
        ),
    ]
