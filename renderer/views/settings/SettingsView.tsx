import { Tabs } from "@mantine/core";
import { Page } from "../../components/Page.tsx";
import { go } from "../../navigation.ts";
import { settingsWords } from "../../words/settings.ts";
import { AboutSection } from "./AboutSection.tsx";
import { AccountsSection } from "./AccountsSection.tsx";
import { AppearanceSection } from "./AppearanceSection.tsx";
import { CleaningSection } from "./CleaningSection.tsx";
import { DataSection } from "./DataSection.tsx";
import { ReferencesSection } from "./ReferencesSection.tsx";
import { SuppressionSection } from "./SuppressionSection.tsx";

const SECTIONS = {
  accounts: AccountsSection,
  cleaning: CleaningSection,
  suppression: SuppressionSection,
  references: ReferencesSection,
  data: DataSection,
  appearance: AppearanceSection,
  about: AboutSection,
} as const;
type Section = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Section[];

export default function SettingsView(props: { section?: string }) {
  const section = NAMES.find((name) => name === props.section) ?? "accounts";
  const Shown = SECTIONS[section];
  return (
    <Page title={settingsWords.title}>
      <Tabs value={section} onChange={(value) => go(`/settings/${value ?? "accounts"}`)} keepMounted={false}>
        <Tabs.List mb="lg">
          {NAMES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {settingsWords.sections[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section}>
          <Shown />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
