import { Button, CloseButton, Group, Select, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { ReferenceOverride } from "../../../shared/bridge/app.ts";
import { REFERENCE_KINDS, type ReferenceKind } from "../../../shared/bridge/constants.ts";
import { count } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import { TextField } from "../../components/fields.tsx";
import { NamedTable } from "../../components/NamedTable.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { notifyWithUndo } from "../../frame/notify.tsx";
import { useCall } from "../../stores/query.ts";
import { useDraft } from "../../stores/winnow.tsx";
import { referenceWords as words } from "../../words/settings.ts";
import { useOverrides } from "../clean/use-import.ts";
import css from "./Settings.module.css";

/** Mirrors the engine's check for a domain. */
const looksLikeDomain = (text: string) => /^[^\s@,;]+\.[^\s@,;.]+$/.test(text);

function AddWord(props: { onAdd: (one: ReferenceOverride) => void }) {
  const [kind, setKind] = useState<ReferenceKind>("disposable");
  const [listed, setListed] = useState(true);
  const [entry, setEntry] = useDraft("reference entry");
  const [meant, setMeant] = useDraft("reference meant");
  const needsMeant = kind === "typo" && listed;
  const clean = (text: string) => text.trim().toLowerCase().replace(/^@/, "");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.onAdd({ kind, entry: clean(entry), listed, ...(needsMeant && { meant: clean(meant) }) });
        setEntry("");
        setMeant("");
      }}
    >
      <Group align="end" gap="xs">
        <TextField
          label={kind === "role" ? words.role : words.domain}
          value={entry}
          maxLength={255}
          onText={setEntry}
        />
        <Select
          label={words.is}
          w={110}
          data={[
            { value: "yes", label: words.isOne },
            { value: "no", label: words.isNone },
          ]}
          value={listed ? "yes" : "no"}
          onChange={(value) => setListed(value !== "no")}
        />
        <Select
          label={words.list}
          w={190}
          data={REFERENCE_KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          value={kind}
          onChange={(value) => setKind(value ?? "disposable")}
        />
        {needsMeant && <TextField label={words.meant} value={meant} maxLength={255} onText={setMeant} />}
        <Button
          type="submit"
          variant="default"
          disabled={clean(entry) === "" || (needsMeant && !looksLikeDomain(clean(meant)))}
        >
          {words.add}
        </Button>
      </Group>
    </form>
  );
}

export function ReferencesSection() {
  const { overrides, say, forget } = useOverrides();
  const references = useCall("lists.references", {});
  const [problem, setProblem] = useState<Problem | null>(null);
  const remove = async (one: ReferenceOverride) => {
    const failed = await forget(one);
    setProblem(failed);
    if (!failed) notifyWithUndo("reference", words.forgotten(words.said(one)), () => void say(one));
  };
  return (
    <Stack gap="md">
      <Text c="dimmed">{words.lead}</Text>
      <NamedTable
        className="card"
        fz="md"
        aria-label={words.versions}
        rows={references.value?.lists ?? []}
        keyOf={({ kind }) => kind}
        columns={[
          { name: words.list, cell: ({ kind }) => words.kinds[kind] },
          { name: words.source, cell: ({ source }) => source },
          { name: words.version, cell: ({ version }) => <span className="num">{version}</span> },
          { name: words.entries, cell: ({ entries }) => count(entries), isNumber: true },
        ]}
      />
      <Title order={2} size="h5">
        {words.own}
      </Title>
      {overrides.length === 0 && <Text>{words.ownNone}</Text>}
      {overrides.map((one) => (
        <Group key={`${one.kind} ${one.entry}`} className={`card ${css.card}`} justify="space-between">
          <Text size="sm">{words.said(one)}</Text>
          <CloseButton aria-label={words.forget(one.entry)} onClick={() => void remove(one)} />
        </Group>
      ))}
      {references.problem && <ProblemNote problem={references.problem} />}
      {problem && <ProblemNote problem={problem} />}
      <AddWord onAdd={(one) => void say(one).then(setProblem)} />
      <Note>{words.whenApplied}</Note>
    </Stack>
  );
}
