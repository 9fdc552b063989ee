import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { frameWords } from "./words/frame.ts";

const ink: MantineColorsTuple = [
  "#eef3fb",
  "#dbe5f4",
  "#b5c9e8",
  "#8caadc",
  "#6a90d2",
  "#5480cb",
  "#4273c3",
  "#3763ad",
  "#2f589c",
  "#234b8a",
];

/** The header of a dialog is not the page's banner, though it is written as one. */
const NO_BANNER = { header: { role: "presentation" } };

/** Winnow's skin: one accent, calm greys; the verdicts bring the only other colours. */
export const theme = createTheme({
  primaryColor: "ink",
  primaryShade: { light: 8, dark: 6 },
  colors: {
    ink,
    dark: [
      "#d6d8dc",
      "#b4b8bf",
      "#9399a3",
      "#6b717c",
      "#3a3e46",
      "#30343b",
      "#24272d",
      "#1b1d22",
      "#15171b",
      "#101114",
    ],
  },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  headings: { fontWeight: "650" },
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
  components: {
    Tooltip: { defaultProps: { openDelay: 350, withArrow: true } },
    Modal: {
      defaultProps: {
        centered: true,
        attributes: NO_BANNER,
        closeButtonProps: { "aria-label": frameWords.close },
      },
      styles: { title: { fontSize: "1.05rem", fontWeight: 650, overflowWrap: "anywhere" } },
    },
    Drawer: {
      defaultProps: { attributes: NO_BANNER, closeButtonProps: { "aria-label": frameWords.close } },
      styles: { title: { fontSize: "1.05rem", fontWeight: 650 } },
    },
  },
});

const own = {
  "--mantine-color-body": "var(--w-surface)",
  "--mantine-color-text": "var(--w-text)",
  "--mantine-color-dimmed": "var(--w-quiet)",
  "--mantine-color-default-border": "var(--w-line)",
};

/** Lets the kit's surfaces and text follow Winnow's own colours (look.css). */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: own, dark: own });
