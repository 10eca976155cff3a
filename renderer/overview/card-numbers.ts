import { dateText } from '../../service/calendar/dates.ts';
import { findSeries } from '../../service/datasets/index.ts';
import { periodBefore } from '../../service/series-math/brief.ts';
import { plainly } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import { shortAmount, shortChange, wholeAmount } from '../../service/series-math/short-value.ts';
import { unitChangeText } from '../../service/series-math/unit-scale.ts';
import type { ShortColumn } from '../api/index.ts';
import type { ToldPart } from '../explain/types.ts';
import { NO_VALUE } from '../frame/index.ts';
import { numberWord } from './number-words.ts';

/** The newest number of a card and its change, each with the word of the address that explains it. */
export type CardNumbers = {
  date: string;
  value: ToldPart;
  change: ToldPart;
  /** After the change: 'on the week'. */
  span: string;
};

const SPANS = { Daily: 'on the day', Weekly: 'on the week', Monthly: 'on the month' } as const;

/** @param id of the series, 'dataset.code'. @returns `undefined` where nothing is held. */
export function cardNumbers(id: string, column: ShortColumn): CardNumbers | undefined {
  const [dataset = '', code = ''] = id.split('.');
  const series = findSeries(dataset, code);
  const at = column.days.length - 1;
  const value = column.values[at];
  if (series === undefined || value === undefined) return undefined;
  const date = dateText(column.days[at] as number);
  const before = periodBefore(column, at, series.frequency);
  const changed = (row: number): ToldPart => {
    const change = difference(parseDecimal(value), parseDecimal(column.values[row] as string));
    return {
      text: unitChangeText(change, series.unitShort),
      short: shortChange(change, series.unitShort),
      explain: numberWord(id, date, 'from', dateText(column.days[row] as number)),
    };
  };
  return plainly(() => ({
    date,
    value: {
      text: wholeAmount(value, series),
      short: shortAmount(value, series),
      explain: numberWord(id, date),
    },
    change: before === undefined ? NO_VALUE : changed(before),
    span: SPANS[series.frequency],
  }));
}
