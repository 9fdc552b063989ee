/** Why a part or a cleaning came to stand as it does, as the timeline stores it: codes, whose words are made here. */
export const RESTORED = {
  paused: "restored.paused",
  unsure: "restored.unsure",
  settled: "restored.settled",
} as const;

export const GIVEN_UP = {
  part: "given_up.part",
  results: "given_up.results",
  answered: "given_up.answered",
} as const;

export const DOUBTED = "balance.fell";
export const OUT_LEFT = "out.left";
export const START_LOST = "start.lost";
export const REKEYED = "key.changed";

const WORDS: Readonly<Record<string, string>> = {
  [RESTORED.paused]: "Brought back from a backup or a copy; the service is asked before anything else",
  [RESTORED.unsure]: "Brought back from a backup or a copy; you are asked before anything is paid",
  [DOUBTED]: "The balance fell by more than Winnow spent; you are asked before anything is paid",
  [OUT_LEFT]: "You had the cleaned list left unwritten; the results are here",
  [START_LOST]: "The service accepted the start and does not show it; you are asked before it is sent again",
  [REKEYED]: "The account got another key; you are asked before anything is sent with it",
  [RESTORED.settled]: "Brought back from a backup or a copy",
  [GIVEN_UP.part]: "You gave it up after it was started",
  [GIVEN_UP.results]: "You gave it up: the results could not be summed up",
  [GIVEN_UP.answered]: "The service answered after you had given it up",
};

/** The words of an entry. What has no code holds its words itself. */
export function reasonInWords(why: string): string {
  return WORDS[why] ?? why;
}
