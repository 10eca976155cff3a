import { dateText } from '../../service/calendar/dates.ts';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { readView, type ViewSearch } from '../../service/view/address.ts';
import { answerView, type ViewAnswer, type ViewSource } from '../../service/view/answer.ts';
import { cutColumn } from '../../service/view/derive-lines.ts';
import type { DateRange, PublishedColumn } from '../../service/view/types.ts';
import { column, months, weeks } from './some-columns.ts';

/** Four series, small enough to calculate by hand, and a source that records which days are read. */

export const TODAY = '2026-11-20';
/** @returns the parameters of an address without escapes. */
export const searchOf = (query: string): Record<string, string> =>
  Object.fromEntries(
    query.split('&').map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
export const QUITS = 'jolts.quits_level_sa';
export const CLAIMS = 'ui_state_weekly_claims.initial_claims.CA';
/** Calculated lines and formulas: one has a name that CSV and JSON must quote, one is hidden. */
export const SEARCH = {
  series: `${QUITS},${CLAIMS},yields.US10Y:hidden`,
  formulas: 'a/b*1000:m:eop:ma2,c*2',
  names: 'd:Quits, "per" claim',
  from: '2024-03-30',
  to: '2024-05-04',
};

const numbers = (count: number, first: number, step: number) =>
  Array.from({ length: count }, (_, i) => String(first + i * step));

export const HELD: ReadonlyMap<string, PublishedColumn> = new Map(
  [
    column(QUITS, months(2023, 24), numbers(24, 3000, 10)),
    column('jolts.hires_level_sa', months(2023, 20), numbers(20, 5000, 1)),
    column(CLAIMS, weeks('2024-03-02', 14), numbers(14, 40_000, 100)),
    column(
      'yields.US10Y',
      ['2024-04-29', '2024-04-30', '2024-05-01', '2024-05-02'],
      ['4.63', '4.69', '4.63', '4.58'],
    ),
  ].map((one) => [one.id, one]),
);

export const viewOf = (search: ViewSearch) => readView(search, TODAY).view;
export const addressOf = (search: ViewSearch): string =>
  Object.entries(search)
    .map((word) => word.join('='))
    .join('&');

export type Asked = ViewAnswer & {
  /** The series and days that were read. */
  reads: readonly { id: string; days: DateRange }[];
  turns: number;
};

/** Answers an address. */
export async function askedOf(search: ViewSearch, more: Partial<ViewSource> = {}): Promise<Asked> {
  const reads: Asked['reads'][number][] = [];
  let turns = 0;
  const source: ViewSource = {
    held(choice: SeriesChoice) {
      const days = HELD.get(seriesId(choice))?.days;
      return days && { first: days[0] as number, last: days.at(-1) as number };
    },
    column(choice, from, to) {
      reads.push({ id: seriesId(choice), days: { from: dateText(from), to: dateText(to) } });
      const held = HELD.get(seriesId(choice));
      return held ? cutColumn(held, from, to) : { days: new Int32Array(0), values: [] };
    },
    ...more,
  };
  const { view } = readView(search, TODAY, 60);
  const answer = await answerView(view, source, TODAY, async () => {
    await Promise.resolve();
    turns++;
  });
  return { ...answer, reads, turns };
}
