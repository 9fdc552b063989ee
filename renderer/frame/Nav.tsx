import { IconListDetails, IconMailSearch, IconSettings, IconWind } from "@tabler/icons-react";
import { useLocation } from "wouter";
import { frameWords } from "../words/frame.ts";
import { Mark } from "./Mark.tsx";
import css from "./Nav.module.css";

const PLACES = [
  { to: "/clean", name: frameWords.clean, icon: IconWind },
  { to: "/lists", name: frameWords.lists, icon: IconListDetails },
  { to: "/check", name: frameWords.check, icon: IconMailSearch },
  { to: "/settings", name: frameWords.settings, icon: IconSettings },
] as const;

function isHere(path: string, to: string): boolean {
  if (to === "/clean") return path === "/" || (path.startsWith("/clean") && !path.startsWith("/cleanings"));
  if (to === "/lists") return path.startsWith("/lists") || path.startsWith("/cleanings");
  return path.startsWith(to);
}

/** The four places of Winnow. */
export function Nav() {
  const [path] = useLocation();
  return (
    <nav className={css.nav} aria-label={frameWords.navigation}>
      <div className={css.brand}>
        <Mark size={26} />
        <span className={css.word}>{frameWords.product}</span>
      </div>
      {PLACES.map(({ to, name, icon: Icon }) => (
        <a
          key={to}
          className={css.place}
          href={`#${to}`}
          aria-current={isHere(path, to) ? "page" : undefined}
          aria-label={name}
          title={name}
        >
          <Icon size={19} stroke={1.7} aria-hidden="true" />
          <span className={css.word}>{name}</span>
        </a>
      ))}
    </nav>
  );
}
