import { Button, Group, Menu, Text, Tooltip } from "@mantine/core";
import { IconCheck, IconChevronDown, IconPlus, IconRefresh } from "@tabler/icons-react";
import { useEffect } from "react";
import type { Account } from "../../shared/bridge/accounts.ts";
import { count } from "../../shared/numbers.ts";
import { SandboxMark } from "../components/notes.tsx";
import { go } from "../navigation.ts";
import { currentAccount } from "../stores/accounts.ts";
import { useAccounts, useApp, useCleanings } from "../stores/winnow.tsx";
import { clock } from "../times.ts";
import { frameWords } from "../words/frame.ts";

const CALM = { size: "compact-sm", variant: "subtle", color: "gray", fw: 400, px: 6, flex: "none" } as const;
/** Style for insufficient credits or a missing key. */
const SHORT = { ...CALM, variant: "light", color: "yellow", fw: 600 } as const;

function Balance({ account, short }: { account: Account; short: boolean }) {
  const isRefreshing = useAccounts((state) => state.refreshing === account.id);
  const refresh = useAccounts((state) => state.refresh);
  const balance = account.balance;
  const readAt = balance ? frameWords.readAt(clock(balance.readAt, Date.now())) : null;
  return (
    <Tooltip
      label={[short ? frameWords.short : null, readAt].filter(Boolean).join(" ")}
      disabled={!short && !readAt}
    >
      <Button
        {...(short ? SHORT : CALM)}
        rightSection={<IconRefresh size={14} aria-hidden="true" />}
        loading={isRefreshing}
        onClick={() => void refresh(account.id)}
      >
        <span className="num">
          <span className="visually-hidden">{frameWords.refresh(account.label)} </span>
          {balance ? (
            <>
              <strong>{count(Math.abs(balance.credits))}</strong> {frameWords.unit(balance.credits)}
            </>
          ) : (
            frameWords.creditsUnread
          )}
          <span className="visually-hidden">
            {" "}
            {readAt} {short && frameWords.short}
          </span>
        </span>
      </Button>
    </Tooltip>
  );
}

/** Replaces the balance if the account has no key, as the balance would be outdated. */
function KeyNeeded(props: { account: Account }) {
  return (
    <Tooltip label={frameWords.keyNeededHelp(props.account.label)}>
      <Button {...SHORT} onClick={() => go("/settings/accounts")}>
        {frameWords.keyNeeded}
      </Button>
    </Tooltip>
  );
}

export function AccountLine() {
  const accounts = useAccounts((state) => state.accounts);
  const refresh = useAccounts((state) => state.refresh);
  const chosen = useApp((state) => state.settings.accountId);
  const save = useApp((state) => state.save);
  const account = currentAccount(accounts, chosen);
  const waitingForCredits = useCleanings((state) =>
    Object.values(state.byId).some(
      (one) => one.accountId === account?.id && one.parts.some((part) => part.waitingFor === "credits"),
    ),
  );
  const id = account?.id;
  const unread = account !== null && account.balance === null;
  useEffect(() => {
    if (id && unread) void refresh(id);
  }, [id, unread, refresh]);
  if (!accounts?.length) return null;
  const short = waitingForCredits || (account?.balance != null && account.reserved > account.balance.credits);
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button
            {...CALM}
            flex="0 1 auto"
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
            aria-label={account ? frameWords.account(account.label) : undefined}
          >
            <Text span inherit truncate maw={{ base: "8rem", md: "14rem" }}>
              {account?.label ?? frameWords.chooseAccount}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {accounts.map((one) => (
            <Menu.Item
              key={one.id}
              onClick={() => void save({ accountId: one.id })}
              leftSection={<IconCheck size={14} visibility={one.id === account?.id ? "visible" : "hidden"} />}
            >
              {one.kind === "sandbox" ? frameWords.ofSandbox(one.label) : one.label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => go("/settings/accounts")}>
            {frameWords.addAccount}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {account?.kind === "sandbox" && account.label !== frameWords.sandbox && <SandboxMark />}
      {account === null ? null : account.keyState === "missing" || account.keyState === "elsewhere" ? (
        <KeyNeeded account={account} />
      ) : (
        <Balance account={account} short={short} />
      )}
    </Group>
  );
}
