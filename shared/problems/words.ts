/** What is said of a problem: what happened, what is safe, and what to do next. Plain text, no key, no stack. */
export interface Words {
  title: string;
  detail: string;
  action?: string;
}

/** A whole number as people read it. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}
