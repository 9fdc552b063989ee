/** A column's name as it is compared: its letters and digits, in lower case. */
export function plainColumnName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

const NAMES: ReadonlySet<string> = new Set([
  "email",
  "verificationresult",
  "syntaxerror",
  "isp",
  "role",
  "disposable",
  "trap",
  "verifiedat",
]);

/** Whether the service gives a column of its results that name (service-spec, 'Download file (text)'). */
export function isResultColumnName(name: string): boolean {
  const plain = plainColumnName(name);
  // Clients also meet a column for accept-all.
  return NAMES.has(plain) || plain.startsWith("acceptall");
}
