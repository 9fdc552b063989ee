/** The used part of the Trusted Types API, which the DOM's declarations lack. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: PolicyFactory;
  }
}

// The hosts' content security policy lets no text become markup or script, but for what passes here: Mantine puts style
// sheets into the page as text. Text without '<' makes no element. This must run before anything is rendered.
window.trustedTypes?.createPolicy("default", {
  createHTML: (text) => (text.includes("<") ? null : text),
});

export {};
