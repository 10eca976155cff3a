import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { dayNumber } from '../../service/calendar/dates.ts';
import type { AskedChanges, Headline } from '../../service/contract/brief.ts';
import { useCatalog } from './catalog.ts';
import { askHost } from './request.ts';

/** What is new in the data, and what comes next. */

/** @param version of the data @param asked as `AskedChanges`; what is absent is not asked for */
export function changesQuery(version: string | undefined, asked: Partial<AskedChanges>) {
  const query = { since_run: '', since: '', dataset: '', rows: '', ...asked };
  return queryOptions({
    queryKey: ['host', 'changes', version, query],
    queryFn: ({ signal }) => askHost('changes', { query, signal }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What the last runs have changed. While another answer is loaded, the one before stays. */
export function useBriefChanges(asked: Partial<AskedChanges>) {
  return useQuery({
    ...changesQuery(useCatalog().data?.data_version, asked),
    placeholderData: keepPreviousData,
  });
}

/** @returns the newest observations of each headline by the id of its series, to draw and to calculate with. */
export function headlinesQuery(version: string | undefined) {
  return queryOptions({
    queryKey: ['host', 'headlines', version],
    queryFn: async ({ signal }) => {
      const { headlines } = await askHost('headlines', { signal });
      return new Map(headlines.map(({ id, observations }) => [id, columnOf(observations)]));
    },
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
}

/** The newest observations of each headline, as `headlinesQuery`. */
export function useHeadlines() {
  return useQuery(headlinesQuery(useCatalog().data?.data_version));
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

/** How often the calendar is asked for anew: releases pass by themselves. */
const CALENDAR_MS = 10 * 60_000;

export function calendarQuery(version: string | undefined) {
  return queryOptions({
    queryKey: ['host', 'calendar', version],
    queryFn: ({ signal }) => askHost('calendar', { query: { days: '14' }, signal }),
    enabled: version !== undefined,
    staleTime: CALENDAR_MS,
    refetchInterval: CALENDAR_MS,
    placeholderData: keepPreviousData,
  });
}

/** The releases of the next 14 days. */
export function useCalendar() {
  return useQuery(calendarQuery(useCatalog().data?.data_version));
}
