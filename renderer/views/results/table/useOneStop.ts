import { type FocusEvent, type RefObject, useRef } from "react";
import type { Header } from "./useHeader.ts";

/**
 * Keeps the grid the one stop of the keyboard: what is clicked in it hands the focus on to the grid, and so does a header
 * that an aid puts the focus on, where the keyboard is then. Not while a pointer is held: a focus that moves ends the dragging of a column before it has begun.
 */
export function useOneStop(grid: RefObject<HTMLElement | null>, header: Header) {
  const isHeld = useRef(false);
  const focusedInside = () => {
    const focused = document.activeElement;
    return focused !== grid.current && grid.current?.contains(focused) ? focused : null;
  };
  const letGo = () => {
    isHeld.current = false;
    if (!focusedInside()) return;
    // Who points at a header has the keyboard on the row still.
    header.leave();
    grid.current?.focus({ preventScroll: true });
  };
  return {
    onPointerDown() {
      isHeld.current = true;
    },
    onPointerUp: letGo,
    onDragEnd: letGo,
    onFocus() {
      const head = focusedInside()?.closest("[role=columnheader]");
      if (isHeld.current || !focusedInside()) return;
      if (head) header.go(Number(head.getAttribute("aria-colindex")) - 2);
      grid.current?.focus({ preventScroll: true });
    },
    /** Who comes back finds the row, and not a header that was left for something else. */
    onBlur({ relatedTarget }: FocusEvent) {
      if (relatedTarget && !grid.current?.contains(relatedTarget) && header.menu === null) header.leave();
    },
  };
}
