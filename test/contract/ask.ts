import { ROUTES } from "../../electron/sandbox/service.ts";
import type { ContractRequest } from "./case.ts";
import type { World } from "./world.ts";

/** Sends the request with plain `fetch`, with parameters in the query string. */
export function sendRequest(
  { sandbox, account, jobId }: World,
  question: ContractRequest,
): Promise<Response> {
  const { method, path } = ROUTES[question.operation];
  const query = new URLSearchParams({ apikey: question.key ?? account.key });
  let body: FormData | string | null = null;
  let type: string | null = null;
  switch (question.operation) {
    case "upload":
      if ("raw" in question) {
        body = question.raw.body;
        type = question.raw.type;
      } else if ("file" in question) {
        body = new FormData();
        body.set("local_file", new File([question.file.text], question.file.name));
        if (question.autoVerify !== undefined) query.set("auto_verify", String(question.autoVerify));
      } else {
        const { emails, autoVerify } = question;
        body = JSON.stringify(
          autoVerify === undefined ? { emails } : { emails, auto_verify: String(autoVerify) },
        );
        type = "application/json";
      }
      break;
    case "status":
    case "delete":
      query.set("job_id", question.job ?? jobId);
      break;
    case "start":
      query.set("job_id", question.job ?? jobId);
      body = question.raw ?? JSON.stringify({ action: "start" });
      break;
    case "download":
      query.set("jobId", question.job ?? jobId);
      if ("raw" in question) body = question.raw;
      else if (question.verdicts !== undefined) body = JSON.stringify({ filterResult: question.verdicts });
      break;
    case "balance":
      break;
    case "verify":
      query.set("email", question.email);
      if (question.timeout !== undefined) query.set("timeout", String(question.timeout));
      break;
  }
  return fetch(`${sandbox.baseUrl}${path}?${query}`, {
    method,
    body,
    headers: type === null ? {} : { "content-type": type },
  });
}
