/**
 * Returns a copy of the environment and removes the key and the team's URL from `from`, so that child processes such as a
 * browser don't inherit them. Also removes NODE_TLS_REJECT_UNAUTHORIZED, which would make Node trust any peer and print a warning.
 */
export function extractEnvironment(from: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { WINNOW_API_KEY, WINNOW_TEAM_URL } = from;
  const taken = { ...from, WINNOW_API_KEY, WINNOW_TEAM_URL };
  delete from.WINNOW_API_KEY;
  delete from.WINNOW_TEAM_URL;
  delete from.NODE_TLS_REJECT_UNAUTHORIZED;
  return taken;
}
