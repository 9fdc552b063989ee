type TextDocument = Pick<Document, "activeElement" | "execCommand">;

const TEXT_FIELDS =
  "textarea, [contenteditable], input:not([type]), input[type=text], input[type=search], input[type=password], input[type=email], input[type=url], input[type=number]";

/** Returns whether the command applies to a focused text field first. */
export function isTextCommand(command: string): command is "undo" | "redo" {
  return command === "undo" || command === "redo";
}

/**
 * Undoes or redoes in the focused text field. Returns `false` without one, so the command applies to the screen.
 * Needed because the desktop menu intercepts the shortcuts.
 */
export function undoInText(command: "undo" | "redo", page: TextDocument = document): boolean {
  if (!page.activeElement?.matches(TEXT_FIELDS)) return false;
  // Deprecated, but Chromium has no other API for this.
  page.execCommand(command);
  return true;
}
