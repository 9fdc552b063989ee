import { Session } from "node:inspector";
import { z } from "zod";
import { takeSockets } from "./sockets.ts";

const sentSchema = z.object({
  id: z.int(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Opens a server for Node's inspector protocol, through which tests run code in the main process. Returns its URL.
 * Node's own server interrupts JavaScript at any point, even within a stream's callback, so a test that quits the
 * application from there would leave streams and ticks half done.
 */
export async function openInspector(): Promise<string> {
  const address = await takeSockets((test) => {
    const session = new Session();
    session.connect();
    session.on("inspectorNotification", (notification) => test.send(JSON.stringify(notification)));
    test.on("message", (data) => {
      const { id, method, params } = sentSchema.parse(JSON.parse(data.toString("utf8")));
      session.post(method, params, (error, result) => {
        const answer = error === null ? { result } : { error: { code: 0, message: error.message } };
        test.send(JSON.stringify({ id, ...answer }));
      });
    });
    test.on("close", () => session.disconnect());
  });
  return `${address}/main`;
}
