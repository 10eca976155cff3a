import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FollowedState } from '../../service/calendar/team-freshness.ts';
import type { TeamRequest, TeamState } from '../../service/contract/team.ts';
import { useHostState, withRestart } from './host-state.ts';
import { unlessReported } from './reported.ts';
import { askHost } from './request.ts';

/** A team's Almanac, whose data this computer may show instead of its own. */

const whileCatchingUp = unlessReported(1_000);
const otherwise = unlessReported(5_000);

const isCatchingUp = (state: TeamState | undefined): boolean =>
  state?.follows === true && state.state === 'catching up';

export const teamStateQuery = queryOptions({
  queryKey: ['host', 'team-state'],
  queryFn: ({ signal }) => askHost('team-state', { signal }),
  // The service asks the team no more often than that; somebody watches while the first data come.
  refetchInterval: (query) => (isCatchingUp(query.state.data) ? whileCatchingUp(query) : otherwise(query)),
});

/**
 * The team whose data are shown; `undefined` where they are those of this computer, and then nothing is asked.
 * `state`: how the copy stood at `askedAt` (ms since 1970); undefined until the service has said it.
 */
export function useTeam():
  | { address: string; state: FollowedState | undefined; askedAt: number }
  | undefined {
  const address = useHostState().data?.team;
  const { data, dataUpdatedAt } = useQuery({ ...teamStateQuery, enabled: address !== undefined });
  if (address === undefined) return undefined;
  return { address, state: data?.follows === true ? data : undefined, askedAt: dataUpdatedAt };
}

/** Loads everything anew when the data come from elsewhere than before, in whichever window that was chosen. Once for the whole page. */
export function useTeamNews(): void {
  const client = useQueryClient();
  const { data } = useHostState();
  const from = data === undefined ? undefined : (data.team ?? '');
  const before = useRef(from);
  useEffect(() => {
    if (from === undefined || from === before.current) return;
    const isFirst = before.current === undefined;
    before.current = from;
    // What is cached belongs to versions of other data, which may have the same numbers.
    if (!isFirst) void client.resetQueries({ predicate: ({ queryKey }) => !isOfThePerson(queryKey) });
  }, [client, from]);
}

/** What stays whatever the data are: the state of the app, settings, and what a person has made. */
function isOfThePerson([first, second]: readonly unknown[]): boolean {
  const names = ['state', 'team', 'file-settings', 'work', 'work-version'];
  return first === 'host' && names.includes(String(second));
}

export const teamChoiceQuery = queryOptions({
  queryKey: ['host', 'team'],
  queryFn: ({ signal }) => askHost('team', { signal }),
});

/** The address that is set, and whether its key can be read. The key itself is never in the answer. */
export function useTeamChoice() {
  return useQuery(teamChoiceQuery);
}

/** Plain functions, because the mutation cache would keep the key. Each rejects with ApiError, NoAnswer or SignInNeeded. */
export function useTeamActions() {
  const client = useQueryClient();
  return {
    /** Says who is at the address. Stores nothing. */
    checkTeam: (body: TeamRequest) => askHost('check-team', { body }),
    /** Both are done when the service, which starts again for it, answers with the other data. */
    followTeam: (body: TeamRequest) => withRestart(client, () => askHost('follow-team', { body })),
    leaveTeam: () => withRestart(client, () => askHost('leave-team')),
  };
}
