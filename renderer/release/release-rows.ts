import { dateText, shiftMonths } from '../../service/calendar/dates.ts';
import { DATASETS, type Dataset } from '../../service/datasets/index.ts';
import type { Series } from '../../service/datasets/types.ts';
import { referenceRow, type Span, wantedDay } from '../../service/series-math/curve.ts';
import {
  difference,
  parseDecimal,
  printDecimal,
  rescaled,
  roundedRatio,
} from '../../service/series-math/exact-decimal.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import { type Matrix, type MatrixColumn, rowOnOrBefore } from '../../service/series-math/matrix.ts';
import { periodDate, periodOf } from '../../service/series-math/periods.ts';
import { csvCell } from '../../service/series-math/spreadsheet-cells.ts';
import { changesByPoints } from '../../service/series-math/unit-scale.ts';
import type { DateRange } from '../../service/view/types.ts';
import { wideSeriesPath } from '../api/index.ts';

/** An earlier observation to compare with: a time span before, or a number of periods before. */
type Reference = { title: string } & ({ span: Span } | { periods: number });

const REFERENCES: Readonly<Record<Dataset['frequency'], readonly Reference[]>> = {
  Daily: [
    { title: 'Day before', span: '1d' },
    { title: 'Week before', span: '1w' },
    { title: 'Month before', span: '1m' },
    { title: 'Year before', span: '1y' },
  ],
  Weekly: [
    { title: 'Week before', periods: 1 },
    { title: '4 weeks before', periods: 4 },
    { title: 'Year before', periods: 52 },
  ],
  Monthly: [
    { title: 'Month before', periods: 1 },
    { title: '3 months before', periods: 3 },
    { title: 'Year before', periods: 12 },
  ],
};

/** Value texts; `undefined` if there is no observation, or the series has no percentage. */
type ReleaseComparison = { date: string; value: string; change: string; percent: string | undefined };
export type ReleaseRow = {
  series: Series;
  /** The newest observation on or before the day; `undefined` if there is none. */
  date: string | undefined;
  value: string | undefined;
  /** One for each of `referenceTitles`. */
  compared: readonly (ReleaseComparison | undefined)[];
};

export function referenceTitles({ frequency }: Pick<Dataset, 'frequency'>): string[] {
  return REFERENCES[frequency].map(({ title }) => title);
}

/**
 * @param matrix the dataset's series, named as in the API's wide CSV @param day the day whose newest
 * observations are shown
 * @returns one row per series, in the dataset's order. A daily series is compared with its newest observation
 * on or before the day a week, month or year earlier, at most a week older; other series with that many
 * periods before. Changes are exact; percentages have one decimal, half away from zero; a series in percent
 * has none.
 */
export function releaseRows(dataset: Dataset, matrix: Matrix, day: number): ReleaseRow[] {
  const references = REFERENCES[dataset.frequency];
  return dataset.series.map((series) => {
    const column = matrix.columns.find(({ name }) => name.split('.')[0] === series.code);
    const row = column && newestRow(matrix, column, day);
    const value = row === undefined ? undefined : column?.texts[row];
    if (column === undefined || row === undefined || value === undefined)
      return { series, date: undefined, value: undefined, compared: references.map(() => undefined) };
    return {
      series,
      date: dateText(matrix.days[row] as number),
      value,
      compared: references.map((reference) => {
        const earlier = rowOf(dataset, matrix, column, matrix.days[row] as number, reference);
        const text = earlier === undefined ? undefined : column.texts[earlier];
        if (earlier === undefined || text === undefined) return undefined;
        return {
          date: dateText(matrix.days[earlier] as number),
          value: text,
          change: difference(parseDecimal(value), parseDecimal(text)),
          percent: changesByPoints(series.unitShort) ? undefined : percentText(value, text),
        };
      }),
    };
  });
}

/** @returns the newest day, on or before a day, with an observation of any series. */
export function dayOnOrBefore({ days }: Matrix, day: number): number | undefined {
  return days[rowOnOrBefore(days, day)];
}

