/** Names that Windows keeps for devices, with whatever stands behind a dot. */
export const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;

/**
 * Why no file can be called `name` on that system, in words; null: one can. On Windows a colon would write into
 * another file, and dots and blanks at the end are dropped, which names another file than the user did.
 */
export function unusableName(name: string, platform: NodeJS.Platform): string | null {
  const why = "no file can have that name";
  if (name === "" || name.includes("\0")) return why;
  if (platform !== "win32") return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Windows allows none of them in a name
  if (/[<>:"|?*\u0000-\u001f]/.test(name) || /[. ]$/.test(name) || RESERVED_ON_WINDOWS.test(name)) return why;
  return null;
}
