import type { ServiceCalls } from '../contract/control.ts';
import type { CallHandlers } from '../process/rpc.ts';
import type { Work } from '../work/index.ts';

/** @returns the handlers of the calls about what a person has made. */
export function workCalls({ sameCompanies }: Work) {
  const pairs = () => ({ pairs: sameCompanies.list() });
  return {
    'same-companies': pairs,
    'set-same-company': (request) => {
      sameCompanies.set(request);
      return pairs();
    },
  } satisfies Partial<CallHandlers<ServiceCalls>>;
}