function newestRow({ days }: Matrix, { texts }: MatrixColumn, day: number): number | undefined {
  for (let row = rowOnOrBefore(days, day); row >= 0; row--) if (texts[row] !== undefined) return row;
  return undefined;
}

function rowOf(
  dataset: Dataset,
  matrix: Matrix,
  column: MatrixColumn,
  day: number,
  reference: Reference,
): number | undefined {
  if ('span' in reference) return referenceRow(matrix, column, wantedDay(day, reference.span));
  const cadence = cadenceOf(dataset);
  const wanted = periodDate(periodOf(day, cadence) - reference.periods, cadence);
  const row = rowOnOrBefore(matrix.days, wanted);
  return matrix.days[row] === wanted ? row : undefined;
}

/** @returns `3.4`; `undefined` from a base of zero or below, since a percentage would be meaningless. */
function percentText(value: string, earlier: string): string | undefined {
  const [to, from] = [parseDecimal(value), parseDecimal(earlier)];
  const places = Math.max(to.places, from.places);
  const base = rescaled(from, places);
  if (base <= 0n) return undefined;
  return printDecimal(roundedRatio((rescaled(to, places) - base) * 1000n, base), 1);
}

/** A dataset with a statement has its own screen, in the publisher's layout. */
export const OFFERED = DATASETS.filter((one) => one.kind === 'observations' && one.statement === undefined);

/** Months to load around the day: a year before with room for gaps, and later periods to step to. */
const LOADED = { before: 14, after: 2 };

/** @param last the last day of the data @returns the days to load for the table of a day */
export function loadedAround(date: string, last: string): DateRange {
  const after = shiftMonths(date, LOADED.after);
  return { from: shiftMonths(date, -LOADED.before), to: after < last ? after : last };
}

/** @returns the API path of all series of a dataset. @param area a state for a dataset by state, else '' */
export function releasePath(dataset: Dataset, area: string, days: DateRange): string {
  return wideSeriesPath(
    dataset.series.map(({ code }) => ({ dataset: dataset.id, code, area })),
    days,
  );
}

/** The content of a copy or a file of the table. */
export type ReleaseContent = {
  dataset: Dataset;
  rows: readonly ReleaseRow[];
  date: string;
  /** Empty if the dataset is not by state. */
  state: string;
  isSample: boolean;
};

/** @returns the table as tab-separated text for spreadsheets; an empty cell for a missing value. */
export function releaseTsv({ dataset, rows, isSample }: ReleaseContent): string {
  const head = [
    isSample ? `Sample data, ${dataset.title}` : dataset.title,
    'Unit',
    'Date',
    'Newest',
    ...referenceTitles(dataset).flatMap((title) => [title, `Change from ${title.toLowerCase()}`]),
  ];
  const body = rows.map(({ series, date = '', value = '', compared }) => [
    series.title,
    series.unit,
    date,
    value,
    ...compared.flatMap((one) => [one?.value ?? '', one?.change ?? '']),
  ]);
  return [head, ...body].map((row) => row.join('\t')).join('\n');
}

/** @returns the table as CSV for programs: a row per series and comparison, with code, dates and values. */
export function releaseCsv({ dataset, rows, state }: ReleaseContent): string {
  const titles = referenceTitles(dataset);
  const compares = ['date', 'value', 'change', 'percent'] as const;
  const head = [
    ...['dataset', 'series', 'state', 'unit', 'date', 'value', 'compared_with'],
    ...['earlier_date', 'earlier_value', 'change', 'percent'],
  ];
  const body = rows.flatMap(({ series, date = '', value = '', compared }) =>
    titles.map((title, i) => [
      ...[dataset.id, series.code, state, series.unit, date, value, title],
      ...compares.map((what) => compared[i]?.[what] ?? ''),
    ]),
  );
  return `${[head, ...body].map((row) => row.map((cell) => csvCell(cell)).join(',')).join('\n')}\n`;
}

/** @returns the CSV's file name, which marks sample data. */
export function releaseFileName({ dataset, date, state, isSample }: ReleaseContent): string {
  return `${[dataset.id, state, date, isSample ? 'sample' : ''].filter(Boolean).join('_')}.csv`;
}
