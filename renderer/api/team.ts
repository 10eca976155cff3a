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
  const address = useAppState().data?.team;
  const { data, dataUpdatedAt } = useQuery({ ...teamStateQuery, enabled: address !== undefined });
  if (address === undefined) return undefined;
  return { address, state: data?.follows === true ? data : undefined, askedAt: dataUpdatedAt };
}

/** Loads everything anew when the data come from elsewhere than before, in whichever window that was chosen. Once for the whole page. */
export function useTeamNews(): void {
  const client = useQueryClient();
  const { data } = useAppState();
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
  return first === 'app' && names.includes(String(second));
}

export const teamChoiceQuery = queryOptions({
  queryKey: ['app', 'team'],
  queryFn: ({ signal }) => askApp('team', { signal }),
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
    checkTeam: (body: TeamRequest) => askApp('check-team', { body }),
    /** Both are done when the service, which starts again for it, answers with the other data. */
    followTeam: (body: TeamRequest) => withRestart(client, () => askApp('follow-team', { body })),
    leaveTeam: () => withRestart(client, () => askApp('leave-team')),
  };
}

/** What the people of a team share with each other. */

const LOOK_MS = 30_000;

const sharedQuery = queryOptions({
  // Of the person's work, so that it is asked for again with it.
  queryKey: ['app', 'work', 'shared'],
  queryFn: ({ signal }) => askApp('shared-items', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.has_team ? LOOK_MS : false),
});

/** What the team shares; `has_team` is false where this Almanac belongs to none. */
export function useShared() {
  return useQuery(sharedQuery);
}

/** `share` gives an item to the team, or the newest of what was given before; `withdraw` takes one back, by its id. */
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

/** Signing in at a node of a team, with a key. The tab keeps what the node gives for it; the key itself is not kept. */

/** Signs this tab in for twelve hours at most. @returns a line for the person where it did not work */
export async function signIn(key: string): Promise<string | undefined> {
  // What a header cannot hold is no key.
  if (!/^[\x21-\x7e]+$/.test(key)) return WRONG;
  let answer: Response;
  try {
    answer = await fetch(TEAM_PATHS.signIn, { method: 'POST', headers: { [KEY_HEADER]: key } });
  } catch {
    return "The team's Almanac does not answer. Check your connection, then try again.";
  }
  if (answer.status === 401) return WRONG;
  if (!answer.ok)
    return `The team's Almanac cannot sign you in now (it answered ${answer.status}). Try again in a moment.`;
  const signedIn: unknown = await answer.json();
  if (!fits(TeamSession, signedIn))
    return 'This page is older than the Almanac that serves it. Load it again.';
  sessionStorage.setItem(bearerKey, signedIn.session);
  return undefined;
}

/** Ends the session of this tab. The page is then to be loaded again, so that nothing of it stays in memory. */
export function signOut(): void {
  sessionStorage.clear();
}

const WRONG =
  'This key does not belong to the team, or was revoked. Keys begin with alm_; ask the person who runs the team’s Almanac for one.';
