/**
 * For fault tests only: WINNOW_FAULT_POINT=`name` or `name#n` kills the process at the first or n-th call of that fault
 * point; `*#n` counts all points. A no-op without the variable.
 */
export function faultProbe(env: Readonly<Record<string, string | undefined>>): (point: string) => void {
  const wanted = env.WINNOW_FAULT_POINT;
  if (wanted === undefined || wanted === "") return () => {};
  const hash = wanted.lastIndexOf("#");
  const name = hash < 0 ? wanted : wanted.slice(0, hash);
  let left = hash < 0 ? 1 : Number(wanted.slice(hash + 1));
  return (point) => {
    if (name !== "*" && name !== point) return;
    left--;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  };
}
