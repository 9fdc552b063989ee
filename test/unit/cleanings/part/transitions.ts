import type { PartEvent } from "../../../../electron/engine/cleanings/part/events.ts";
import type { PartKind } from "../../../../electron/engine/cleanings/part/record.ts";

/**
 * Every state that each event can lead a part to, by the state that it finds the part in; where a state is not named,
 * the event changes nothing. The machine is held to this table exhaustively, and drawn from it in docs/part-states.md.
 */
export const TRANSITIONS: {
  readonly [T in PartEvent["type"]]: { readonly [K in PartKind]?: readonly PartKind[] };
} = {
  "upload.begun": {
    queued: ["uploading"],
  },
  "upload.answered": {
    uploading: ["preparing"],
    cancelled: ["cancelled"],
  },
  "upload.failed": {
    uploading: ["failed", "queued", "uncertain", "waiting"],
  },
  "check.begun": {
    queued: ["checking"],
  },
  "check.answered": {
    checking: ["checked"],
    uncertain: ["checked"],
    failed: ["failed"],
  },
  "check.failed": {
    checking: ["failed", "queued", "uncertain", "waiting"],
  },
  "check.unsent": {
    checking: ["queued"],
  },
  "status.answered": {
    preparing: ["downloading", "failed", "preparing", "ready", "verifying", "waiting"],
    starting: ["downloading", "failed", "starting", "verifying", "waiting"],
    verifying: ["downloading", "failed", "starting", "verifying", "waiting"],
    waiting: ["downloading", "verifying"],
  },
  "status.failed": {
    preparing: ["failed", "gone", "preparing", "queued", "waiting"],
    starting: ["failed", "gone", "preparing", "queued", "starting", "waiting"],
    verifying: ["failed", "gone", "preparing", "queued", "verifying", "waiting"],
  },
  "start.begun": {
    ready: ["starting"],
    starting: ["starting"],
  },
  "start.unaffordable": {
    queued: ["waiting"],
    ready: ["waiting"],
    starting: ["waiting"],
  },
  "credits.read": {
    waiting: ["waiting"],
  },
  "start.answered": {
    starting: ["verifying"],
  },
  "start.failed": {
    starting: ["failed", "gone", "preparing", "queued", "ready", "starting", "verifying", "waiting"],
  },
  "results.taken": {
    queued: ["done"],
    uploading: ["done"],
    checking: ["done"],
    checked: ["done"],
    preparing: ["done"],
    ready: ["done"],
    starting: ["done"],
    verifying: ["done"],
    downloading: ["done"],
  },
  "results.short": {
    downloading: ["downloading"],
  },
  "results.filled_in": {
    done: ["done"],
  },
  "fetch.failed": {
    downloading: ["downloading", "failed", "gone", "preparing", "queued", "verifying", "waiting"],
  },
  "fetch.unusable": {
    checked: ["checked"],
    downloading: ["downloading", "failed"],
  },
  recovered: {
    uploading: ["queued"],
    checking: ["uncertain"],
  },
  released: {
    waiting: ["downloading", "preparing", "queued", "verifying"],
  },
  "user.resumed": {
    queued: ["queued"],
    uploading: ["uploading"],
    checking: ["checking"],
    checked: ["checked"],
    preparing: ["preparing"],
    ready: ["ready"],
    waiting: ["downloading", "preparing", "queued", "verifying"],
    starting: ["starting"],
    verifying: ["verifying"],
    downloading: ["downloading"],
    failed: ["checked", "queued", "verifying"],
    gone: ["verifying"],
  },
  "user.agreed": {
    waiting: ["downloading", "preparing", "queued", "verifying"],
  },
  "user.sent_again": {
    uncertain: ["queued"],
    failed: ["queued"],
    gone: ["queued"],
  },
  "user.cancelled": {
    queued: ["cancelled"],
    uploading: ["cancelled"],
    uncertain: ["cancelled"],
    preparing: ["cancelled"],
    ready: ["cancelled"],
    waiting: ["cancelled"],
    starting: ["cancelled"],
    verifying: ["cancelled"],
    downloading: ["cancelled"],
  },
  "user.gave_up": {
    queued: ["cancelled", "failed"],
    uploading: ["cancelled", "failed"],
    checking: ["failed"],
    checked: ["failed"],
    uncertain: ["cancelled"],
    preparing: ["cancelled", "failed"],
    ready: ["cancelled", "failed"],
    waiting: ["cancelled", "failed"],
    starting: ["cancelled", "failed"],
    verifying: ["cancelled", "failed"],
    downloading: ["cancelled", "failed"],
  },
  removed: {
    preparing: ["preparing"],
    ready: ["ready"],
    waiting: ["waiting"],
    starting: ["starting"],
    verifying: ["verifying"],
    downloading: ["downloading"],
    done: ["done"],
    failed: ["failed"],
    cancelled: ["cancelled"],
    gone: ["gone"],
  },
  "removal.failed": {
    done: ["done"],
    failed: ["failed"],
    cancelled: ["cancelled"],
    gone: ["gone"],
  },
};
