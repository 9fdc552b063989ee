import { IconListDetails, IconMailCheck, IconSettings, IconWind } from "@tabler/icons-react";
import { useLocation } from "wouter";
import { frameWords } from "../words/frame.ts";
import { Mark } from "./Mark.tsx";
import css from "./Nav.module.css";
import { type Place, placeOf } from "./places.ts";

const PLACES = [
  { place: "clean", icon: IconWind },
  { place: "lists", icon: IconListDetails },
  { place: "check", icon: IconMailCheck },
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
