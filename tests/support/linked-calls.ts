import type { ControlCaller } from '../../service/calls/index.ts';
import { SERVICE_CALLS, type ServiceCalls } from '../../service/contract/control.ts';
import { type AnswerMessage, answererOf, type Caller, callerOf } from '../../service/process/rpc.ts';

/** The calls of a service in this process, over a channel in memory. */
export function linkedCalls(calls: Pick<ControlCaller, 'call'>): Caller<ServiceCalls> {
  const caller = callerOf(SERVICE_CALLS, (message) => answerer.hear(structuredClone(message)));
  const answerer = answererOf(
    SERVICE_CALLS,
    calls.call,
    (message: AnswerMessage) => caller.hear(structuredClone(message)),
    String,
  );
  return caller.call;
}
