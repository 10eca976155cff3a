import type { ServiceCalls } from '../contract/control.ts';
import { Failure } from '../contract/failure.ts';
import type { CallHandlers } from '../process/rpc.ts';

/** @returns the handlers of the calls that would make a node's copy differ from the team's data: each refuses in one line. */
export function refusedAtNode() {
  const refuse = (what: string) => (): never => {
    throw new Failure(
      'wrong_usage',
      `The data here are a copy of the team's, so ${what}. Import or refresh instead: every node then gets the same.`,
    );
  };
  return {
    'make-sample': refuse('no sample data are made in it'),
    restore: refuse('no back-up replaces it'),
    rescue: refuse('nothing is rescued into it'),
  } satisfies Partial<CallHandlers<ServiceCalls>>;
}
