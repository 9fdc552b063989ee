import { type CSSVariablesResolver, colorsTuple, createTheme, type MantineColorsTuple } from "@mantine/core";
import { commonWords } from "./words/common.ts";

const ink: MantineColorsTuple = [
  "#e7edf7",
  "#d3deef",
  "#b5c9e8",
  "#92b6f0",
  "#6a90d2",
  "#4f7ec8",
  "#3c6cb8",
  "#3561a8",
  "#2f589c",
  "#284c89",
];

/** The kit's greys from the lightest to the darkest, as look.css has them for each appearance. */
const gray: MantineColorsTuple = [
  "#f6f5f1",
  "#eeede6",
  "#e9e7df",
  "#e3e1d8",
  "#8b887c",
  "#65665f",
  "#50525a",
  "#50525a",
  "#34363c",
  "#1b1d22",
];
const dark: MantineColorsTuple = [
  "#ecedef",
  "#b3b8c0",
  "#959ba5",
  "#767c87",
  "#2b2f36",
  "#23272d",
  "#1a1d22",
  "#16191d",
  "#131519",
  "#0f1114",
];

/** The header of a dialog is not the page's banner, though it is written as one. */
const NO_BANNER = { header: { role: "presentation" } };

/** Winnow's skin: one accent, calm greys; the verdicts bring the only other colours. What the kit draws is in kit.css. */
export const theme = createTheme({
  primaryColor: "ink",
  primaryShade: { light: 8, dark: 6 },
  black: "#1b1d22",
  colors: { ink, red: colorsTuple("#9c2723"), gray, dark },
  fontFamily: "var(--w-font)",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  headings: {
    fontWeight: "620",
    sizes: {
      h1: { fontSize: "1.875rem", lineHeight: "2.25rem", fontWeight: "640" },
      h2: { fontSize: "1.5rem", lineHeight: "1.875rem", fontWeight: "640" },
      h3: { fontSize: "1.25rem", lineHeight: "1.625rem" },
      h4: { fontSize: "0.9375rem", lineHeight: "1.25rem", fontWeight: "600" },
      h5: { fontSize: "0.9375rem", lineHeight: "1.25rem", fontWeight: "600" },
      h6: { fontSize: "0.8125rem", lineHeight: "1.125rem", fontWeight: "600" },
    },
  },
  fontSizes: { xs: "0.8125rem", sm: "0.8125rem", md: "0.875rem", lg: "0.9375rem", xl: "1.25rem" },
  lineHeights: { xs: "1.125rem", sm: "1.125rem", md: "1.25rem", lg: "1.25rem", xl: "1.625rem" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "12px" },
  shadows: {
    xs: "var(--w-raised)",
    sm: "var(--w-raised)",
    md: "var(--w-floating)",
    lg: "var(--w-floating)",
    xl: "var(--w-floating)",
  },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
  components: {
    Badge: { defaultProps: { variant: "light", radius: "sm", tt: "none" } },
    Checkbox: { defaultProps: { radius: "xs", size: "xs" } },
    // Clicking the chosen option must not clear a field that has no cleared state.
    Select: { defaultProps: { allowDeselect: false } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: { defaultProps: { openDelay: 350, multiline: true, maw: 320 } },
    Menu: {
      // Without it, Mantine focuses an element whose role axe does not allow in a menu, in place of the first item.
      defaultProps: { transitionProps: { duration: 120 }, withInitialFocusPlaceholder: false },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: "lg",
        attributes: NO_BANNER,
        transitionProps: { duration: 180 },
        closeButtonProps: { "aria-label": commonWords.close },
      },
    },
    Drawer: {
      defaultProps: {
        attributes: NO_BANNER,
        size: 440,
        transitionProps: { duration: 180 },
        closeButtonProps: { "aria-label": commonWords.close },
      },
    },
  },
});

/** A colour of the kit's that means a verdict's: its tint, with the text that is read on it. */
const tint = (color: string, verdict: string) => ({
  [`--mantine-color-${color}-light`]: `var(--w-${verdict}-soft)`,
  [`--mantine-color-${color}-light-hover`]: `var(--w-${verdict}-soft)`,
  [`--mantine-color-${color}-light-color`]: `var(--w-${verdict}-text)`,
});

const own = {
  "--mantine-color-body": "var(--w-surface)",
  "--mantine-color-text": "var(--w-text)",
  "--mantine-color-bright": "var(--w-text)",
  "--mantine-color-dimmed": "var(--w-quiet)",
  "--mantine-color-placeholder": "var(--w-faint)",
  "--mantine-color-anchor": "var(--w-accent-text)",
  "--mantine-color-error": "var(--w-undeliverable-text)",
  "--mantine-color-disabled": "var(--w-sunken)",
  "--mantine-color-disabled-color": "var(--w-faint)",
  "--mantine-color-disabled-border": "var(--w-line)",
  "--mantine-color-default": "var(--w-surface)",
  "--mantine-color-default-hover": "var(--w-sunken)",
  "--mantine-color-default-color": "var(--w-text)",
  "--mantine-color-default-border": "var(--w-line)",
  "--mantine-color-ink-light": "var(--w-accent-soft)",
  "--mantine-color-ink-light-hover": "var(--w-accent-soft)",
  "--mantine-color-ink-light-color": "var(--w-accent-text)",
  "--mantine-color-ink-outline": "var(--w-accent-text)",
  "--mantine-color-ink-text": "var(--w-accent-text)",
  "--mantine-color-red-text": "var(--w-undeliverable-text)",
  "--mantine-color-red-outline": "var(--w-undeliverable-text)",
  "--mantine-color-gray-light": "var(--w-sunken)",
  "--mantine-color-gray-light-color": "var(--w-quiet)",
  ...tint("red", "undeliverable"),
  ...tint("yellow", "accept_all"),
  ...tint("green", "deliverable"),
};

/** Lets the kit's surfaces and text follow Winnow's own colours (look.css). */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: own, dark: own });
