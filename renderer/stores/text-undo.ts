type TextDocument = Pick<Document, "activeElement" | "execCommand">;

const TEXT_FIELDS =
  "textarea, [contenteditable], input:not([type]), input[type=text], input[type=search], input[type=password], input[type=email], input[type=url], input[type=number]";

/** Whether a text field that is being typed in comes first. */
export function isTextCommand(command: string): command is "undo" | "redo" {
  return command === "undo" || command === "redo";
}

/**
 * Undoes or redoes in the text field that is being typed in. False: there is none, and the command means the screen's own
 * undo. The menu of a desktop takes the keys before the field sees them.
 */
export function undoInText(command: "undo" | "redo", page: TextDocument = document): boolean {
  if (!page.activeElement?.matches(TEXT_FIELDS)) return false;
  // Deprecated, and the only way there is; Chromium has no other.
  page.execCommand(command);
  return true;
}
