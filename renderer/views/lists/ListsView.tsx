import { Page } from "../../components/Page.tsx";
import { frameWords } from "../../words/frame.ts";

/** The Lists screen. */
export default function ListsView() {
  return <Page title={frameWords.lists}>{null}</Page>;
}
