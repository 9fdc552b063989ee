import type { ContractCase, ContractRequest } from "../case.ts";

const PARAMETER: Record<ContractRequest["operation"], string> = {
  upload: "parameter upload: apikey",
  status: "parameter status: apikey",
  start: "parameter start: apikey",
  download: "parameter download: apikey",
  delete: "parameter delete: apikey",
  balance: "parameter balance: apikey",
  verify: "parameter verify: apikey",
};

const QUESTIONS: readonly ContractRequest[] = [
  { operation: "upload", file: { name: "list.csv", text: "Email\na@b.example\n" } },
  { operation: "status" },
  { operation: "start" },
  { operation: "download" },
  { operation: "delete" },
  { operation: "balance" },
  { operation: "verify", email: "a@b.example" },
];

function invalidKey(operation: ContractRequest["operation"]): object {
  return {
    result: operation === "balance" ? "Invalid API key" : "Invalid API Key",
    success: operation === "verify" ? "false" : false,
  };
}

/** service-spec, 'Authentication' and 'All key-protected endpoints'. */
export const keyCases: readonly ContractCase[] = QUESTIONS.flatMap((question): ContractCase[] => {
  const refused = {
    status: 401,
    body: invalidKey(question.operation),
    client: { code: "key_invalid", consequence: "user" },
  } as const;
  return [
    {
      rows: ["error: Invalid API key", PARAMETER[question.operation]],
      name: "an unknown key",
      given: { job: "completed" },
      question: { ...question, key: "no-such-key" },
      ...refused,
    },
    {
      rows: ["error: Invalid API key", "authentication: revoked"],
      name: "a revoked key",
      given: { job: "completed", finalAccountState: "revoked" },
      question,
      ...refused,
    },
    {
      rows: ["error: Invalid API key", "authentication: allowlist"],
      name: "a key for other machines",
      given: { allowlist: ["203.0.113.7"] },
      question,
      ...refused,
    },
  ];
});
