/** Names that Windows keeps for devices, with whatever stands behind a dot. */
export const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;

/**
 * Whether no file can be called `name` on that system. On Windows a colon would write into
 * another file, and dots and blanks at the end are dropped, which names another file than the user did.
 */
export function isUnusableName(name: string, platform: NodeJS.Platform): boolean {
  if (name === "" || name.includes("\0")) return true;
  if (platform !== "win32") return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Windows allows none of them in a name
  return /[<>:"|?*\u0000-\u001f]/.test(name) || /[. ]$/.test(name) || RESERVED_ON_WINDOWS.test(name);
}
