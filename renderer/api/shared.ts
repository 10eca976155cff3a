import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShareRequest } from '../../service/contract/shared.ts';
import { askHost } from './request.ts';

/** What the people of a team share with each other. */

const LOOK_MS = 30_000;

const sharedQuery = queryOptions({
  // Of the person's work, so that it is asked for again with it.
  queryKey: ['host', 'work', 'shared'],
  queryFn: ({ signal }) => askHost('shared-items', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.has_team ? LOOK_MS : false),
});

/** What the team shares; `has_team` is false where this Almanac belongs to none. */
export function useShared() {
  return useQuery(sharedQuery);
}

/** `share` gives an item to the team, or the newest of what was given before; `withdraw` takes one back, by its id. */
export function useSharing() {
  const client = useQueryClient();
  const onSuccess = (shared: Awaited<ReturnType<typeof askHost<'shared-items'>>>) =>
    client.setQueryData(sharedQuery.queryKey, shared);
  const share = useMutation({
    mutationFn: (body: ShareRequest) => askHost('share-item', { body }),
    onSuccess,
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => askHost('withdraw-item', { body: { id } }),
    onSuccess,
  });
  return { share, withdraw };
}
