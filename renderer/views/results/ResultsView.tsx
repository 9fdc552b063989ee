import { Page } from "../../components/Page.tsx";

/** The results of one cleaning. */
export default function ResultsView(props: { cleaningId: string }) {
  return <Page title={props.cleaningId}>{null}</Page>;
}
