import { foldAddress } from "../../../../../shared/addresses.ts";
import { type Check, MOST_ADDRESS } from "../../../../../shared/bridge/checks.ts";
import { type Problem, problem } from "../../../../../shared/problems.ts";
import { checkSyntax } from "../../../../engine/addresses/index.ts";
import { KEEP_UNSENT, NO_ADDRESS, readPasted } from "../../../../engine/checks/index.ts";

/** The addresses that a command was given, each once however it was spelt. */
export interface Asked {
  readonly different: readonly {
    readonly address: string;
    /** What is said of it without asking anybody: it is nothing that can be asked for; null: it can be. */
    readonly unaskable: Check | null;
    /** It is no address, so it costs nothing. */
    readonly isFree: boolean;
  }[];
  /** As they were given, in order; `of`: the place in `different`. */
  readonly spellings: readonly { readonly address: string; readonly of: number }[];
  /** How many of the words are no address, and the words; a name beside an address is none of them. */
  readonly words: number;
  readonly rest: string;
}

/** Reads what a command was given as the page reads what is pasted: `Ann Smith <ann@acme.example>` is one address. */
export function askedAddresses(given: readonly string[]): Asked {
  const different: Asked["different"][number][] = [];
  const places = new Map<string, number>();
  const spellings = given.flatMap(saidOf).map((address) => {
    const name = foldAddress(address);
    const of = places.get(name) ?? different.length;
    if (of === different.length) {
      const isAskable = address !== "" && address.length <= MOST_ADDRESS;
      places.set(name, of);
      different.push({
        address,
        unaskable: isAskable ? null : noAddress(address),
        isFree: !isAskable || checkSyntax(address) !== null,
      });
    }
    return { address, of };
  });
  const { words, rest } = readPasted(given.join("\n"));
  return { different, spellings, words, rest };
}

/** What something is said of: addresses, and what looks like one and is none; where there is neither, all of it. */
function saidOf(given: string): string[] {
  const { addresses, broken } = readPasted(given);
  const said = [...addresses, ...broken];
  return said.length === 0 ? [given.trim()] : said;
}

/** What is said of an address that the command did not come to. */
export function notSent(address: string): Check {
  return unasked(address, KEEP_UNSENT, problem("check_unsent"));
}

function noAddress(address: string): Check {
  return unasked(address, NO_ADDRESS, problem("address_required", { address: shortened(address) }));
}

function unasked(address: string, advice: string, why: Problem): Check {
  return {
    address,
    verdict: null,
    flags: [],
    checkedAt: null,
    source: null,
    advice,
    suggestion: null,
    suppressed: false,
    problem: why,
  };
}

/** So that a sentence can be read that quotes it. */
function shortened(address: string): string {
  return address.length <= 80 ? address : `${address.slice(0, 79)}…`;
}
