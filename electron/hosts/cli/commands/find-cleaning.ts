import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Session } from "../session.ts";

/**
 * Finds a cleaning by id, unique id prefix or unique name. If several match, returns the only one that satisfies
 * `isMeant`. Fails with `cleaning_unknown` or `cleaning_ambiguous`.
 */
export async function findCleaning(
  session: Session,
  name: string,
  isMeant: (cleaning: Cleaning) => boolean = () => false,
): Promise<Result<Cleaning>> {
  const listed = await allCleanings(session);
  if (!listed.ok) return listed;
  const all = listed.value;
  const exact = all.find(({ id }) => id === name);
  if (exact !== undefined) return ok(exact);
  const called = all.filter((cleaning) => cleaning.name === name);
  const begun = all.filter((cleaning) => cleaning.id.startsWith(name) && !called.includes(cleaning));
  // A name may equal the prefix of another cleaning's id: treat that as ambiguous.
  const isEither = called.length > 0 && begun.length > 0;
  const matches = [...called, ...begun];
  const [only, ...more] = matches.length > 1 && !isEither ? matches.filter(isMeant) : matches;
  if (only !== undefined && more.length === 0) return ok(only);
  if (matches.length > 0) return fail(problem("cleaning_ambiguous", { cleaning: name }));
  return fail(problem("cleaning_unknown", { cleaning: name }));
}

export async function allCleanings(session: Session): Promise<Result<Cleaning[]>> {
  const all: Cleaning[] = [];
  for (let offset = 0; ; offset += 500) {
    const page = await session.call("cleanings.list", { offset, limit: 500 });
    if (!page.ok) return page;
    all.push(...page.value.cleanings);
    if (offset + 500 >= page.value.total) return ok(all);
  }
}
