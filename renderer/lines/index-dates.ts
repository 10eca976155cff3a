import { dateText } from '../../service/calendar/dates.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';

import { formulaId, type LineId, type LineStyle, type View } from '../view/index.ts';
import type { Line } from './types.ts';

/**
 * A view whose indices keep the day of their 100 whatever its range becomes, and which a request can name: where nobody has
 * asked for a day, the one that each line has.
 * @param lines of the view as it is on the screen.
 */
export function withIndexDates(view: View, lines: readonly Line[]): View {
  if (view.indexDate !== undefined) return view;
  const days = new Map(lines.map(({ id, baseDay }) => [id, baseDay]));
  const dated = <Shown extends { style: LineStyle }>(shown: Shown, id: LineId): Shown => {
    const day = days.get(id);
    if (day === undefined || shown.style.indexDate !== undefined) return shown;
    return { ...shown, style: { ...shown.style, indexDate: dateText(day) } };
  };
  return {
    ...view,
    series: view.series.map((one) => dated(one, seriesId(one.choice))),
    formulas: view.formulas.map((one) => dated(one, formulaId(one))),
  };
}
