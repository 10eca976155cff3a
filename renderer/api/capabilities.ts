import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Capability } from '../../service/contract/host.ts';
import { hostStateQuery } from './host-state.ts';
import { isTeamPage } from './served-by.ts';

/** What the service lets this page do (`Capability`). No component asks whether a team's node serves the page. */

const ALL: readonly Capability[] = Capability.enum;
const NONE: readonly Capability[] = [];

/** What holds until the service has answered. */
const untilKnown = (): readonly Capability[] => (isTeamPage() ? NONE : ALL);

/** All that the service lets the page do, as it is known now. */
export function useCapabilities(): readonly Capability[] {
  // The frame asks for the state, again and again; here it is only read.
  const { data } = useQuery({ ...hostStateQuery, enabled: false, select: ({ can }) => can });
  return data ?? untilKnown();
}

/** Whether the service lets the page do this. */
export function useCan(capability: Capability): boolean {
  return useCapabilities().includes(capability);
}

/** @returns the same for code outside of components. */
export function canNow(client: QueryClient, capability: Capability): boolean {
  return (client.getQueryData(hostStateQuery.queryKey)?.can ?? untilKnown()).includes(capability);
}
