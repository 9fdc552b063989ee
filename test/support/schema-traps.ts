/**
 * SQL that creates operators and functions in the schema `public` that match better than those of PostgreSQL for types
 * that those take only after a conversion. Each one fails when it is called.
 */
export const TRAPS = `
  DO $$
  DECLARE
    types text[] := ARRAY['int4', 'int8', 'numeric', 'float8', 'text', 'name', 'uuid', 'bool', 'timestamptz', 'interval',
      'oid'];
    -- Functions that the client's SQL calls, also by its syntax.
    functions text[] := ARRAY['now', 'extract', 'date_part', 'left', 'count', 'sum', 'nextval', 'pg_get_userbyid',
      'pg_has_role', 'has_schema_privilege', 'has_database_privilege', 'to_regclass', 'to_regnamespace',
      'pg_advisory_xact_lock', 'length'];
    body text := 'BEGIN RAISE ''trapped''; END';
    one text;
    other text;
    called text;
    returned text;
  BEGIN
    FOREACH called IN ARRAY ARRAY['+', '-', '*', '/', '=', '<>', '<', '>', '<=', '>=', '||'] LOOP
      returned := CASE WHEN called IN ('+', '-', '*', '/') THEN 'float8' WHEN called = '||' THEN 'text' ELSE 'bool' END;
      FOREACH one IN ARRAY types LOOP
        FOREACH other IN ARRAY types LOOP
          CONTINUE WHEN to_regoperator(format('pg_catalog.%s(%s,%s)', called, one, other)) IS NOT NULL;
          EXECUTE format('CREATE FUNCTION public.%I(%s, %s) RETURNS %s LANGUAGE plpgsql AS %L',
            'trap ' || called, one, other, returned, body);
          EXECUTE format('CREATE OPERATOR public.%s (FUNCTION = public.%I, LEFTARG = %s, RIGHTARG = %s)',
            called, 'trap ' || called, one, other);
        END LOOP;
      END LOOP;
    END LOOP;
    FOREACH called IN ARRAY functions LOOP
      FOREACH one IN ARRAY types LOOP
        IF to_regprocedure(format('pg_catalog.%I(%s)', called, one)) IS NULL THEN
          EXECUTE format('CREATE FUNCTION public.%I(%s) RETURNS text LANGUAGE plpgsql AS %L', called, one, body);
        END IF;
        FOREACH other IN ARRAY types LOOP
          CONTINUE WHEN to_regprocedure(format('pg_catalog.%I(%s,%s)', called, other, one)) IS NOT NULL;
          EXECUTE format('CREATE FUNCTION public.%I(%s, %s) RETURNS text LANGUAGE plpgsql AS %L',
            called, other, one, body);
        END LOOP;
      END LOOP;
    END LOOP;
    EXECUTE format('CREATE FUNCTION public.trap_json(json, record) RETURNS json LANGUAGE plpgsql AS %L', body);
    CREATE AGGREGATE public.json_agg(record) (SFUNC = public.trap_json, STYPE = json);
  END $$`;
