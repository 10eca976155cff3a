import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FollowedState } from '../../service/calendar/team-freshness.ts';
import { fits } from '../../service/contract/fits.ts';
import { KEY_HEADER, TEAM_PATHS } from '../../service/contract/names.ts';
import { type ShareRequest, TeamSession } from '../../service/contract/shared.ts';
import type { TeamRequest, TeamState } from '../../service/contract/team.ts';
import { useAppState, withRestart } from './app-state.ts';
import { askApp, unlessReported } from './request.ts';
import { bearerKey } from './session.ts';

/** A team's Almanac, whose data this computer may show instead of its own. */

const whileCatchingUp = unlessReported(1_000);
const otherwise = unlessReported(5_000);

const isCatchingUp = (state: TeamState | undefined): boolean =>
  state?.follows === true && state.state === 'catching up';

export const teamStateQuery = queryOptions({
  queryKey: ['app', 'team-state'],
  queryFn: ({ signal }) => askApp('team-state', { signal }),
  // The service asks the team no more often than this. The user watches while the first data arrive.
  refetchInterval: (query) => (isCatchingUp(query.state.data) ? whileCatchingUp(query) : otherwise(query)),
});

/**
 * The followed team; `undefined` if this computer shows its own data. `state`: the copy's state at `askedAt`
 * (ms since 1970); undefined until loaded.
 */
export function useTeam():
  | { address: string; state: FollowedState | undefined; askedAt: number }
  | undefined {
  const address = useAppState().data?.team;
  const { data, dataUpdatedAt } = useQuery({ ...teamStateQuery, enabled: address !== undefined });
  if (address === undefined) return undefined;
  return { address, state: data?.follows === true ? data : undefined, askedAt: dataUpdatedAt };
}

/** Reloads everything when the data come from another source, chosen in any window. Call once per page. */
export function useTeamNews(): void {
  const client = useQueryClient();
  const { data } = useAppState();
  const from = data === undefined ? undefined : (data.team ?? '');
  const before = useRef(from);
  useEffect(() => {
    if (from === undefined || from === before.current) return;
    const isFirst = before.current === undefined;
    before.current = from;
    // Cached answers belong to versions of other data, which may have the same numbers.
    if (!isFirst) void client.resetQueries({ predicate: ({ queryKey }) => !isPersonalQuery(queryKey) });
  }, [client, from]);
}

/** True for queries that do not depend on the data's source: app state, settings, the person's work. */
function isPersonalQuery([first, second]: readonly unknown[]): boolean {
  const names = ['state', 'team', 'file-settings', 'work', 'work-version'];
  return first === 'app' && names.includes(String(second));
}

export const teamChoiceQuery = queryOptions({
  queryKey: ['app', 'team'],
  queryFn: ({ signal }) => askApp('team', { signal }),
});

/** The stored address, and whether its key can be read. The answer never contains the key itself. */
export function useTeamChoice() {
  return useQuery(teamChoiceQuery);
}

/** Plain functions: the mutation cache would keep the key. Reject with ApiError, NoAnswer or SignInNeeded. */
export function useTeamActions() {
  const client = useQueryClient();
  return {
    /** Returns which team answers at the address. Stores nothing. */
    checkTeam: (body: TeamRequest) => askApp('check-team', { body }),
    /** Following and leaving a team restart the service; both resolve once it answers again. */
    followTeam: (body: TeamRequest) => withRestart(client, () => askApp('follow-team', { body })),
    leaveTeam: () => withRestart(client, () => askApp('leave-team')),
  };
}

/** The items that the people of a team share with each other. */

const LOOK_MS = 30_000;

const sharedQuery = queryOptions({
  // Under 'work', so that it is reloaded together with the person's work.
  queryKey: ['app', 'work', 'shared'],
  queryFn: ({ signal }) => askApp('shared-items', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.has_team ? LOOK_MS : false),
});

/** The team's shared items; `has_team` is false if this Almanac belongs to no team. */
export function useShared() {
  return useQuery(sharedQuery);
}

/** `share` gives or updates an item for the team; `withdraw` takes a shared item back, by its id. */
export function useSharing() {
  const client = useQueryClient();
  const onSuccess = (shared: Awaited<ReturnType<typeof askApp<'shared-items'>>>) =>
    client.setQueryData(sharedQuery.queryKey, shared);
  const share = useMutation({
    mutationFn: (body: ShareRequest) => askApp('share-item', { body }),
    onSuccess,
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => askApp('withdraw-item', { body: { id } }),
    onSuccess,
  });
  return { share, withdraw };
}

/** Signs in at a team's node with a key. The tab keeps the session that the node returns, not the key. */

/** Signs this tab in for at most twelve hours. @returns a sentence for the person if it failed */
export async function signIn(key: string): Promise<string | undefined> {
  // A text that does not fit in a header cannot be a key.
  if (!/^[\x21-\x7e]+$/.test(key)) return WRONG_KEY;
  let answer: Response;
  try {
    answer = await fetch(TEAM_PATHS.signIn, { method: 'POST', headers: { [KEY_HEADER]: key } });
  } catch {
    return "The team's Almanac does not answer. Check your connection, then try again.";
  }
  if (answer.status === 401) return WRONG_KEY;
  if (!answer.ok)
    return `The team's Almanac cannot sign you in now (it answered ${answer.status}). Try again in a moment.`;
  const signedIn: unknown = await answer.json();
  if (!fits(TeamSession, signedIn))
    return 'This page is older than the Almanac that serves it. Load it again.';
  sessionStorage.setItem(bearerKey, signedIn.session);
  return undefined;
}

/** Ends this tab's session. The caller must then reload the page, so that nothing stays in memory. */
export function signOut(): void {
  sessionStorage.clear();
}

const WRONG_KEY =
  'This key does not belong to the team, or was revoked. Keys begin with alm_; ask the person who runs the team’s Almanac for one.';
