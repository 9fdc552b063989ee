/**
 * What the environment says, with the key taken out of `from`: whatever Winnow starts from then on, a browser among it,
 * would hand it on to all that it starts. So is what would have Node trust any peer, and say so on every connection.
 */
export function takeEnvironment(from: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const taken = { ...from, WINNOW_API_KEY: from.WINNOW_API_KEY };
  delete from.WINNOW_API_KEY;
  delete from.NODE_TLS_REJECT_UNAUTHORIZED;
  return taken;
}
