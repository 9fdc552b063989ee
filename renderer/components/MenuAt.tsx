import { Menu } from "@mantine/core";
import type { ReactNode } from "react";

export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** Returns the position for a context menu: the pointer's, or the element's if opened by keyboard. */
export function menuPlaceOf(
  event: { clientX: number; clientY: number; button: number },
  at: Element,
): MenuPlace {
  const { left, bottom, top, right } = at.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  const isPointer = event.button === 2 && x >= left && x <= right && y >= top && y <= bottom;
  return isPointer ? { x, y } : { x: left + 24, y: bottom };
}

/** Context menu at any position. `onClose` must restore the focus. */
export function MenuAt(props: {
  place: MenuPlace | null;
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { place } = props;
  if (!place) return null;
  return (
    <Menu
      opened
      onChange={(isOpen) => !isOpen && props.onClose()}
      position="bottom-start"
      offset={2}
      returnFocus={false}
      shadow="md"
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={props.label}
          style={{
            position: "fixed",
            left: place.x,
            top: place.y,
            width: 0,
            height: 0,
            padding: 0,
            border: 0,
          }}
        />
      </Menu.Target>
      <Menu.Dropdown>{props.children}</Menu.Dropdown>
    </Menu>
  );
}
