import { inDateStyle, shownDate } from '../../service/calendar/dates.ts';
import { resolveRange } from '../../service/view/index.ts';
import type { DateRange, RangeChoice } from '../../service/view/types.ts';
import type { SearchAction } from '../picker/index.ts';
import { parseWhole, rangeWords } from '../range/index.ts';

/**
 * @param query a range: '5Y', '2008Q1 to 2010Q4', 'FY2024'. @param held first and last day of the chart's data. @param today the
 * latest day of a range.
 * @returns an action that shows the chart in that range, and the problem of a range that cannot be.
 */
export function rangeAction(
  query: string,
  context: { held: DateRange; today: string },
  show: (range: RangeChoice) => void,
): { actions: SearchAction[]; problem?: string } {
  const read = parseWhole(query, context);
  if (!read) return { actions: [] };
  if ('problem' in read) return { actions: [], problem: read.problem };
  const { from, to } = resolveRange(read.choice, context.held);
  const words = inDateStyle(rangeWords(read.choice));
  // The id is that of the chart's own action, where it has one.
  const id = `chart:range:${'preset' in read.choice ? read.choice.preset : 'typed'}`;
  const title = `Range: ${words.toLowerCase()}`;
  const detail = words.includes(shownDate(to)) ? '' : `${shownDate(from)} to ${shownDate(to)}`;
  return { actions: [{ id, title, detail, words: '', run: () => show(read.choice) }] };
}
