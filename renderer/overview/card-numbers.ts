import { dateText } from '../../service/calendar/dates.ts';
import { findSeries } from '../../service/datasets/index.ts';
import { periodBefore } from '../../service/series-math/brief/history.ts';
import { withUnit } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import { changeText } from '../../service/series-math/unit-scale.ts';
import type { ShortColumn } from '../api/index.ts';
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
  const old = before === undefined ? undefined : (column.values[before] as string);
  return {
    date,
    value: withUnit(value, series.unitShort),
    valueWord: numberWord(id, date),
    change:
      old === undefined
        ? '–'
        : changeText(difference(parseDecimal(value), parseDecimal(old)), series.unitShort),
    span: SPANS[series.frequency],
    changeWord:
      old === undefined
        ? ''
        : numberWord(id, date, 'from', dateText(column.days[before as number] as number)),
  };
}
