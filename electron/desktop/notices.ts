import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { assertNever } from "../../shared/result.ts";
import { words } from "./words.ts";

/** A notification to show; pressing it opens the cleaning. */
export interface Notice {
  readonly cleaningId: string;
  readonly title: string;
  readonly body: string;
}

/**
 * What is worth a notification: a cleaning that ended, or that has just come to wait for the user. `before`: the state in
 * which the cleaning was last heard of.
 */
export function noticeOf(event: BridgeEvent, before: Cleaning["state"] | undefined): Notice | null {
  if (event.event !== "cleaning.finished" && event.event !== "cleaning.changed") return null;
  const { cleaning } = event;
  if (event.event === "cleaning.changed" && cleaning.state === before) return null;
  const notice = (title: string, body: string) => ({ cleaningId: cleaning.id, title, body });
  switch (cleaning.state) {
    case "done": {
      // The last change and the end are told as two events: one notification.
      if (event.event !== "cleaning.finished") return null;
      const total = Object.values(cleaning.counts).reduce((sum, n) => sum + n, 0);
      return notice(words.finished(cleaning.name), words.finishedBody(cleaning.counts.deliverable, total));
    }
    case "failed":
      return event.event === "cleaning.finished" && before === "failed"
        ? null
        : notice(words.failed(cleaning.name), cleaning.problem?.title ?? "");
    case "waiting":
      return needsUser(cleaning)
        ? notice(words.needsYou(cleaning.name), cleaning.problem?.title ?? "")
        : null;
    case "running":
    case "paused":
    case "cancelled":
    case "imported":
      return null;
    default:
      return assertNever(cleaning.state);
  }
}

function needsUser(cleaning: Cleaning): boolean {
  return cleaning.parts.some((part) => part.waitingFor === "user" || part.waitingFor === "credits");
}
