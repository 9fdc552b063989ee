import { Stack, Text, Title } from "@mantine/core";
import { Fragment } from "react";
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
  if (!info) return null;
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
        <ul className={css.licences}>
          {info.licences.map((one) => (
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
