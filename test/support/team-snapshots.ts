/** Tables of a backup of the team's data, in the order in which they can be restored. */
const TABLES = ["batches", "facts", "claims", "claimed"] as const;
const SEQUENCES = ["batch_keys", "claims_id_seq"] as const;

/** Returns SQL that keeps the team's data as `pg_dump` would, in place of an earlier backup. */
export function backupSql(): string {
  const sequences = SEQUENCES.map(
    (name) => `CREATE TABLE backup.${name} AS SELECT last_value, is_called FROM winnow.${name};`,
  );
  const tables = ["log", ...TABLES].map(
    (name) => `CREATE TABLE backup.${name} AS SELECT * FROM winnow.${name};`,
  );
  return `DROP SCHEMA IF EXISTS backup CASCADE; CREATE SCHEMA backup; ${[...tables, ...sequences].join(" ")}`;
}

/** Returns SQL that restores what {@link backupSql} has kept. */
export function restoreSql(): string {
  return [
    `TRUNCATE ${TABLES.map((name) => `winnow.${name}`).join(", ")};`,
    ...TABLES.map(
      (name) => `INSERT INTO winnow.${name} OVERRIDING SYSTEM VALUE SELECT * FROM backup.${name};`,
    ),
    "UPDATE winnow.log SET last = (SELECT last FROM backup.log);",
    ...SEQUENCES.map((name) => `SELECT setval('winnow.${name}', last_value, is_called) FROM backup.${name};`),
  ].join(" ");
}
