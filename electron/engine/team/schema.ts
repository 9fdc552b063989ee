/** Maximum number of facts in a batch, of addresses that are claimed at once, and of a member's claims. */
export const MAX_BATCH_FACTS = 5_000_000;
export const MAX_CLAIMED = 5_000_000;
const MAX_CLAIMS = 10_000;
/** Maximum length of an address in characters, and of a time in Unix ms (the end of the year 9999). */
export const MAX_ENTRY_LENGTH = 320;
export const MAX_TIME = 253_402_300_799_999;

/**
 * Schema of the team's server. Members append facts and never change them: they write only through functions that know
 * the login of the session. What they write is bounded here, because a member's client may be broken or hostile.
 *
 * Batches are numbered in the order of their commits, so that a reader who has seen number n never misses a smaller
 * one: `winnow.seal` takes the number last and holds the lock on it until the commit. Transaction ids would not survive
 * a restore with `pg_dump`.
 */
const initial = {
  version: 1,
  sql: `
    CREATE SCHEMA winnow;
    REVOKE ALL ON SCHEMA winnow FROM PUBLIC;

    -- id: identity of this log. last: number of the newest batch. readers_from: oldest version that may use the schema.
    CREATE TABLE winnow.log (
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      version int NOT NULL,
      readers_from int NOT NULL,
      last bigint NOT NULL DEFAULT 0
    );

    -- login: role that the member logs in with. may_write: false for readers. pulled, erased: the last batch that the
    -- member has pulled, and the last erasure carried out on the member's computer.
    CREATE TABLE winnow.members (
      id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      login name NOT NULL UNIQUE,
      name text CHECK (length(name) <= 100),
      may_write boolean NOT NULL,
      joined_at timestamptz,
      removed_at timestamptz,
      pushed_at timestamptz,
      pulled_at timestamptz,
      pulled bigint NOT NULL DEFAULT 0,
      erased bigint NOT NULL DEFAULT 0
    );

    -- number: order of commits. id: chosen by the member, so that a repeated push is recognized.
    -- kind: 'verdicts' and 'outcomes' hold facts; 'suppression' entries that no one mails; 'removal' the ids of batches
    -- that it undoes; 'erasure' hashes of erased entries. scope: service whose verdicts these are. source: vocabulary of
    -- outcomes; 'imported' for verdicts from a results file. key: batch of its facts, together with the member.
    CREATE TABLE winnow.batches (
      number bigint PRIMARY KEY,
      key bigint NOT NULL CHECK (key BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}),
      id uuid NOT NULL UNIQUE,
      member int NOT NULL REFERENCES winnow.members (id),
      kind text NOT NULL CHECK (kind IN ('verdicts', 'outcomes', 'suppression', 'removal', 'erasure')),
      scope text CHECK (length(scope) <= 2000),
      source text CHECK (length(source) <= 100000),
      facts int NOT NULL CHECK (facts <= ${MAX_BATCH_FACTS}),
      at bigint NOT NULL CHECK (at BETWEEN 0 AND ${MAX_TIME}),
      -- Not the beginning of the transaction, which a member can choose.
      pushed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      UNIQUE (member, key)
    );
    CREATE SEQUENCE winnow.batch_keys;

    -- at: Unix ms, 0 if unknown. code: verdict or outcome. A fact counts only if its member is that of its batch.
    CREATE TABLE winnow.facts (
      batch bigint NOT NULL,
      at bigint NOT NULL CHECK (at BETWEEN 0 AND ${MAX_TIME}),
      member int NOT NULL,
      code smallint NOT NULL CHECK (code BETWEEN 0 AND 255),
      flags smallint NOT NULL CHECK (flags BETWEEN 0 AND 255),
      address text NOT NULL CHECK (length(address) <= ${MAX_ENTRY_LENGTH})
    );
    CREATE INDEX facts_by_batch ON winnow.facts (batch);

    -- Claims of parts of cleanings that are being verified, or may be charged without a verdict. A claim is in progress
    -- while it is open and its lease lasts. device: data folder of the member. taken_over: another member has claimed
    -- some of its addresses since.
    CREATE TABLE winnow.scopes (id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY, name text NOT NULL UNIQUE CHECK (length(name) <= 2000));
    CREATE TABLE winnow.claims (
      id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      member int NOT NULL REFERENCES winnow.members (id),
      device uuid NOT NULL,
      scope int NOT NULL REFERENCES winnow.scopes (id),
      cleaning uuid NOT NULL,
      part int NOT NULL,
      state text NOT NULL DEFAULT 'sent' CHECK (state IN ('sent', 'perhaps_charged', 'charged')),
      is_open boolean NOT NULL DEFAULT true,
      taken_over boolean NOT NULL DEFAULT false,
      lease timestamptz NOT NULL,
      UNIQUE (member, cleaning, part)
    );
    CREATE TABLE winnow.claimed (
      address text NOT NULL CHECK (length(address) <= ${MAX_ENTRY_LENGTH}),
      scope int NOT NULL,
      claim int NOT NULL,
      PRIMARY KEY (address, scope)
    );
    CREATE INDEX claimed_by_claim ON winnow.claimed (claim);

    CREATE FUNCTION winnow.me() RETURNS int
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$ SELECT id FROM winnow.members WHERE login = session_user AND removed_at IS NULL $$;

    -- Returns the member if the session may write.
    CREATE FUNCTION winnow.writer() RETURNS int
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$
      DECLARE
        own int := (SELECT id FROM winnow.members WHERE id = winnow.me() AND may_write);
      BEGIN
        IF own IS NULL THEN RAISE insufficient_privilege; END IF;
        RETURN own;
      END $$;

    -- Appends facts to a batch that is not sealed yet; to a new one if p_key is NULL. Returns its key.
    CREATE FUNCTION winnow.append(
      p_key bigint, p_at bigint[], p_codes smallint[], p_flags smallint[], p_addresses text[]
    ) RETURNS bigint
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$
      DECLARE
        own int := winnow.writer();
        assigned bigint := coalesce(p_key, nextval('winnow.batch_keys'));
      BEGIN
        -- The row is locked until the commit, so that no other session of the member seals the batch.
        UPDATE winnow.members SET pushed_at = now() WHERE id = own;
        IF EXISTS (SELECT FROM winnow.batches WHERE member = own AND key = assigned) THEN
          RAISE insufficient_privilege;
        END IF;
        INSERT INTO winnow.facts (batch, at, member, code, flags, address)
          SELECT assigned, one.at, own, one.code, one.flags, one.address
          FROM unnest(p_at, p_codes, p_flags, p_addresses) AS one (at, code, flags, address);
        RETURN assigned;
      END $$;

    -- Numbers a batch whose facts were appended before. Returns its number.
    CREATE FUNCTION winnow.seal(
      p_key bigint, p_id uuid, p_kind text, p_scope text, p_source text, p_at bigint
    ) RETURNS bigint
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$
      DECLARE
        assigned bigint;
        own int := winnow.writer();
        is_owner boolean := pg_has_role(session_user, current_user, 'USAGE');
        appended bigint;
      BEGIN
        UPDATE winnow.members SET pushed_at = now() WHERE id = own;
        SELECT count(*) INTO appended FROM winnow.facts WHERE batch = p_key AND member = own;
        IF p_kind = 'erasure' AND NOT is_owner THEN
          RAISE insufficient_privilege;
        END IF;
        IF p_kind = 'removal' AND NOT is_owner AND EXISTS (
          SELECT FROM winnow.facts WHERE batch = p_key AND member = own AND NOT EXISTS (
            SELECT FROM winnow.batches WHERE batches.member = own AND batches.id::text = facts.address)) THEN
          RAISE insufficient_privilege;
        END IF;
        UPDATE winnow.log SET last = last + 1 RETURNING last INTO assigned;
        INSERT INTO winnow.batches (number, key, id, member, kind, scope, source, facts, at)
          VALUES (assigned, p_key, p_id, own, p_kind, p_scope, p_source, appended, p_at);
        RETURN assigned;
      END $$;

    -- Deletes the member's claims of a cleaning; only of its part p_part unless that is NULL.
    CREATE FUNCTION winnow.release(p_cleaning uuid, p_part int) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$
      DECLARE
        gone int[] := ARRAY(
          SELECT id FROM winnow.claims
          WHERE cleaning = p_cleaning AND (p_part IS NULL OR part = p_part) AND member = winnow.me()
        );
      BEGIN
        DELETE FROM winnow.claimed WHERE claim = ANY (gone);
        DELETE FROM winnow.claims WHERE id = ANY (gone);
      END $$;

    -- Claims addresses for the parts of a cleaning, in place of the claims of p_replaces. Claims of one scope wait for
    -- each other. p_takes_over: also claims addresses of others whose lease has expired; they may be charged already.
    -- Returns how many addresses were not claimed by p_replaces before, how many others hold, and the number of the newest
    -- batch afterwards.
    CREATE FUNCTION winnow.claim(
      p_device uuid, p_scope text, p_cleaning uuid, p_replaces uuid, p_addresses text[], p_parts int[],
      p_takes_over boolean
    ) RETURNS TABLE (added int, rejected int, last bigint)
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$
      DECLARE
        own int := winnow.writer();
        scope_id int;
        old int[];
        kept int;
        expired int[];
      BEGIN
        IF cardinality(p_addresses) > ${MAX_CLAIMED} THEN RAISE program_limit_exceeded; END IF;
        -- The row lock lasts until the commit.
        SELECT id INTO scope_id FROM winnow.scopes WHERE name = p_scope FOR UPDATE;
        -- Not for each claim: also a conflict takes a number.
        IF scope_id IS NULL THEN
          INSERT INTO winnow.scopes (name) VALUES (p_scope)
            ON CONFLICT (name) DO UPDATE SET name = EXCLUDED.name RETURNING id INTO scope_id;
        END IF;
        INSERT INTO winnow.claims (member, device, scope, cleaning, part, lease)
          SELECT DISTINCT own, p_device, scope_id, p_cleaning, part, now() + interval '15 minutes' FROM unnest(p_parts) AS part;
        IF (SELECT count(*) FROM winnow.claims WHERE member = own) > ${MAX_CLAIMS} THEN
          RAISE program_limit_exceeded;
        END IF;
        old := ARRAY(SELECT id FROM winnow.claims WHERE cleaning = p_replaces AND member = own);
        UPDATE winnow.claimed AS held SET claim = fresh.id
          FROM unnest(p_addresses, p_parts) AS wanted (address, part)
          JOIN winnow.claims AS fresh
            ON fresh.member = own AND fresh.cleaning = p_cleaning AND fresh.part = wanted.part
          WHERE held.address = wanted.address AND held.scope = scope_id AND held.claim = ANY (old);
        GET DIAGNOSTICS kept = ROW_COUNT;
        DELETE FROM winnow.claimed WHERE claim = ANY (old);
        DELETE FROM winnow.claims WHERE id = ANY (old);
        -- Locked, so that none of them is renewed until the commit.
        expired := ARRAY(
          SELECT id FROM winnow.claims WHERE scope = scope_id AND NOT (is_open AND lease > now()) FOR UPDATE
        );
        DELETE FROM winnow.claimed WHERE claim IN (
          SELECT id FROM winnow.claims WHERE id = ANY (expired) AND lease < now() - interval '90 days');
        DELETE FROM winnow.claims WHERE id = ANY (expired) AND lease < now() - interval '90 days';
        IF p_takes_over AND expired <> '{}' THEN
          UPDATE winnow.claims SET taken_over = true WHERE id IN (
            SELECT DISTINCT held.claim FROM winnow.claimed AS held
            JOIN unnest(p_addresses) AS wanted ON held.address = wanted
            WHERE held.scope = scope_id AND held.claim = ANY (expired));
        END IF;
        INSERT INTO winnow.claimed AS held (address, scope, claim)
          SELECT wanted.address, scope_id, fresh.id
          FROM unnest(p_addresses, p_parts) AS wanted (address, part)
          JOIN winnow.claims AS fresh
            ON fresh.member = own AND fresh.cleaning = p_cleaning AND fresh.part = wanted.part
          ON CONFLICT (address, scope) DO UPDATE SET claim = EXCLUDED.claim WHERE p_takes_over AND held.claim = ANY (expired);
        GET DIAGNOSTICS added = ROW_COUNT;
        rejected := cardinality(p_addresses) - kept - added;
        -- Parts without all of their addresses must not be charged.
        IF rejected > 0 THEN
          UPDATE winnow.claims SET taken_over = true WHERE cleaning = p_cleaning AND member = own AND part IN (
            SELECT wanted.part FROM unnest(p_addresses, p_parts) AS wanted (address, part)
            JOIN winnow.claims AS fresh
              ON fresh.member = own AND fresh.cleaning = p_cleaning AND fresh.part = wanted.part
            LEFT JOIN winnow.claimed AS held
              ON held.address = wanted.address AND held.scope = scope_id AND held.claim = fresh.id
            WHERE held.address IS NULL);
        END IF;
        SELECT log.last INTO last FROM winnow.log;
        RETURN NEXT;
      END $$;

    -- Updates the state of a claim of the member.
    CREATE FUNCTION winnow.mark(p_cleaning uuid, p_part int, p_state text, p_is_open boolean) RETURNS void
      LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$
        UPDATE winnow.claims SET state = p_state, is_open = p_is_open
        WHERE cleaning = p_cleaning AND part = p_part AND member = winnow.me()
      $$;

    -- Renews the leases of the member's open claims with these ids, except those that someone has taken over. Returns
    -- the renewed ones.
    CREATE FUNCTION winnow.renew(p_claims int[]) RETURNS SETOF int
      LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$
        UPDATE winnow.claims SET lease = now() + interval '15 minutes'
        WHERE id = ANY (p_claims) AND member = winnow.me() AND is_open AND NOT taken_over
        RETURNING id
      $$;

    -- Records that the member has pulled and erased up to a batch; with a name, how colleagues call the member.
    CREATE FUNCTION winnow.note_pull(p_number bigint, p_erased bigint, p_name text) RETURNS void
      LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$
        UPDATE winnow.members SET pulled_at = now(), pulled = least(greatest(p_number, 0), (SELECT last FROM winnow.log)),
          erased = least(greatest(p_erased, 0), (SELECT last FROM winnow.log)), name = coalesce(left(p_name, 100), name),
          joined_at = coalesce(joined_at, now())
        WHERE id = winnow.me()
      $$;

    -- For the owner: deletes all facts and claims of these addresses and domains (with a leading '@'), and appends their
    -- hashes as an erasure. Returns the number of deleted facts.
    CREATE FUNCTION winnow.erase(p_id uuid, p_entries text[], p_hashes text[], p_domains text[]) RETURNS int
      LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
      AS $$
      DECLARE
        domains text[] := ARRAY(SELECT entry FROM unnest(p_entries) AS entry WHERE entry LIKE '@%');
        erasure bigint := nextval('winnow.batch_keys');
        deleted int;
      BEGIN
        -- In the order of a push, to avoid a deadlock with one of the owner.
        PERFORM FROM winnow.members WHERE id = winnow.me() FOR UPDATE;
        -- Waits for running pushes, which may hold the same addresses.
        LOCK TABLE winnow.facts IN SHARE ROW EXCLUSIVE MODE;
        DELETE FROM winnow.facts WHERE address = ANY (p_entries)
          OR EXISTS (SELECT FROM unnest(domains) AS one WHERE right(address, length(one)) = one);
        GET DIAGNOSTICS deleted = ROW_COUNT;
        DELETE FROM winnow.claimed WHERE address = ANY (p_entries)
          OR EXISTS (SELECT FROM unnest(domains) AS one WHERE right(address, length(one)) = one);
        INSERT INTO winnow.facts (batch, at, member, code, flags, address)
          SELECT erasure, 0, winnow.me(), 0, 0, hash FROM unnest(p_hashes) AS hash
          UNION ALL SELECT erasure, 0, winnow.me(), 1, 0, hash FROM unnest(p_domains) AS hash;
        PERFORM winnow.seal(erasure, p_id, 'erasure', NULL, NULL, (extract(epoch FROM now()) * 1000)::bigint);
        RETURN deleted;
      END $$;

    -- For the owner: takes back what a member has shared since then; everything if p_since is NULL. Deletes the facts, and
    -- appends the ids of their batches as a removal. Returns the number of deleted facts.
    CREATE FUNCTION winnow.undo(p_id uuid, p_login name, p_since timestamptz) RETURNS int
      LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
      AS $$
      DECLARE
        removal bigint := nextval('winnow.batch_keys');
        deleted int;
      BEGIN
        PERFORM FROM winnow.members WHERE id = winnow.me() FOR UPDATE;
        INSERT INTO winnow.facts (batch, at, member, code, flags, address)
          SELECT removal, 0, winnow.me(), 0, 0, batches.id::text
          FROM winnow.batches JOIN winnow.members ON members.id = batches.member
          WHERE members.login = p_login AND batches.kind IN ('verdicts', 'outcomes', 'suppression')
            AND batches.pushed_at >= coalesce(p_since, '-infinity') AND batches.facts > 0;
        IF NOT FOUND THEN RETURN 0; END IF;
        DELETE FROM winnow.facts USING winnow.batches, winnow.facts AS gone
          WHERE gone.batch = removal AND gone.member = winnow.me() AND batches.id::text = gone.address
            AND facts.batch = batches.key AND facts.member = batches.member;
        GET DIAGNOSTICS deleted = ROW_COUNT;
        UPDATE winnow.batches SET facts = 0 FROM winnow.facts AS gone
          WHERE gone.batch = removal AND gone.member = winnow.me() AND batches.id::text = gone.address;
        PERFORM winnow.seal(removal, p_id, 'removal', NULL, NULL, (extract(epoch FROM now()) * 1000)::bigint);
        RETURN deleted;
      END $$;

    -- For the owner: lets an existing login use the team's data.
    CREATE FUNCTION winnow.admit(p_login name, p_may_write boolean) RETURNS void
      LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
      AS $$
      BEGIN
        INSERT INTO winnow.members (login, may_write) VALUES (p_login, p_may_write)
          ON CONFLICT (login) DO UPDATE SET may_write = EXCLUDED.may_write, removed_at = NULL;
        EXECUTE format('GRANT USAGE ON SCHEMA winnow TO %I', p_login);
        EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA winnow TO %I', p_login);
        EXECUTE format('GRANT EXECUTE ON FUNCTION winnow.me, winnow.note_pull TO %I', p_login);
        EXECUTE format(
          CASE WHEN p_may_write THEN 'GRANT EXECUTE ON FUNCTION %s TO %I' ELSE 'REVOKE EXECUTE ON FUNCTION %s FROM %I' END,
          'winnow.append, winnow.seal, winnow.claim, winnow.mark, winnow.renew, winnow.release', p_login);
      END $$;

    -- Ends the access of a login. Waits for no transaction of the member.
    CREATE FUNCTION winnow.shut_out(p_login name) RETURNS void
      LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
      AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = p_login) THEN RETURN; END IF;
        EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA winnow FROM %I', p_login);
        EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA winnow FROM %I', p_login);
        EXECUTE format('REVOKE ALL ON SCHEMA winnow FROM %I', p_login);
      END $$;

    CREATE FUNCTION winnow.dismiss(p_login name) RETURNS void
      LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
      AS $$
      BEGIN
        PERFORM winnow.shut_out(p_login);
        -- What the member was verifying may be charged already.
        UPDATE winnow.claims SET is_open = false
          WHERE member = (SELECT id FROM winnow.members WHERE login = p_login);
        UPDATE winnow.members SET removed_at = now() WHERE login = p_login;
      END $$;

    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA winnow FROM PUBLIC;
    INSERT INTO winnow.log (version, readers_from) VALUES (1, 1);
  `,
};

export interface TeamMigration {
  readonly version: number;
  readonly sql: string;
}

/** Migrations of the team's server, in order of version. Never edit a released migration. */
export const TEAM_MIGRATIONS: readonly TeamMigration[] = [initial];
/** Version that this Winnow reads and writes. */
export const TEAM_SCHEMA_VERSION = Math.max(...TEAM_MIGRATIONS.map(({ version }) => version));
