import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Session } from "../session.ts";

/**
 * A cleaning by its id, else by the beginning of it or by its name, where only one is meant by either: a name may well be
 * how another's id begins. Of several, the only one that `isMeant` holds for. Problems: `cleaning_unknown`, `cleaning_ambiguous`.
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
  // A name may well be how another's id begins: neither is taken for the other.
  const isEither = called.length > 0 && begun.length > 0;
  const matches = [...called, ...begun];
  const [only, ...more] = matches.length > 1 && !isEither ? matches.filter(isMeant) : matches;
  if (only !== undefined && more.length === 0) return ok(only);
  if (matches.length > 0) return fail(problem("cleaning_ambiguous", { cleaning: name }));
  return fail(problem("cleaning_unknown", { cleaning: name }));
}

/** Every cleaning, newest first. */
export async function allCleanings(session: Session): Promise<Result<Cleaning[]>> {
  const all: Cleaning[] = [];
  for (let offset = 0; ; offset += 500) {
    const page = await session.call("cleanings.list", { offset, limit: 500 });
    if (!page.ok) return page;
    all.push(...page.value.cleanings);
    if (offset + 500 >= page.value.total) return ok(all);
  }
}
