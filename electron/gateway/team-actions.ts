import type { HostState } from '../../service/contract/host.ts';
import type { DataFrom } from '../team/index.ts';
import { notFound } from './answers.ts';
import type { HostHandlers } from './host-route.ts';

/** Actions that say and choose where the data come from. @param hostState of after the change */
export function teamHandlers(dataFrom: DataFrom | undefined, hostState: () => HostState) {
  return {
    team: () => dataFrom?.choice() ?? notFound(),
    'check-team': ({ body }) => dataFrom?.check(body) ?? notFound(),
    async 'follow-team'({ body }) {
      await dataFrom?.follow(body);
      return hostState();
    },
    async 'leave-team'() {
      await dataFrom?.leave();
      return hostState();
    },
  } satisfies Partial<HostHandlers>;
}
