/**
 * What a click on an element does, where it costs something or cannot be taken back: two that say the same do the same,
 * to the same thing, at the same price.
 */
const AIM = "data-aim";

/** As far as a hand that keeps still may move the pointer, in pixels. */
const STILL = 24;

/** What was meant last, and where the pointer was then. */
interface Meant {
  /** What a click there would have done; null: nothing of the kind. */
  readonly aim: string | null;
  readonly x: number;
  readonly y: number;
}

/** Which aimed click a point of the page stands for; null: none. */
export type AimAt = (x: number, y: number) => string | null;

export interface AimKeeper {
  /** The pointer is at a point, as far as is known by the user's hand. */
  moved(x: number, y: number): void;
  /** Whether a press at a point is meant for what is there, and did not only find it in the place of something else. */
  isMeant(x: number, y: number): boolean;
  /** The user did something else: whatever is under the pointer has been looked at since. */
  release(): void;
}

/**
 * Tells a click on what the user went to from one on what came under a pointer that kept still, however long ago.
 */
export function createAimKeeper(aimAt: AimAt): AimKeeper {
  let meant: Meant | null = null;

  /** Whether `aim` came to the pointer: the pointer has not gone far, and where it was then `aim` is now, too. */
  function came(aim: string | null, x: number, y: number): boolean {
    if (aim === null || meant === null || meant.aim === aim) return false;
    return Math.hypot(x - meant.x, y - meant.y) < STILL && aimAt(meant.x, meant.y) === aim;
  }

  return {
    moved(x, y) {
      const aim = aimAt(x, y);
      if (!came(aim, x, y)) meant = { aim, x, y };
    },
    isMeant: (x, y) => !came(aimAt(x, y), x, y),
    release() {
      meant = null;
    },
  };
}

function aimOf(element: Element): string | null {
  return element.closest(`[${AIM}]`)?.getAttribute(AIM) ?? null;
}

/** What is on top at the point; a disabled control that lets the pointer through is there all the same. */
function aimOnPage(x: number, y: number): string | null {
  const hit = document.elementFromPoint(x, y);
  if (hit === null) return null;
  const aim = aimOf(hit);
  if (aim !== null) return aim;
  for (const element of hit.querySelectorAll(`[${AIM}]:disabled`)) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (x >= left && x < right && y >= top && y < bottom) return element.getAttribute(AIM);
  }
  return null;
}

/**
 * Lets no click through to what costs or deletes that came under a pointer which kept still, and tells of it with
 * `onRefused`; the second click of a double click goes unsaid. The keyboard is not concerned. Ends with the function
 * that it returns.
 */
export function guardAim(onRefused: () => void): () => void {
  const keeper = createAimKeeper(aimOnPage);
  let isRefused = false;
  const onMove = ({ clientX, clientY, isTrusted }: PointerEvent) => {
    if (isTrusted) keeper.moved(clientX, clientY);
  };
  const onDown = ({ clientX, clientY }: PointerEvent) => {
    isRefused = !keeper.isMeant(clientX, clientY);
    if (!isRefused) keeper.moved(clientX, clientY);
  };
  const onClick = (event: MouseEvent) => {
    // From the keyboard, or by an aid that names what it clicks.
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    if (aimOf(event.target) === null) return;
    if (!isRefused) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.detail === 1) onRefused();
  };
  const onElse = () => keeper.release();
  const onTouchEnd = ({ pointerType }: PointerEvent) => {
    // A finger does not move before it presses: what it found in another's place it has been told of.
    if (isRefused && pointerType === "touch") keeper.release();
  };
  document.addEventListener("pointermove", onMove, true);
  document.addEventListener("pointerdown", onDown, true);
  document.addEventListener("pointerup", onTouchEnd, true);
  document.addEventListener("click", onClick, true);
  document.addEventListener("wheel", onElse, { capture: true, passive: true });
  document.addEventListener("keydown", onElse, true);
  return () => {
    document.removeEventListener("pointermove", onMove, true);
    document.removeEventListener("pointerdown", onDown, true);
    document.removeEventListener("pointerup", onTouchEnd, true);
    document.removeEventListener("click", onClick, true);
    document.removeEventListener("wheel", onElse, { capture: true });
    document.removeEventListener("keydown", onElse, true);
  };
}
