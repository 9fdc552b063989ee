import { Page } from "../../components/Page.tsx";
import { frameWords } from "../../words/frame.ts";

/** The Settings screen. */
export default function SettingsView(_props: { section?: string }) {
  return <Page title={frameWords.settings}>{null}</Page>;
}
