import type { KeyboardEvent } from "react";

const STOPS = "[role=columnheader] :is(button, input)";

/** Puts the keyboard on the first of the header's controls. */
export function toHeader(grid: HTMLElement | null): void {
  grid?.querySelector<HTMLElement>("[role=columnheader] button")?.focus();
}

/** What a key does on a control of the header: along it, or back to the rows. What else it does is the control's own. */
export function headerKey(event: KeyboardEvent<HTMLElement>, onLeave: () => void): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)];
  const at = stops.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  if (event.key === "ArrowDown" || event.key === "Escape") onLeave();
  else if (event.key === "ArrowLeft") stops[at - 1]?.focus();
  else if (event.key === "ArrowRight") stops[at + 1]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
