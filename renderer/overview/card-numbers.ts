import { dateText, dayNumber, shiftDays } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { type DatasetId, findSeries } from '../../service/datasets/index.ts';
import { periodBefore } from '../../service/series-math/brief/history.ts';
import { signedText, withUnit } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal, printDecimal, sumOf } from '../../service/series-math/exact-decimal.ts';
import type { Matrix } from '../../service/series-math/matrix.ts';
import { wideSeriesPath } from '../api/index.ts';
import { numberWord } from './number-words.ts';

/** The newest number of a card and its change, with the words of the address that explain them. */
export type CardNumbers = {
  date: string;
  value: string;
  valueWord: string;
  change: string;
  /** After the change: 'on the week'. */
  span: string;
  changeWord: string;
};

/** The observations that a card shows: as `LineColumn`, of which only these are needed. */
export type CardColumn = { days: Int32Array; values: readonly string[]; numbers: Float64Array };

const SPANS = { Daily: 'on the day', Weekly: 'on the week', Monthly: 'on the month' } as const;

/** @param id of the series, 'dataset.code'. @returns `undefined` where nothing is held. */
export function cardNumbers(id: string, column: CardColumn): CardNumbers | undefined {
  const [dataset = '', code = ''] = id.split('.');
  const series = findSeries(dataset, code);
  const at = column.days.length - 1;
  const value = column.values[at];
  if (series === undefined || value === undefined) return undefined;
  const date = dateText(column.days[at] as number);
  const before = periodBefore(column, at, series.frequency);
  const old = before === undefined ? undefined : (column.values[before] as string);
  const points = series.unitShort === '%' ? ' points' : '';
  return {
    date,
    value: withUnit(value, series.unitShort),
    valueWord: numberWord(id, date),
    change:
      old === undefined ? '–' : `${signedText(difference(parseDecimal(value), parseDecimal(old)))}${points}`,
    span: SPANS[series.frequency],
    changeWord:
      old === undefined
        ? ''
        : numberWord(id, date, 'from', dateText(column.days[before as number] as number)),
  };
}

/** How much of the claims by state a card shows. */
const STATE_DAYS = 26 * 7;

/** @returns the path of a series by state, all states, of the last half year; `undefined` where nothing is held. */
export function statesPath(dataset: CatalogDataset | undefined): string | undefined {
  const series = dataset?.series.find(({ code }) => code === dataset.headline);
  if (!dataset || !series?.last_date || dayNumber(series.last_date) === undefined) return undefined;
  return wideSeriesPath([{ dataset: dataset.id as DatasetId, code: series.code, area: '' }], {
    from: shiftDays(series.last_date, -STATE_DAYS),
    to: series.last_date,
  });
}

/** @returns the sum of the areas of each day on which all of them are there. */
export function sumOfAreas({ days, columns }: Matrix, areas: number): CardColumn {
  const rows = Array.from(days.keys()).flatMap((row) => {
    const texts = columns.flatMap(({ texts }) => texts[row] ?? []);
    if (texts.length < areas) return [];
    const { scaled, places } = sumOf(texts);
    return [{ day: days[row] as number, value: printDecimal(scaled, places) }];
  });
  return {
    days: Int32Array.from(rows, ({ day }) => day),
    values: rows.map(({ value }) => value),
    numbers: Float64Array.from(rows, ({ value }) => Number(value)),
  };
}
