/**
 * What was erased before erasing overwrote it still stands in free pages: of the journal until it is written anew, of
 * the archive likewise (store/scrub.ts). In a history that begins now there is no such thing.
 */
export const unscrubbed = {
  version: 9,
  sql: `
    INSERT OR REPLACE INTO settings (name, value)
      SELECT name, 'true'
      FROM (SELECT 'unscrubbed.journal' AS name UNION ALL SELECT 'unscrubbed.archive')
      WHERE EXISTS (SELECT 1 FROM settings) OR EXISTS (SELECT 1 FROM accounts) OR EXISTS (SELECT 1 FROM lists);
  `,
};
