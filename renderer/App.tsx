import { Button, Center, MantineProvider, Stack, Text, Title } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Redirect, Route, Router, Switch, useLocation } from "wouter";
import type { Settings } from "../shared/bridge/app.ts";
import type { Problem } from "../shared/problems.ts";
import { Loading, ProblemNote } from "./components/notes.tsx";
import { ErrorBoundary } from "./frame/ErrorBoundary.tsx";
import { FootLine, GoneLine } from "./frame/FootLine.tsx";
import css from "./frame/Frame.module.css";
import { DropAnywhere, FilesProvider } from "./frame/files.tsx";
import { keepFocus } from "./frame/keep-focus.ts";
import { Nav } from "./frame/Nav.tsx";
import { Shortcuts } from "./frame/Shortcuts.tsx";
import { TopBar } from "./frame/TopBar.tsx";
import { useHashPath, useHashSearch } from "./navigation.ts";
import { useAccounts, useApp, useCleanings, useIntake } from "./stores/winnow.tsx";
import { resolver, theme } from "./theme.ts";
import { CleanView } from "./views/clean/CleanView.tsx";
import { FirstRunView } from "./views/first-run/WaysToBegin.tsx";
import { isHostGone } from "./words/common.ts";
import { frameWords } from "./words/frame.ts";

function Frame(props: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => (main.current === null ? undefined : keepFocus(main.current)), []);
  return (
    <div className={css.frame}>
      <button type="button" className={css.skip} onClick={skip}>
        {frameWords.skip}
      </button>
      <Nav />
      <TopBar />
      <main ref={main} id="main" className={css.main} tabIndex={-1}>
        {props.children}
      </main>
      <GoneLine />
      <FootLine />
      <DropAnywhere />
    </div>
  );
}

// Not a link, because the URL hash holds the route.
function skip(): void {
  document.getElementById("main")?.focus();
}

const AppNotifications = lazy(() => import("./frame/AppNotifications.tsx"));
const ResultsView = lazy(() => import("./views/results/ResultsView.tsx"));
const ReportView = lazy(() => import("./views/report/ReportView.tsx"));
const ListsView = lazy(() => import("./views/lists/ListsView.tsx"));
const CheckView = lazy(() => import("./views/check/CheckView.tsx"));
const AddressView = lazy(() => import("./views/address/AddressView.tsx"));
const BouncesView = lazy(() => import("./views/bounces/BouncesView.tsx"));
const CompareView = lazy(() => import("./views/compare/CompareView.tsx"));
const SettingsView = lazy(() => import("./views/settings/SettingsView.tsx"));

const waiting = <Loading label={frameWords.starting} />;

function CleanOrFirstRun() {
  const accounts = useAccounts((state) => state.accounts);
  const isEmpty = useIntake((state) => state.intakes.length + state.receiving.length === 0);
  // The Clean screen is laid out differently if there are lists.
  const isLoaded = useCleanings((state) => state.loaded);
  if (accounts === null || !isLoaded) return waiting;
  return accounts.length === 0 && isEmpty ? <FirstRunView /> : <CleanView />;
}

function Screens() {
  const [path] = useLocation();
  return (
    <ErrorBoundary of="screen" path={path}>
      <Suspense fallback={waiting}>
        <Switch>
          <Route path="/clean">
            <CleanOrFirstRun />
          </Route>
          <Route path="/lists">
            <ListsView />
          </Route>
          <Route path="/cleanings/:id/report">{({ id }) => <ReportView key={id} cleaningId={id} />}</Route>
          <Route path="/cleanings/:id">{({ id }) => <ResultsView key={id} cleaningId={id} />}</Route>
          <Route path="/compare/:left/:right">
            {({ left, right }) => <CompareView left={left} right={right} />}
          </Route>
          <Route path="/check">
            <CheckView />
          </Route>
          <Route path="/address">
            <AddressView />
          </Route>
          <Route path="/bounces">
            <BouncesView />
          </Route>
          <Route path="/settings/:section?">{({ section }) => <SettingsView section={section} />}</Route>
          <Route>
            <Redirect to="/clean" replace />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

const REMEMBERED = "winnow.appearance";

/** The chosen appearance; the last one until the settings are read, so that nothing flashes at the start. */
function useAppearance(): Settings["appearance"] {
  const read = useApp((state) => state.info !== null);
  const chosen = useApp((state) => state.settings.appearance);
  const [last] = useState(() => window.localStorage.getItem(REMEMBERED));
  useEffect(() => {
    if (read) window.localStorage.setItem(REMEMBERED, chosen);
  }, [read, chosen]);
  if (read) return chosen;
  return last === "light" || last === "dark" ? last : "system";
}

function Started() {
  const problem = useApp((state) => state.problem);
  const generation = useApp((state) => state.remountKey);
  if (!problem) return <Screens key={generation} />;
  return (
    <Center p="xl">
      <ProblemNote problem={problem}>
        {!isHostGone(problem) && (
          <Button size="xs" onClick={() => window.location.reload()}>
            {frameWords.reload}
          </Button>
        )}
      </ProblemNote>
    </Center>
  );
}

/** All there is to see for a browser that Winnow does not know, or knows no more. */
function SignedOut({ title, detail, action }: Problem) {
  return (
    <Center component="main" mih="100vh" p="xl">
      <Stack maw="34rem">
        <Title order={1}>{title}</Title>
        <Text>{detail}</Text>
        <Text fw={500}>{action}</Text>
      </Stack>
    </Center>
  );
}

export function App() {
  const appearance = useAppearance();
  const problem = useApp((state) => state.problem);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      forceColorScheme={appearance === "system" ? undefined : appearance}
    >
      {problem?.code === "signed_out" ? (
        <SignedOut {...problem} />
      ) : (
        <Router hook={useHashPath} searchHook={useHashSearch} hrefs={(path) => `#${path}`}>
          <FilesProvider>
            <Frame>
              <Started />
            </Frame>
            <Shortcuts />
            <Suspense fallback={null}>
              <AppNotifications />
            </Suspense>
          </FilesProvider>
        </Router>
      )}
    </MantineProvider>
  );
}
