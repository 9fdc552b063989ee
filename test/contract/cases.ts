import type { ContractCase } from "./case.ts";
import { balanceCases } from "./cases/balance.ts";
import { deleteCases } from "./cases/delete.ts";
import { downloadCases } from "./cases/download.ts";
import { keyCases } from "./cases/keys.ts";
import { startCases } from "./cases/start.ts";
import { statusCases } from "./cases/status.ts";
import { uploadCases } from "./cases/upload.ts";
import { verifyCases } from "./cases/verify.ts";

/** All cases of the contract, run against both the sandbox and the client. */
export const CASES: readonly ContractCase[] = [
  ...keyCases,
  ...uploadCases,
  ...statusCases,
  ...startCases,
  ...downloadCases,
  ...deleteCases,
  ...balanceCases,
  ...verifyCases,
];

export function titleOf(one: ContractCase): string {
  return `${one.question.operation}: ${one.name}`;
}
