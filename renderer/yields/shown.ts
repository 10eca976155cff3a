import { dayNumber } from '../../service/calendar/dates.ts';
import { SPREADS } from '../../service/datasets/yields/curve.ts';
import { rowOnOrBefore } from '../../service/series-math/matrix.ts';
import { resolveRange } from '../../service/view/index.ts';
import type { Scheme } from '../chart/index.ts';
import {
  type BandEnds,
  bandEnds,
  type ComparedCurve,
  type Curves,
  comparedDay,
  dateOf,
  type SpreadLine,
  spreadLine,
} from './curves.ts';
import type { Scrub } from './scrub.ts';
import type { YieldsState } from './search.ts';

/** What all parts of the screen draw. */
export type Shown = {
  curves: Curves;
  /** Of the day of the address. */
  row: number;
  /** False while only the day of the address is loaded. */
  isWhole: boolean;
  /** Rows of the range, half open, and its days. */
  rows: { start: number; end: number };
  days: { from: number; to: number };
  state: YieldsState;
  compared: readonly ComparedCurve[];
  band: BandEnds | undefined;
  spreads: readonly SpreadLine[];
  scheme: Scheme;
  scrub: Scrub;
  change: (part: Partial<YieldsState>) => void;
  /** Takes the day of the scrub into the address. */
  settle: () => void;
  explain: (word: string) => void;
};

/** @returns what is drawn of a state. @param given `row` of its day; the scrub, and what is done with the drawing. */
export function shownOf(
  curves: Curves,
  state: YieldsState,
  given: Pick<Shown, 'row' | 'isWhole' | 'scheme' | 'scrub' | 'change' | 'settle' | 'explain'>,
): Shown {
  const held = { from: dateOf(curves, 0), to: dateOf(curves, curves.days.length - 1) };
  const range = resolveRange(state.range, held);
  const from = Math.max(dayNumber(range.from) as number, curves.days[0] as number);
  const to = dayNumber(range.to) as number;
  const rows = {
    start: rowOnOrBefore(curves.days, from - 1) + 1,
    end: rowOnOrBefore(curves.days, to) + 1,
  };
  return {
    ...given,
    curves,
    state,
    rows,
    days: { from, to },
    compared: state.vs.map((word) => comparedDay(curves, given.row, word)),
    band: given.isWhole ? bandEnds(curves, state.band, rows) : undefined,
    spreads: state.spread.flatMap((code) => {
      const spread = SPREADS.find((one) => one.code === code);
      return spread ? [spreadLine(curves, spread)] : [];
    }),
  };
}
