/** Shares out `grains` by `counts`: by largest remainder, and whatever is there has one at least. Nothing has none. */
export function grainsOf(counts: readonly number[], grains: number): number[] {
  const sum = counts.reduce((all, one) => all + one, 0);
  if (sum === 0) return counts.map(() => 0);
  const due = counts.map((one) => (one / sum) * grains);
  const given = due.map((one) => (one === 0 ? 0 : Math.max(1, Math.floor(one))));
  const short = (at: number) => (due[at] ?? 0) - (given[at] ?? 0);
  let left = grains - given.reduce((all, one) => all + one, 0);
  while (left !== 0) {
    const step = Math.sign(left);
    const able = [...given.keys()].filter((at) => (step > 0 ? given[at] !== 0 : (given[at] ?? 0) > 1));
    const best = able.reduce<number | undefined>(
      (most, at) => (most === undefined || step * short(at) > step * short(most) ? at : most),
      undefined,
    );
    if (best === undefined) return given;
    given[best] = (given[best] ?? 0) + step;
    left -= step;
  }
  return given;
}
