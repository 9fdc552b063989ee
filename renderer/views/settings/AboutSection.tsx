import { Stack, Text, TextInput, Title } from "@mantine/core";
import { Fragment, useState } from "react";
import { useApp } from "../../stores/winnow.tsx";
import { settingsWords } from "../../words/settings.ts";
import css from "./Settings.module.css";

/** Definition list; omits unknown values. */
export function Facts(props: { of: readonly (readonly [name: string, value: string | null | undefined])[] }) {
  return (
    <dl className={css.facts}>
      {props.of.map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

export function AboutSection() {
  const info = useApp((state) => state.info);
  const [search, setSearch] = useState("");
  if (!info) return null;
  const found = info.licences.filter((one) => one.name.toLowerCase().includes(search.toLowerCase()));
  return (
    <Stack gap="lg">
      <Facts
        of={[
          [settingsWords.version, info.version],
          [settingsWords.host, `${settingsWords.hosts[info.host]} (${info.platform})`],
          [settingsWords.keychain, info.keychainDetail || info.keychain],
          [settingsWords.service, info.serviceHost],
        ]}
      />
      <section aria-label={settingsWords.licences}>
        <Title order={2} size="h5" mb="xs">
          {settingsWords.licences}
        </Title>
        {info.licences.length > 20 && (
          <TextInput
            mb="sm"
            maw={320}
            aria-label={settingsWords.licencesSearch}
            placeholder={settingsWords.licencesSearch}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <ul className={css.licences}>
          {found.map((one) => (
            <li key={`${one.name}@${one.version}`}>
              {one.name} {one.version}{" "}
              <Text span size="xs" c="dimmed">
                {one.licence}
              </Text>
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  );
}
