import type { Medians } from "../measure.ts";
import { inWords, type Line, type Target, type Unit } from "./line.ts";

/** Returns a line with Winnow's time as a multiple of the peer's. `peer` is `undefined` if it is not installed. */
export function ratioLine(
  task: string,
  against: string,
  own: Medians | undefined,
  peer: Medians | undefined,
  target: Target | null,
): Line {
  const both = own !== undefined && peer !== undefined;
  return {
    task,
    peer: against,
    winnow: own === undefined ? "" : inWords(own.milliseconds, "ms"),
    other: peer === undefined ? "not installed" : inWords(peer.milliseconds, "ms"),
    figure: both ? own.milliseconds / peer.milliseconds : null,
    unit: "×",
    target,
    memory: both ? `${megabytes(own)} against ${megabytes(peer)}` : "",
  };
}

/** Returns a line with a figure of Winnow alone, named by `what`. */
export function absoluteLine(
  task: string,
  what: string,
  figure: number | null | undefined,
  unit: Unit,
  target: Target | null,
): Line {
  const known = figure ?? null;
  return {
    task,
    peer: `(${what})`,
    winnow: known === null ? "" : inWords(known, unit),
    other: "",
    figure: known,
    unit,
    target,
    memory: "",
  };
}

function megabytes({ peakMegabytes }: Medians): string {
  return peakMegabytes === 0 ? "?" : inWords(peakMegabytes, "MB");
}
