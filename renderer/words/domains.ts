import { count, counted } from "../../shared/numbers.ts";

export const lookWords = {
  find: "Find domains that cannot receive mail",
  help: "Free. Only the names of the domains leave this machine, to your network's DNS.",
  looking: (done: number, total: number) =>
    total === 0 ? "Asking DNS…" : `Asking DNS… ${count(done)} of ${counted(total, "domain")}`,
  stop: "Stop asking",
  show: "Show them",
  correct: (typos: number) => `Correct ${counted(typos, "likely typo")} there`,
  title: "Domains that cannot receive mail",
  drawerHelp:
    "Addresses there are left out of the price and count as undeliverable, unless you choose to verify them.",
} as const;
