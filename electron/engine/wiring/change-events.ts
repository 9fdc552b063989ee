import type { BridgeEvent, CallRequest, EngineCallName } from "../../../shared/bridge.ts";
import type { Emit, Handler, Handlers } from "../handlers.ts";

/** Emits events for calls that change other pages, before the call returns. Other modules emit their own. */
export function emitChanges(handlers: Handlers, emit: Emit): Handlers {
  function emitting<N extends EngineCallName>(
    handle: Handler<N>,
    eventOf: (asked: CallRequest<N>) => BridgeEvent,
  ): Handler<N> {
    return async (asked, context) => {
      const answer = await handle(asked, context);
      if (answer.ok) emit(eventOf(asked));
      return answer;
    };
  }
  const marked = ({ cleaningId }: { cleaningId: string }) =>
    ({ event: "results.changed", cleaningId }) as const;
  const suppressed = () => ({ event: "suppression.changed" }) as const;
  return {
    ...handlers,
    "results.mark": emitting(handlers["results.mark"], marked),
    "results.undo": emitting(handlers["results.undo"], marked),
    "suppression.add": emitting(handlers["suppression.add"], suppressed),
    "suppression.addRows": emitting(handlers["suppression.addRows"], suppressed),
    "suppression.allow": emitting(handlers["suppression.allow"], suppressed),
    "memory.allowErased": emitting(handlers["memory.allowErased"], suppressed),
    "memory.import": emitting(handlers["memory.import"], suppressed),
    "memory.remove": emitting(handlers["memory.remove"], suppressed),
    "settings.set": emitting(handlers["settings.set"], () => ({ event: "settings.changed" })),
    "checks.check": emitting(handlers["checks.check"], () => ({ event: "check.answered" })),
    "checks.forget": emitting(handlers["checks.forget"], ({ address }) => ({
      event: "check.forgotten",
      address,
    })),
  };
}
