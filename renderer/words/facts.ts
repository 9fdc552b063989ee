/** What sources say became of mail to an address. */
export const factWords = {
  title: "Your mail",
  of: (address: string) => `Your mail to ${address}`,
  said: (outcome: string, isOfDomain: boolean) =>
    `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}${isOfDomain ? " (its whole domain)" : ""}`,
  when: (day: string, isAssumed: boolean) => (isAssumed ? `${day}, by the file` : day),
} as const;
