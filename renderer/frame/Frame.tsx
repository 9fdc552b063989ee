import { type ReactNode, useEffect, useRef } from "react";
import { frameWords } from "../words/frame.ts";
import { DropAnywhere } from "./DropAnywhere.tsx";
import { FootLine, GoneLine } from "./FootLine.tsx";
import css from "./Frame.module.css";
import { keepFocus } from "./keep-focus.ts";
import { Nav } from "./Nav.tsx";
import { TopBar } from "./TopBar.tsx";

export function Frame(props: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => (main.current === null ? undefined : keepFocus(main.current)), []);
  return (
    <div className={css.frame}>
      <button type="button" className={css.skip} onClick={skip}>
        {frameWords.skip}
      </button>
      <Nav />
      <TopBar />
      <main ref={main} id="main" className={css.main} tabIndex={-1}>
        {props.children}
      </main>
      <GoneLine />
      <FootLine />
      <DropAnywhere />
    </div>
  );
}

// Not a link, because the URL hash holds the route.
function skip(): void {
  document.getElementById("main")?.focus();
}
