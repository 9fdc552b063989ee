import type { DomainLookup } from "../../../../shared/bridge/domains.ts";
import { domainWords } from "../../../../shared/domain-words.ts";
import type { Result } from "../../../../shared/result.ts";
import type { Session } from "../session.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface DomainFlags {
  readonly domains?: boolean;
  readonly resolver?: string;
}

export async function lookUpDomains(
  session: Session,
  terminal: Terminal,
  listId: string,
): Promise<Result<DomainLookup>> {
  const stop = session.engine.on((event) => {
    if (event.event === "domains.progress" && event.listId === listId)
      terminal.progress("domains", event.done, event.total);
  });
  const looked = await session.call("domains.look", { listId });
  stop();
  terminal.endProgress();
  if (looked.ok) terminal.say(domainWords.answer(looked.value));
  return looked;
}
