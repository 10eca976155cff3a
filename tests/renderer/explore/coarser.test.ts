import { describe, expect, it } from 'vitest';
import { coarserOf } from '../../../renderer/explore/chart-notes.tsx';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { dateText } from '../../../service/calendar/dates.ts';
import { seriesId } from '../../../service/datasets/series-choice.ts';
import type { ViewSearch } from '../../../service/view/address.ts';
import { linesOf } from '../../../service/view/lines.ts';
import { column } from '../../view/some-columns.ts';

const DAY = { daily: 1, weekly: 7 };

/** @returns what is suggested for a view whose series all have `count` observations. */
function suggested(search: ViewSearch, count: number, step: number) {
  const { view } = parseView(search);
  const range = { from: '1960-01-01', to: dateText(60_000) };
  const dates = Array.from({ length: count }, (_, i) => dateText(i * step));
  const columns = view.series.map(({ choice }) => column(seriesId(choice), dates, Array(count).fill('1')));
  return coarserOf(view, linesOf(view, columns, range), range);
}

describe('a lower frequency is suggested', () => {
  it('for daily and weekly lines with more points than the screen can show, with their usual aggregation', () => {
    const debt = { series: 'us_debt.total_public_debt_outstanding' };
    expect(suggested(debt, 2001, DAY.daily)).toEqual({
      way: 'Daily → Monthly (end of period)',
      points: 2001,
    });
    expect(suggested({ series: 'ui_weekly_claims.initial_claims_sa' }, 2500, DAY.weekly)?.way).toBe(
      'Weekly → Monthly (avg)',
    );
    expect(suggested({ ...debt, aggregation: 'avg' }, 2001, DAY.daily)?.way).toBe('Daily → Monthly (avg)');
  });

  it('but not for few points, for hidden lines, or if a frequency was chosen', () => {
    const id = 'us_debt.total_public_debt_outstanding';
    expect(suggested({ series: id }, 2000, DAY.daily)).toBeUndefined();
    expect(suggested({ series: `${id}:hidden` }, 3000, DAY.daily)).toBeUndefined();
    expect(suggested({ series: id, frequency: 'w' }, 3000, DAY.daily)).toBeUndefined();
    expect(suggested({ series: '' }, 3000, DAY.daily)).toBeUndefined();
  });
});
