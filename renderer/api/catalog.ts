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

/** What the store holds, and what is asked once for each version of the data: news, explanations, lists. */

/** Loaded again when the service reports a change, or every few seconds, so that an import by another process shows. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({ signal }) => getJson<Catalog>(`${API_PREFIX}/catalog`, signal, Catalog),
  refetchInterval: unlessReported(5_000),
  staleTime: 2_000,
});

export function useCatalog() {
  return useQuery(catalogQuery);
}

/** @returns the version of the data; `undefined` until the catalogue is loaded. */
export const useDataVersion = (): string | undefined => useCatalog().data?.data_version;

/** @returns what the store holds of a series, all states together; `undefined` until the catalogue is loaded. */
export function heldSeriesOf(
  catalog: Catalog | undefined,
  { dataset, code }: SeriesChoice,
): CatalogSeries | undefined {
  return catalog?.datasets.find(({ id }) => id === dataset)?.series.find((series) => series.code === code);
}

/** A question whose answer stays the same while the data do. */
function ofVersion<Answer>(
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

/** What the last runs have changed. @param asked what is absent is not asked for */
export function changesQuery(version: string | undefined, asked: Partial<AskedChanges>) {
  const query = { since_run: '', since: '', dataset: '', rows: '', ...asked };
  return ofVersion('changes', version, [query], (signal) => askApp('changes', { query, signal }));
}

/** While another answer is loaded, the one before stays. */
export function useBriefChanges(asked: Partial<AskedChanges>) {
  return useQuery({ ...changesQuery(useDataVersion(), asked), placeholderData: keepPreviousData });
}

/** @returns the newest observations of each headline by the id of its series, to draw and to calculate with. */
export function headlinesQuery(version: string | undefined) {
  const ask = async (signal: AbortSignal) => {
    const { headlines } = await askApp('headlines', { signal });
    return new Map(headlines.map(({ id, observations }) => [id, columnOf(observations)]));
  };
  return queryOptions({
    ...ofVersion('headlines', version, [], ask),
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
}

export function useHeadlines() {
  return useQuery(headlinesQuery(useDataVersion()));
}

/** What a small chart shows, as `LineColumn`. */
export type ShortColumn = { days: Int32Array; values: readonly string[]; numbers: Float64Array };

function columnOf(observations: Headline['observations']): ShortColumn {
  return {
    days: Int32Array.from(observations, ({ date }) => dayNumber(date) ?? Number.NaN),
    values: observations.map(({ value }) => value),
    numbers: Float64Array.from(observations, ({ value }) => Number(value)),
  };
}

/** Releases pass by themselves, so the calendar is asked for from time to time. */
const CALENDAR_MS = 10 * 60_000;

export function calendarQuery(version: string | undefined) {
  return queryOptions({
    ...ofVersion('calendar', version, [], (signal) => askApp('calendar', { query: { days: '14' }, signal })),
    staleTime: CALENDAR_MS,
    refetchInterval: CALENDAR_MS,
    placeholderData: keepPreviousData,
  });
}

export function useCalendar() {
  return useQuery(calendarQuery(useDataVersion()));
}

const queryOf = ({ dataset, code, area }: SeriesChoice) => ({ dataset, series: code, area });

/** Where one observation comes from and its earlier values, or why there is no observation. */
export function explanationQuery(version: string | undefined, choice: SeriesChoice, date: string) {
  return ofVersion('explain', version, [seriesId(choice), date], (signal) =>
    askApp('explain', { query: { ...queryOf(choice), date }, signal }),
  );
}

export function useExplanation(choice: SeriesChoice, date: string) {
  return useQuery(explanationQuery(useDataVersion(), choice, date));
}

/** The latest revisions of a series, newest first. */
export function useRevisions(choice: SeriesChoice) {
  return useQuery(
    ofVersion('revisions', useDataVersion(), [seriesId(choice)], (signal) =>
      askApp('revisions', { query: queryOf(choice), signal }),
    ),
  );
}

/** A list that is held: the code of an index or fund, and its day. */
export type ListAsk = { code: string; date: string };

/** Where a list of constituents, or what it says of a member, comes from. @param member '' for the list as a whole */
export function listExplanationQuery(
  version: string | undefined,
  { code, date, member }: ListAsk & { member: string },
) {
  return ofVersion('explain-list', version, [code, date, member], (signal) =>
    askApp('explain-list', { query: { series: code, date, member }, signal }),
  );
}

export function useListExplanation(asked: ListAsk & { member: string }) {
  return useQuery(listExplanationQuery(useDataVersion(), asked));
}

/** Rows of a request; most lists are one. */
const PAGE_ROWS = 5000;

/** The members of some lists, in the order of the answer, kept while the data stay the same. `undefined` while one is not there. */
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

/** Pairs of tickers that the user says are one company. */
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
