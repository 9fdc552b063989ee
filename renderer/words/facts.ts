export const factWords = {
  title: "Your mail",
  of: (address: string) => `Your mail to ${address}`,
  said: (outcome: string, isOfDomain: boolean) =>
    `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}${isOfDomain ? " (its whole domain)" : ""}`,
  when: (day: string, isAssumed: boolean) => (isAssumed ? `${day}, by the file` : day),
  erase: "Erase this address everywhere…",
  eraseTitle: (address: string) => `Erase ${address}?`,
  eraseText:
    "It is erased from every list, result and import here, for good: neither a restore nor an import brings it back. Winnow's copies of workbooks, archives and JSON files are deleted; what it read of them stays. Backups in Winnow's own folder are replaced by a new one. Files that you exported and backups that you keep elsewhere stay as they are.",
  eraseDo: "Erase for good",
  erased: (address: string) => `${address} is erased.`,
} as const;
