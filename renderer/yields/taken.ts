import { dateText, shownDate } from '../../service/calendar/dates.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { parseView } from '../view/index.ts';
import { COMPARED_DASHES } from './curve-plot.tsx';
import { type Curves, dateOf } from './curves.ts';
import { monthRows } from './month-rows.ts';
import type { Shown } from './shown.ts';

/** What of the screen, or of a tile of it, goes into a file or an image. */

/** The days that a view shows: of the curve from the first to the last of the compared ones. */
export function daysTaken(of: Shown): DateRange {
  const { curves, row, state, compared, days } = of;
  if (state.view === 'history') return { from: dateText(days.from), to: dateText(days.to) };
  const month = state.view === 'month' ? monthRows(of).rows : [];
  const rows = state.view === 'month' ? month : [row, ...compared.flatMap((one) => one.row ?? [])];
  const dates = (rows.length > 0 ? rows : [row]).map((at) => dateOf(curves, at)).sort();
  return { from: dates[0] as string, to: dates.at(-1) as string };
}

/** A view of all tenors: more lines than a chart can have, but not more than an export. */
export function allTenors({ columns }: Curves): View {
  const { view } = parseView({ series: '' });
  return {
    ...view,
    series: columns.map(({ code }, slot) => ({
      choice: { dataset: YIELDS.id, code, area: '' },
      ...{ slot, hidden: false, style: {} },
    })),
  };
}

/** @returns the legend of the curve in an image: its day, and those that it is compared with. */
export function curveLegend({ curves, row, compared }: Shown) {
  return [
    { slot: 0, text: shownDate(dateOf(curves, row)), made: '', dash: '' },
    ...compared.flatMap(({ word, row: at }, i) =>
      at === undefined
        ? []
        : [
            {
              slot: i + 1,
              text: `${shownDate(dateOf(curves, at))}${word.length > 4 ? '' : ` (${word})`}`,
              made: '',
              dash: COMPARED_DASHES[i] as string,
            },
          ],
    ),
  ];
}
