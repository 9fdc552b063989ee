import type { Consequence } from "../../electron/engine/service/index.ts";
import type { ProblemCode } from "../../shared/problems.ts";
import type { Verdict } from "../../shared/verdicts.ts";
import type { Given, World } from "./world.ts";

/** A request in the contract's terms, sent either by plain fetch or by the client. */
export type ContractRequest = (
  | {
      readonly operation: "upload";
      readonly file: { readonly name: string; readonly text: string };
      readonly autoVerify?: boolean;
    }
  | {
      readonly operation: "upload";
      readonly emails: readonly ({ email: string } & Record<string, string>)[];
      readonly autoVerify?: boolean;
    }
  | { readonly operation: "upload"; readonly raw: { readonly type: string; readonly body: string } }
  | { readonly operation: "status" | "delete"; readonly job?: string }
  | { readonly operation: "start"; readonly job?: string; readonly raw?: string }
  | { readonly operation: "download"; readonly job?: string; readonly verdicts?: readonly Verdict[] }
  | { readonly operation: "download"; readonly job?: string; readonly raw: string }
  | { readonly operation: "balance" }
  | { readonly operation: "verify"; readonly email: string; readonly timeout?: number }
) & {
  /** Overrides the account's key. */
  readonly key?: string;
};

/** The client's result: a value, an error with its consequence, or `notSendable` if it never sends such a request. */
export type ClientOutcome =
  | { readonly value: unknown }
  | { readonly code: ProblemCode; readonly consequence: Consequence }
  | { readonly notSendable: string };

/** One case of the contract: operation, state and condition lead to a status and body. */
export interface ContractCase {
  /** Names in spec-rows.csv, which lists all rows of the contract's tables. */
  readonly rows: readonly string[];
  readonly name: string;
  readonly given?: Given;
  readonly question: ContractRequest;
  readonly status: number;
  /** The complete JSON body or text. */
  readonly body: string | object | ((world: World) => object);
  readonly after?: (world: World) => void | Promise<void>;
  readonly client: ClientOutcome | ((world: World) => ClientOutcome);
}
