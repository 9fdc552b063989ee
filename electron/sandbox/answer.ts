export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** What an operation says: a JSON object, or a text that is made while it is sent. */
export type Answer =
  | { readonly kind: "json"; readonly status: number; readonly body: JsonObject }
  | { readonly kind: "text"; readonly status: number; readonly text: Iterable<string> };

export function answer(body: JsonObject, status = 200): Answer {
  return { kind: "json", status, body };
}

/** An error in the contract's shape A: `result` and `success`. */
export function refusal(status: number, result: string): Answer {
  return answer({ result, success: false }, status);
}

/** An error in the contract's shape B, of the upload limits: `success` and `message`. */
export function limitReached(message: string): Answer {
  return answer({ success: false, message }, 400);
}
