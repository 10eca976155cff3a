import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConstituentsEnvelope } from '../../service/contract/economic.ts';
import type { SetSameCompanyRequest } from '../../service/contract/saved.ts';
import type { Constituent } from '../../service/series-math/members.ts';
import { useCatalog } from './catalog.ts';
import { askHost, getJson } from './request.ts';

/** Lists of constituents, and which of their companies are the same. */

/** A list that is held: the code of an index or fund, and its day. */
export type ListAsk = { code: string; date: string };

/** Rows of a request; most lists are one. */
const PAGE_ROWS = 5000;

/** The members of some lists, in the order of the answer, kept while the data stay the same. `undefined` while one is not there. */
export function useLists(asks: readonly ListAsk[]) {
  const version = useCatalog().data?.data_version;
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

const PAIRS = ['host', 'work', 'same-companies'];

/** Pairs of tickers that the user says are one company. */
export function useSameCompanies() {
  return useQuery({
    queryKey: PAIRS,
    queryFn: async ({ signal }) => (await askHost('same-companies', { signal })).pairs,
  });
}

/** Confirms such a pair, or takes it back. */
export function useSetSameCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SetSameCompanyRequest) => askHost('set-same-company', { body }),
    onSuccess: ({ pairs }) => client.setQueryData(PAIRS, pairs),
  });
}
