import { Anchor, Button, Center, FileButton, Group, Text } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useState } from "react";
import type { Problem } from "../../../shared/problems.ts";
import { CompactButton } from "../../components/buttons.tsx";
import { TextField } from "../../components/fields.tsx";
import { Loading, ProblemNote } from "../../components/notes.tsx";
import { useCall } from "../../stores/query.ts";
import { useApp, useCleaning, useWinnow } from "../../stores/winnow.tsx";
import { reportWords } from "../../words/report.ts";
import { resultsWords } from "../../words/results.ts";
import css from "./Report.module.css";
import { ReportPaper } from "./ReportPaper.tsx";

const WIDEST = 480;
const HIGHEST = 160;

/** Converts an image to a small PNG data URL; `null` if it can't be read. */
async function logoOf(file: File): Promise<string | null> {
  const image = new Image();
  image.src = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("unread"));
    reader.readAsDataURL(file);
  });
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  // SVG images may lack a size.
  const scale = Math.min(WIDEST / (width || WIDEST), HIGHEST / (height || HIGHEST));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((width || WIDEST) * scale);
  canvas.height = Math.round((height || HIGHEST) * scale);
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

export default function ReportView({ cleaningId }: { cleaningId: string }) {
  const cleaning = useCleaning(cleaningId);
  const on = [`results ${cleaningId}`, "suppression"] as const;
  const summary = useCall("results.summary", { cleaningId }, on);
  const answer = useCall("results.answer", { cleaningId }, on);
  const agency = useApp((state) => state.settings.agency);
  const freshDays = useApp((state) => state.settings.freshDays);
  const [preparedFor, setPreparedFor] = useState("");
  const stem = (cleaning?.name ?? "").replace(/\.\w{1,5}$/, "");
  // Browsers use the title as the default file name.
  useDocumentTitle(reportWords.title(stem));
  const problem = summary.problem ?? answer.problem;
  if (problem)
    return (
      <Center p="xl">
        <ProblemNote problem={problem} />
      </Center>
    );
  if (!cleaning || !summary.value || !answer.value) return <Loading label={resultsWords.loading} />;
  return (
    <div className={css.bench}>
      <Tools cleaningId={cleaningId} stem={stem} preparedFor={preparedFor} onPreparedFor={setPreparedFor} />
      <ReportPaper
        cleaning={cleaning}
        summary={summary.value}
        answer={answer.value}
        agency={agency}
        preparedFor={preparedFor}
        freshDays={freshDays}
      />
    </div>
  );
}

function Tools(props: {
  cleaningId: string;
  stem: string;
  preparedFor: string;
  onPreparedFor: (name: string) => void;
}) {
  const { bridge } = useWinnow();
  const agency = useApp((state) => state.settings.agency);
  const save = useApp((state) => state.save);
  const isDesktop = useApp((state) => state.info?.host === "desktop");
  const [name, setName] = useState(agency.name);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isUnread, setUnread] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  const keep = async (patch: Partial<typeof agency>) =>
    setProblem(await save({ agency: { ...agency, ...patch } }));
  const takeLogo = async (file: File | null) => {
    if (file === null) return;
    const logo = await logoOf(file).catch(() => null);
    setUnread(logo === null);
    if (logo !== null) await keep({ logo });
  };
  const print = async () => {
    setSaved(null);
    if (!isDesktop) return window.print();
    const picked = await bridge.call("host.pickTarget", { name: `${props.stem} report.pdf` });
    if (!picked.ok) return setProblem(picked.problem);
    const { target } = picked.value;
    if (target === null) return;
    const written = await bridge.call("host.savePdf", { target });
    setProblem(written.ok ? null : written.problem);
    if (written.ok) setSaved(written.value.path);
  };
  return (
    <aside className={css.tools}>
      <Anchor href={`#/cleanings/${props.cleaningId}`} size="sm">
        {reportWords.back}
      </Anchor>
      <TextField
        label={reportWords.from}
        value={name}
        maxLength={100}
        onText={setName}
        onBlur={() => name !== agency.name && void keep({ name })}
      />
      <TextField
        label={reportWords.for}
        value={props.preparedFor}
        maxLength={100}
        onText={props.onPreparedFor}
      />
      <div>
        <Text size="sm" fw={500} mb={4}>
          {reportWords.logo}
        </Text>
        {agency.logo && <img className={css.chosen} src={agency.logo} alt={reportWords.logo} />}
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/svg+xml,image/webp"
            onChange={(file) => void takeLogo(file)}
          >
            {(button) => (
              <Button {...button} size="xs" variant="default">
                {reportWords.chooseLogo}
              </Button>
            )}
          </FileButton>
          {agency.logo && (
            <Button size="xs" variant="subtle" onClick={() => void keep({ logo: null })}>
              {reportWords.removeLogo}
            </Button>
          )}
        </Group>
        {isUnread && (
          <Text size="sm" role="alert" mt={4}>
            {reportWords.logoUnread}
          </Text>
        )}
      </div>
      <Button size="md" onClick={() => void print()}>
        {isDesktop ? reportWords.savePdf : reportWords.print}
      </Button>
      {saved !== null && (
        <Group gap="xs" role="status">
          <Text size="sm">{reportWords.saved}</Text>
          <CompactButton
            onClick={() =>
              void bridge
                .call("host.openFile", { path: saved })
                .then((opened) => setProblem(opened.ok ? null : opened.problem))
            }
          >
            {reportWords.open}
          </CompactButton>
        </Group>
      )}
      {problem && <ProblemNote problem={problem} />}
    </aside>
  );
}
