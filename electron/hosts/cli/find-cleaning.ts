import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Session } from "./session.ts";

/**
 * A cleaning by its id, by the beginning of it, or by its name where only one is called so; of several, the only one that
 * `isMeant` holds for. Problems: `cleaning_unknown`, `cleaning_ambiguous`.
 */
export async function findCleaning(
  session: Session,
  name: string,
  isMeant: (cleaning: Cleaning) => boolean = () => false,
): Promise<Result<Cleaning>> {
  const listed = await allCleanings(session);
  if (!listed.ok) return listed;
  const ways = [
    ({ id }: Cleaning) => id === name,
    ({ id }: Cleaning) => id.startsWith(name),
    (cleaning: Cleaning) => cleaning.name === name,
  ];
  for (const way of ways) {
    const matches = listed.value.filter(way);
    const meant = matches.length > 1 ? matches.filter(isMeant) : matches;
    const [only] = meant;
    if (only !== undefined && meant.length === 1) return ok(only);
    if (matches.length > 1) return fail(problem("cleaning_ambiguous", { cleaning: name }));
  }
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
