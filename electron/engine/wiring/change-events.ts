import type { BridgeEvent, CallRequest, EngineCallName } from "../../../shared/bridge.ts";
import type { Emit, Handler, Handlers } from "../handlers.ts";

/**
 * The handlers, of which those that change what other pages show tell every page so, before whoever asked has the
 * answer: those of rooms that do not tell of it by themselves.
 */
export function tellingOfChanges(handlers: Handlers, emit: Emit): Handlers {
  function telling<N extends EngineCallName>(
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
    "results.mark": telling(handlers["results.mark"], marked),
    "results.undo": telling(handlers["results.undo"], marked),
    "suppression.add": telling(handlers["suppression.add"], suppressed),
    "suppression.addRows": telling(handlers["suppression.addRows"], suppressed),
    "suppression.addUnmailable": telling(handlers["suppression.addUnmailable"], suppressed),
    "suppression.remove": telling(handlers["suppression.remove"], suppressed),
    "settings.set": telling(handlers["settings.set"], () => ({ event: "settings.changed" })),
    "checks.check": telling(handlers["checks.check"], () => ({ event: "check.answered" })),
    "checks.forget": telling(handlers["checks.forget"], ({ address }) => ({
      event: "check.forgotten",
      address,
    })),
  };
}
