import { queryOptions, useQuery } from '@tanstack/react-query';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { useCatalog } from './catalog.ts';
import type { ListAsk } from './lists.ts';
import { askHost } from './request.ts';

/** Where an observation comes from. @param version of the data, since another version may come from elsewhere */
export function explanationQuery(version: string | undefined, choice: SeriesChoice, date: string) {
  return queryOptions({
    queryKey: ['host', 'explain', version, seriesId(choice), date],
    queryFn: ({ signal }) => askHost('explain', { query: { ...queryOf(choice), date }, signal }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Where one observation comes from and its earlier values, or why there is no observation. */
export function useExplanation(choice: SeriesChoice, date: string) {
  return useQuery(explanationQuery(useCatalog().data?.data_version, choice, date));
}

/** Where a list of constituents, or what it says of a member, comes from. @param member '' for the list as a whole */
export function listExplanationQuery(
  version: string | undefined,
  { code, date, member }: ListAsk & { member: string },
) {
  return queryOptions({
    queryKey: ['host', 'explain-list', version, code, date, member],
    queryFn: ({ signal }) => askHost('explain-list', { query: { series: code, date, member }, signal }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Where a list of constituents, or what it says of a member, comes from. */
export function useListExplanation(asked: ListAsk & { member: string }) {
  return useQuery(listExplanationQuery(useCatalog().data?.data_version, asked));
}

/** The latest revisions of a series, newest first. */
export function useRevisions(choice: SeriesChoice) {
  const version = useCatalog().data?.data_version;
  return useQuery({
    queryKey: ['host', 'revisions', version, seriesId(choice)],
    queryFn: ({ signal }) => askHost('revisions', { query: queryOf(choice), signal }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const queryOf = ({ dataset, code, area }: SeriesChoice) => ({ dataset, series: code, area });
