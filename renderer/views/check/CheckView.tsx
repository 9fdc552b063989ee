import { Page } from "../../components/Page.tsx";
import { frameWords } from "../../words/frame.ts";

/** The Check screen. */
export default function CheckView() {
  return <Page title={frameWords.check}>{null}</Page>;
}
