import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import {
  type Answer,
  decode,
  encode,
  type Packet,
  type RecordType,
  streamDecode,
  streamEncode,
} from "dns-packet";

/** DNS records of a name. `{}` is a name that exists without mail records. */
export interface Zone {
  /** Mail exchanges, the preferred one first. `.` refuses mail (RFC 7505). */
  readonly mx?: readonly string[];
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
}

/** A fault of a response. `lie_*` are false responses, as of a blocking or broken resolver. */
export type DnsFault =
  | "drop"
  | "servfail"
  | "refused"
  | "formerr"
  | "truncated"
  | "garbage"
  | "other_id"
  | "other_name"
  | "delay"
  | "lie_no_name"
  | "lie_no_records";

export interface DnsServerOptions {
  /** Returns the records of a name, or `null` if the name does not exist. */
  readonly zone: (name: string) => Zone | null;
  readonly fault?: (name: string, type: RecordType) => DnsFault | null;
  /** Delay of the fault `delay` in ms. */
  readonly delayMs?: number;
}

export interface DnsServer {
  /** Address of the server as `ip:port`. */
  readonly address: string;
  /** Questions so far, as `TYPE name`. */
  readonly asked: string[];
  /** Returns the maximum number of concurrent questions. */
  maxConcurrent(): number;
  close(): Promise<void>;
}

const RCODE = { servfail: 2, no_name: 3, refused: 5, formerr: 1 } as const;
const AUTHORITATIVE_RECURSIVE = 0x0580;
const TRUNCATED = 0x0200;

/** Starts a DNS server on loopback, with UDP and TCP. */
export async function startDnsServer({ zone, fault, delayMs = 20 }: DnsServerOptions): Promise<DnsServer> {
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  const sockets = new Set<Socket>();

  function answersOf(name: string, type: RecordType): Answer[] | null {
    const found = zone(name);
    if (found === null) return null;
    const ttl = 60;
    if (type === "MX")
      return (found.mx ?? []).map((exchange, i) => ({
        type: "MX",
        ...{ name, ttl, data: { preference: exchange === "." ? 0 : 10 * (i + 1), exchange } },
      }));
    if (type === "A") return (found.a ?? []).map((data) => ({ type: "A", name, ttl, data }));
    if (type === "AAAA") return (found.aaaa ?? []).map((data) => ({ type: "AAAA", name, ttl, data }));
    return [];
  }

  /** Returns the response, or `null` for none. `isWhole` if the transport has no size limit. */
  async function answer(query: Packet, isWhole: boolean): Promise<Packet | "garbage" | null> {
    const [question] = query.questions ?? [];
    if (question === undefined) return null;
    const name = question.name.toLowerCase();
    asked.push(`${question.type} ${name}`);
    most = Math.max(most, ++open);
    try {
      const wrong = fault?.(name, question.type) ?? null;
      const reply = (rcode: number, answers: Answer[], flags = 0): Packet => ({
        ...{ type: "response", id: query.id, flags: AUTHORITATIVE_RECURSIVE | rcode | flags },
        ...{ questions: [question], answers },
      });
      switch (wrong) {
        case "drop":
          return null;
        case "servfail":
        case "refused":
        case "formerr":
          return reply(RCODE[wrong], []);
        case "truncated":
          if (!isWhole) return reply(0, [], TRUNCATED);
          break;
        case "garbage":
          return "garbage";
        case "other_id":
          return { ...reply(RCODE.no_name, []), id: ((query.id ?? 0) + 1) % 65_536 };
        case "other_name":
          return { ...reply(RCODE.no_name, []), questions: [{ ...question, name: `other.${name}` }] };
        case "delay":
          await new Promise((done) => setTimeout(done, delayMs));
          break;
        case "lie_no_name":
          return reply(RCODE.no_name, []);
        case "lie_no_records":
          return reply(0, []);
        case null:
      }
      const answers = answersOf(name, question.type);
      return answers === null ? reply(RCODE.no_name, []) : reply(0, answers);
    } finally {
      open--;
    }
  }

  let isClosed = false;
  const udp = createSocket("udp4");
  udp.on("message", (bytes, from) => {
    void answer(decode(bytes), false).then((said) => {
      if (said === null || isClosed) return;
      udp.send(said === "garbage" ? Buffer.from("not dns at all") : encode(said), from.port, from.address);
    });
  });
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    let held = Buffer.alloc(0);
    socket.on("data", (bytes) => {
      held = Buffer.concat([held, bytes]);
      while (held.length >= 2 && held.length >= 2 + held.readUInt16BE(0)) {
        const size = 2 + held.readUInt16BE(0);
        const query = streamDecode(held.subarray(0, size));
        held = held.subarray(size);
        void answer(query, true).then((said) => {
          if (isClosed) return;
          if (said === null || said === "garbage") socket.destroy();
          else socket.write(streamEncode(said));
        });
      }
    });
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  const bound = tcp.address();
  if (bound === null || typeof bound === "string") throw new Error("the server has no port");
  udp.bind(bound.port, "127.0.0.1");
  await once(udp, "listening");
  return {
    address: `127.0.0.1:${bound.port}`,
    asked,
    maxConcurrent: () => most,
    async close() {
      isClosed = true;
      for (const socket of sockets) socket.destroy();
      udp.close();
      tcp.close();
      await once(tcp, "close");
    },
  };
}
