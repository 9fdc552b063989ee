/**
 * What was erased before erasing overwrote it still stands in free pages: of the journal until it is written anew, of
 * the archive likewise (store/scrub.ts).
 */
export const unscrubbed = {
  version: 9,
  sql: `
    INSERT OR REPLACE INTO settings (name, value) VALUES ('unscrubbed.journal', 'true'), ('unscrubbed.archive', 'true');
  `,
};
