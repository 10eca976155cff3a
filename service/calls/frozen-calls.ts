import type { EndpointHandlers } from '../process/endpoint-input.ts';
import { checkFrozen, type FrozenReader, freeze, frozenLines } from '../saved/index.ts';

/** @returns the handlers of the calls that freeze what a screen shows, and compare it later. */
export function frozenCalls(reader: FrozenReader) {
  return {
    freeze: ({ address }) => freeze(reader, address),
    'check-frozen': ({ address, frozen }) => checkFrozen(reader, address, frozen),
    'frozen-lines': async ({ address, frozen }) => ({ lines: await frozenLines(reader, address, frozen) }),
  } satisfies Partial<EndpointHandlers>;
}
