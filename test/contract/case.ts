import type { Consequence } from "../../electron/engine/service/index.ts";
import type { ProblemCode } from "../../shared/problems.ts";
import type { Verdict } from "../../shared/verdicts.ts";
import type { Given, World } from "./world.ts";

/** What is asked, in the contract's terms; whoever asks (plain fetch, the client) puts it into HTTP. */
export type Question = (
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
  /** In place of the account's own key. */
  readonly key?: string;
};

/** What the client makes of it: a value, an error with its consequence, or nothing, as it cannot ask so. */
export type ClientOutcome =
  | { readonly value: unknown }
  | { readonly code: ProblemCode; readonly consequence: Consequence }
  | { readonly cannotAsk: string };

/** Operation × state × condition → status and body, with the rows of the contract that say so. */
export interface ContractCase {
  /** Names in spec-rows.csv, which holds everything that the contract tabulates. */
  readonly rows: readonly string[];
  readonly name: string;
  readonly given?: Given;
  readonly question: Question;
  readonly status: number;
  /** The whole JSON body, or the whole text. */
  readonly body: string | object | ((world: World) => object);
  /** What is true of the service afterwards. */
  readonly after?: (world: World) => void | Promise<void>;
  readonly client: ClientOutcome | ((world: World) => ClientOutcome);
}
