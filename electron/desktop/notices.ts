import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { blockedReason } from "../../shared/cleaning-state.ts";
import { assertNever } from "../../shared/result.ts";
import { words } from "./words.ts";

export interface NotificationContent {
  readonly cleaningId: string;
  readonly title: string;
  readonly body: string;
}

/** The last known state of a cleaning. */
export interface LastState {
  readonly state: Cleaning["state"];
  /**
   * Key of the last wait for the user and the progress at that time, so that automatic retries don't notify again;
   * `null` if there was none.
   */
  readonly stood: string | null;
}

export function lastStateOf(cleaning: Cleaning, before: LastState | undefined): LastState {
  return { state: cleaning.state, stood: attentionKey(cleaning) ?? before?.stood ?? null };
}

/** Returns a notification for a cleaning that ended or started to wait for the user; `null` for any other event. */
export function noticeOf(event: BridgeEvent, before: LastState | undefined): NotificationContent | null {
  if (event.event !== "cleaning.finished" && event.event !== "cleaning.changed") return null;
  const { cleaning } = event;
  const notice = (title: string, body: string) => ({ cleaningId: cleaning.id, title, body });
  const waitKey = attentionKey(cleaning);
  if (waitKey !== null) {
    return waitKey === before?.stood
      ? null
      : notice(words.needsYou(cleaning.name), cleaning.problem?.title ?? "");
  }
  if (event.event === "cleaning.changed" && cleaning.state === before?.state) return null;
  switch (cleaning.state) {
    case "done": {
      // The last change and the end are two events: notify only once.
      if (event.event !== "cleaning.finished") return null;
      const total = Object.values(cleaning.counts).reduce((sum, n) => sum + n, 0);
      const { deliverable } = cleaning.counts;
      return notice(words.finished(cleaning.name), words.finishedBody(deliverable, total, cleaning.sandbox));
    }
    case "failed":
      return event.event === "cleaning.finished" && before?.state === "failed"
        ? null
        : notice(words.failed(cleaning.name), cleaning.problem?.title ?? "");
    case "waiting":
    case "running":
    case "paused":
    case "cancelled":
    case "imported":
      return null;
    default:
      return assertNever(cleaning.state);
  }
}

function attentionKey(cleaning: Cleaning): string | null {
  const reason = blockedReason(cleaning);
  return reason === null ? null : `${reason} ${cleaning.problem?.code ?? ""} ${cleaning.verified}`;
}
