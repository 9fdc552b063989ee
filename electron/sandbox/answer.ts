export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A response body: a JSON object, or text generated while it is sent. */
export type Answer =
  | { readonly kind: "json"; readonly status: number; readonly body: JsonObject }
  | { readonly kind: "text"; readonly status: number; readonly text: Iterable<string> };

export function jsonResponse(body: JsonObject, status = 200): Answer {
  return { kind: "json", status, body };
}

/** Returns an error in the contract's shape A: `result` and `success`. */
export function errorResponse(status: number, result: string): Answer {
  return jsonResponse({ result, success: false }, status);
}

/** Returns an error in the contract's shape B, used for upload limits: `success` and `message`. */
export function limitResponse(message: string): Answer {
  return jsonResponse({ success: false, message }, 400);
}
