import type { Result } from "../../shared/result.ts";

export type ToEngine =
  | { readonly kind: "call"; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "wait"; readonly id: number; readonly milliseconds: number }
  | { readonly kind: "kill_at"; readonly point: string | null; readonly after: number }
  | { readonly kind: "fill_at"; readonly point: string; readonly after: number; readonly room: number | null }
  | { readonly kind: "close" };

export type FromEngine =
  | { readonly kind: "opened"; readonly result: Result<null> }
  | { readonly kind: "answer"; readonly id: number; readonly result: Result<unknown> }
  | { readonly kind: "request"; readonly url: string; readonly headers: string }
  | { readonly kind: "log"; readonly line: string }
  | { readonly kind: "closed" };
