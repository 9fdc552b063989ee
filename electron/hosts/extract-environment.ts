/**
 * Returns a copy of the environment and removes the key from `from`, so that child processes such as a browser don't
 * inherit it. Also removes NODE_TLS_REJECT_UNAUTHORIZED, which would make Node trust any peer and print a warning.
 */
export function extractEnvironment(from: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const taken = { ...from, WINNOW_API_KEY: from.WINNOW_API_KEY };
  delete from.WINNOW_API_KEY;
  delete from.NODE_TLS_REJECT_UNAUTHORIZED;
  return taken;
}
