import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { dayNumber } from '../../service/calendar/dates.ts';
import type { AskedChanges, Headline } from '../../service/contract/brief.ts';
import { Catalog, type CatalogSeries } from '../../service/contract/catalog.ts';
import type { ConstituentsEnvelope } from '../../service/contract/economic.ts';
import { API_PREFIX } from '../../service/contract/names.ts';
import type { SetSameCompanyRequest } from '../../service/contract/saved.ts';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import type { Constituent } from '../../service/series-math/members.ts';
import { askApp, getJson, unlessReported } from './request.ts';

/** Queries for the catalogue, and for answers that depend only on the data version. */

/** Reloads on the service's report, or every few seconds, so that an import by another process shows. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({ signal }) => getJson<Catalog>(`${API_PREFIX}/catalog`, signal, Catalog),
  refetchInterval: unlessReported(5_000),
  staleTime: 2_000,
});

export function useCatalog() {
  return useQuery(catalogQuery);
}

export const useDataVersion = (): string | undefined => useCatalog().data?.data_version;

/** @returns a series' catalogue entry for all states; `undefined` until the catalogue is loaded. */
export function heldSeriesOf(
  catalog: Catalog | undefined,
  { dataset, code }: SeriesChoice,
): CatalogSeries | undefined {
  return catalog?.datasets.find(({ id }) => id === dataset)?.series.find((series) => series.code === code);
}

/** A query whose answer stays valid until the data version changes. */
function versionedQuery<Answer>(
  name: string,
  version: string | undefined,
  details: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<Answer>,
) {
  return queryOptions({
    queryKey: ['app', name, version, ...details],
    queryFn: ({ signal }) => ask(signal),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The changes made by the latest runs. @param asked missing filters are sent empty */
export function changesQuery(version: string | undefined, asked: Partial<AskedChanges>) {
  const query = { since_run: '', since: '', dataset: '', rows: '', ...asked };
  return versionedQuery('changes', version, [query], (signal) => askApp('changes', { query, signal }));
}

export function useBriefChanges(asked: Partial<AskedChanges>) {
  return useQuery({ ...changesQuery(useDataVersion(), asked), placeholderData: keepPreviousData });
}

/** @returns each headline's newest observations by series id, as columns for charts and arithmetic. */
export function headlinesQuery(version: string | undefined) {
  const ask = async (signal: AbortSignal) => {
    const { headlines } = await askApp('headlines', { signal });
    return new Map(headlines.map(({ id, observations }) => [id, columnOf(observations)]));
  };
  return queryOptions({
    ...versionedQuery('headlines', version, [], ask),
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
}

export function useHeadlines() {
  return useQuery(headlinesQuery(useDataVersion()));
}

/** The data of a small chart, in the form of `LineColumn`. */
export type ShortColumn = { days: Int32Array; values: readonly string[]; numbers: Float64Array };

function columnOf(observations: Headline['observations']): ShortColumn {
  return {
    days: Int32Array.from(observations, ({ date }) => dayNumber(date) ?? Number.NaN),
    values: observations.map(({ value }) => value),
    numbers: Float64Array.from(observations, ({ value }) => Number(value)),
  };
}

/** Reload interval in ms: a release passes without a change of the data version. */
const CALENDAR_MS = 10 * 60_000;

export function calendarQuery(version: string | undefined) {
  return queryOptions({
    ...versionedQuery('calendar', version, [], (signal) =>
      askApp('calendar', { query: { days: '14' }, signal }),
    ),
    staleTime: CALENDAR_MS,
    refetchInterval: CALENDAR_MS,
    placeholderData: keepPreviousData,
  });
}

export function useCalendar() {
  return useQuery(calendarQuery(useDataVersion()));
}

const queryOf = ({ dataset, code, area }: SeriesChoice) => ({ dataset, series: code, area });

/** One observation's source and earlier values, or the reason why there is no observation. */
export function explanationQuery(version: string | undefined, choice: SeriesChoice, date: string) {
  return versionedQuery('explain', version, [seriesId(choice), date], (signal) =>
    askApp('explain', { query: { ...queryOf(choice), date }, signal }),
  );
}

export function useExplanation(choice: SeriesChoice, date: string) {
  return useQuery(explanationQuery(useDataVersion(), choice, date));
}

/** The latest revisions of a series, newest first. */
export function useRevisions(choice: SeriesChoice) {
  return useQuery(
    versionedQuery('revisions', useDataVersion(), [seriesId(choice)], (signal) =>
      askApp('revisions', { query: queryOf(choice), signal }),
    ),
  );
}

/** A stored list of constituents: the code of its index or fund, and its day. */
export type ListAsk = { code: string; date: string };

/** The source of a list of constituents, or of one member. @param member '' for the whole list */
export function listExplanationQuery(
  version: string | undefined,
  { code, date, member }: ListAsk & { member: string },
) {
  return versionedQuery('explain-list', version, [code, date, member], (signal) =>
    askApp('explain-list', { query: { series: code, date, member }, signal }),
  );
}

export function useListExplanation(asked: ListAsk & { member: string }) {
  return useQuery(listExplanationQuery(useDataVersion(), asked));
}

/** Rows per request; most lists fit in one. */
const PAGE_ROWS = 5000;

/** The members of lists in the order of `asks`, cached until the data change; `undefined` while loading. */
export function useLists(asks: readonly ListAsk[]) {
  const version = useDataVersion();
  const results = useQueries({
    queries: asks.map((ask) => ({
      queryKey: ['list', ask.code, ask.date, version],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadList(ask, signal),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return {
    lists: results.map(({ data }) => data),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error) void result.refetch();
    },
  };
}

async function loadList({ code, date }: ListAsk, signal: AbortSignal): Promise<readonly Constituent[]> {
  const rows: Constituent[] = [];
  for (;;) {
    const path = `/constituents/series=${encodeURIComponent(code)}?date=${date}&limit=${PAGE_ROWS}&offset=${rows.length}`;
    const page = await getJson<ConstituentsEnvelope>(path, signal);
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total_rows) return rows;
  }
}

const PAIRS = ['app', 'work', 'same-companies'];

/** Pairs of tickers that the user marked as one company. */
export function useSameCompanies() {
  return useQuery({
    queryKey: PAIRS,
    queryFn: async ({ signal }) => (await askApp('same-companies', { signal })).pairs,
  });
}

export function useSetSameCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SetSameCompanyRequest) => askApp('set-same-company', { body }),
    onSuccess: ({ pairs }) => client.setQueryData(PAIRS, pairs),
  });
}
