/** How the account's service wants a job to be named, once that is known: `query` or `path`. */
export const jobForm = {
  version: 6,
  sql: "ALTER TABLE accounts ADD COLUMN job_form TEXT;",
};
