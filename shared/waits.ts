/** Reasons for a cleaning to wait; those that need the user come first. */
export const WAIT_REASONS = [
  "user",
  "credits",
  "account",
  "disk",
  "slot",
  "network",
  "service",
  "list",
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

export const WAIT_WORDS: Record<WaitReason, string> = {
  user: "Waiting for you",
  credits: "Waiting for credits",
  account: "Waiting for the account",
  disk: "Waiting for space on the disk",
  slot: "Waiting for a free slot at the service",
  network: "Waiting for the network",
  service: "Waiting for the service",
  list: "Waiting for another list",
};

export function waitWords({
  for: reason,
  lists = [],
}: {
  for: WaitReason;
  lists?: readonly string[];
}): string {
  return lists.length === 0
    ? WAIT_WORDS[reason]
    : `Waiting for ${lists.map((name) => `'${name}'`).join(", ")}`;
}

export const WAIT_ENDS: Record<WaitReason, string> = {
  user: "It continues once you agree.",
  credits: "It continues on its own once the account has enough.",
  account: "It continues on its own once the account works again.",
  disk: "It continues on its own once files can be written again.",
  slot: "It continues on its own once another list there is done.",
  network: "It continues on its own once the service can be reached.",
  service: "It continues on its own once the service responds normally.",
  list: "It continues on its own once that list is done.",
};

/** Returns whether a wait ends without user action. */
export function isTransientWait(reason: WaitReason): boolean {
  return reason === "slot" || reason === "network" || reason === "service" || reason === "list";
}

/** Time without progress after which speed and time left are hidden, in milliseconds. */
export const STALLED_AFTER_MS = 30_000;
