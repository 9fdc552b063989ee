import { IconListDetails, IconMailCheck, IconMailOff, IconSettings, IconWind } from "@tabler/icons-react";
import { useLocation } from "wouter";
import { frameWords } from "../words/frame.ts";
import css from "./Nav.module.css";

export function Mark(props: { size: number }) {
  return (
    <svg width={props.size} height={props.size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M2 18h28c0 6.4-6 11.4-14 11.4S2 24.4 2 18Z" fill="var(--w-accent)" />
      <ellipse
        cx="10"
        cy="11.2"
        rx="2.3"
        ry="3.7"
        transform="rotate(-28 10 11.2)"
        fill="var(--w-deliverable)"
      />
      <ellipse cx="22" cy="12" rx="2.3" ry="3.7" transform="rotate(18 22 12)" fill="var(--w-deliverable)" />
      <ellipse
        cx="17.2"
        cy="5.2"
        rx="1.9"
        ry="3.2"
        transform="rotate(28 17.2 5.2)"
        fill="var(--w-accept_all)"
      />
    </svg>
  );
}

export type Place = "clean" | "lists" | "check" | "bounces" | "settings";

export function placeOf(path: string): Place {
  if (["/lists", "/cleanings", "/compare", "/address"].some((one) => path.startsWith(one))) return "lists";
  if (path.startsWith("/check")) return "check";
  if (path.startsWith("/bounces")) return "bounces";
  return path.startsWith("/settings") ? "settings" : "clean";
}

/** Returns the id of the cleaning shown at `path`; `null` for other screens. */
export function cleaningAt(path: string): string | null {
  return /^\/cleanings\/([^/]+)/.exec(path)?.[1] ?? null;
}

const PLACES = [
  { place: "clean", icon: IconWind },
  { place: "lists", icon: IconListDetails },
  { place: "check", icon: IconMailCheck },
  { place: "bounces", icon: IconMailOff },
  { place: "settings", icon: IconSettings },
] as const satisfies readonly { place: Place; icon: unknown }[];

export function Nav() {
  const here = placeOf(useLocation()[0]);
  return (
    <nav className={css.nav} aria-label={frameWords.navigation}>
      <div className={css.mark}>
        <Mark size={32} />
      </div>
      {PLACES.map(({ place, icon: Icon }) => (
        <a
          key={place}
          className={css.place}
          href={`#/${place}`}
          aria-current={place === here ? "page" : undefined}
        >
          <Icon size={20} stroke={1.6} aria-hidden="true" />
          {frameWords[place]}
        </a>
      ))}
    </nav>
  );
}
