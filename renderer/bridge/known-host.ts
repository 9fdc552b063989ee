import { z } from "zod";

const proofSchema = z.object({ ok: z.literal(true), value: z.object({ proof: z.string() }) });

/**
 * Whether who answers at this origin now is the host that gave the page its `seal`. When Winnow has ended, another program
 * may have its port, and what the user types into a page that is still open would go there. Rejects where nobody answers.
 */
export async function isKnownHost(seal: string): Promise<boolean> {
  const nonce = crypto.randomUUID();
  const answer = await fetch("/proof", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ nonce }),
  });
  const given = proofSchema.safeParse(await answer.json().catch(() => null));
  return given.success && given.data.value.proof === (await hmac(seal, nonce));
}

async function hmac(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["sign"]);
  const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(text)));
  return Array.from(signed, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
