import { dayNumber, instantText } from '../../service/calendar/dates.ts';
import { latestDayText } from '../../service/calendar/today.ts';
import { SPREADS, TENORS } from '../../service/datasets/yields/curve.ts';
import { CHANGE_SPANS } from '../../service/series-math/curve.ts';
import { rangeSearch } from '../../service/view/index.ts';
import type { RangeChoice } from '../../service/view/types.ts';
import { readRange } from '../range/index.ts';
import type { YieldsSearch } from './yields-search.ts';

export const YIELDS_VIEWS = ['curve', 'history', 'month'] as const;
/** Scales of the tenor axis: even distances, years, or square roots of years. */
export const AXES = ['even', 'years', 'root'] as const;
/** Scales of the value axis: fits the drawing, or fixed to the whole range. */
export const SCALES = ['fit', 'fixed'] as const;
export const BANDS = ['10-90', 'min-max', 'off'] as const;

export type YieldsState = {
  date: string | undefined;
  /** A day or an instant, UTC: the yields as known then. `undefined`: as known now. */
  asOf: string | undefined;
  vs: readonly string[];
  view: (typeof YIELDS_VIEWS)[number];
  x: (typeof AXES)[number];
  y: (typeof SCALES)[number];
  band: (typeof BANDS)[number];
  range: RangeChoice;
  spread: readonly string[];
  /** The tenor whose history is drawn. `undefined`: the heat map of all tenors. */
  tenor: string | undefined;
  isLessMedian: boolean;
  /** `YYYY-MM`. `undefined`: the month of the date. */
  month: string | undefined;
  explain: string | undefined;
};

export const MOST_CURVES = 5;
const USUAL_VS = ['1m', '1y'];
const USUAL_SPREADS = SPREADS.slice(0, 2).map(({ code }) => code);
const MEDIAN = 'median';

/** Reads the address. Wrong values become the default, and each adds a sentence to `problems`. */
export function readYieldsSearch(search: YieldsSearch): { state: YieldsState; problems: readonly string[] } {
  const problems: string[] = [];
  const leave = (what: string) => problems.push(`${what} It was left out.`);
  const oneOf = <Word extends string>(name: 'view' | 'x' | 'y' | 'band', words: readonly Word[]): Word => {
    const found = words.find((word) => word === search[name]);
    if (search[name] !== undefined && found === undefined)
      leave(`There is no ${name} '${search[name]}', only ${words.join(', ')}.`);
    return found ?? (words[0] as Word);
  };
  const isDay = (text: string) => dayNumber(text) !== undefined && text <= latestDayText();
  let { date, month, as_of: asOf } = search;
  if (asOf !== undefined && instantText(asOf) === undefined) {
    leave(`as_of=${asOf} is neither a day written as YYYY-MM-DD nor an instant as 2025-03-08T14:30:00Z.`);
    asOf = undefined;
  }
  if (date !== undefined && !isDay(date)) {
    leave(`'${date}' is not a day up to today written as YYYY-MM-DD.`);
    date = undefined;
  }
  if (month !== undefined && !isDay(`${month}-01`)) {
    leave(`'${month}' is not a month up to this one written as YYYY-MM.`);
    month = undefined;
  }
  const range = readRange(search.range === undefined ? {} : { range: search.range }, problems);
  const listed = (text: string | undefined) => [...new Set((text ?? '').split(',').filter((word) => word))];
  const vs = listed(search.vs === 'off' ? '' : (search.vs ?? USUAL_VS.join())).filter((word) => {
    const isRight = (CHANGE_SPANS as readonly string[]).includes(word) || isDay(word);
    if (!isRight) leave(`'${word}' is neither a day up to today nor one of ${CHANGE_SPANS.join(', ')}.`);
    return isRight;
  });
  for (const word of vs.slice(MOST_CURVES))
    leave(`At most ${MOST_CURVES} days are compared: '${word}' is one too many.`);
  const spread = listed(search.spread).filter((code) => {
    const isKnown = SPREADS.some((one) => one.code === code);
    if (!isKnown) leave(`There is no spread '${code}', only ${SPREADS.map((one) => one.code).join(', ')}.`);
    return isKnown;
  });
  if (spread.length > 2) leave(`At most two spreads are shown: '${spread[2]}' is one too many.`);
  const tenorWords = (search.tenor ?? '').split('.');
  const tenor = TENORS.find(({ code }) => code === tenorWords[0])?.code;
  const isLessMedian = tenorWords.at(-1) === MEDIAN;
  if (search.tenor !== undefined && tenor === undefined && search.tenor !== MEDIAN)
    leave(`There is no tenor '${search.tenor}', only ${TENORS.map(({ code }) => code).join(', ')}.`);
  return {
    state: {
      date,
      asOf,
      vs: vs.slice(0, MOST_CURVES),
      view: oneOf('view', YIELDS_VIEWS),
      x: oneOf('x', AXES),
      y: oneOf('y', SCALES),
      band: oneOf('band', BANDS),
      range,
      spread: spread.length > 0 ? spread.slice(0, 2) : USUAL_SPREADS,
      tenor,
      isLessMedian,
      month,
      explain: search.explain,
    },
    problems,
  };
}

/** @returns the address of a state, without values that equal the default. */
export function yieldsSearch(state: YieldsState): YieldsSearch {
  const { date, asOf, vs, view, x, y, band, spread, tenor, month, explain } = state;
  const { range } = rangeSearch(state.range);
  const isUsual = (words: readonly string[], usual: readonly string[]) => words.join() === usual.join();
  const tenorWords = [tenor, state.isLessMedian ? MEDIAN : undefined].filter((word) => word !== undefined);
  return {
    ...(date !== undefined && { date }),
    ...(asOf !== undefined && { as_of: asOf }),
    ...(!isUsual(vs, USUAL_VS) && { vs: vs.length === 0 ? 'off' : vs.join() }),
    ...(view !== YIELDS_VIEWS[0] && { view }),
    ...(x !== AXES[0] && { x }),
    ...(y !== SCALES[0] && { y }),
    ...(band !== BANDS[0] && { band }),
    ...(range !== undefined && { range }),
    ...(!isUsual(spread, USUAL_SPREADS) && { spread: spread.join() }),
    ...(tenorWords.length > 0 && { tenor: tenorWords.join('.') }),
    ...(month !== undefined && { month }),
    ...(explain !== undefined && { explain }),
  };
}
