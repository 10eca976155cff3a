import { describe, expect, it } from 'vitest';
import { CURVE, FACTS, table } from '../../../renderer/guide/facts.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { SETTINGS } from '../../../service/contract/settings.ts';
import { forwardRate } from '../../../service/series-math/curve.ts';
import { UNITS } from '../../../service/series-math/fred-codes.ts';
import { HAS_YIELDS, NO_YIELDS, realYields } from '../../series-math/curve/real-yields.ts';

describe('forward rates from par yields as if they were zero rates', () => {
  it('are wrong by 36 and 70 basis points on 2011-02-04', () => {
    expect(FACTS).toMatchObject({ 'forwards-short': '36', 'forwards-long': '70' });
    const { bootstrapped, naive } = forwardRate(CURVE, 5, 10);
    expect((bootstrapped - naive) * 100).toBeCloseTo(36.02, 1);
  });

  it('are based on the Treasury’s own curve', ({ skip }) => {
    skip(!HAS_YIELDS, NO_YIELDS);
    const { days, columns, places } = realYields();
    const row = days.indexOf(dayNumber(FACTS['forwards-day'] ?? '') as number);
    const published = columns.flatMap(({ name, scaled }) => {
      const years = Number(name.slice(2, -1).replace('_', '.')) / (name.endsWith('M') ? 12 : 1);
      const value = (scaled[row] as number) / 10 ** places;
      return years < 0.5 || Number.isNaN(value) ? [] : [[years, value]];
    });
    expect(published).toEqual(CURVE);
  });
});

describe('the facts of the guide', () => {
  it('about units are results of the formulas', () => {
    const units = FACTS.units ?? '';
    expect(units.split('\n')).toHaveLength(UNITS.length + 2);
    // The example is 420, after 415 in the period before and 400 a year before.
    expect(units).toContain('| `pch` | Percent change | (x(t) ÷ x(t−1) − 1) × 100 | 1.20482 |');
    expect(units).toContain('| 5.00000 |');
    expect(FACTS).toMatchObject({
      'aggregation-means': '3.9 and 3.6',
      'aggregation-change': '-0.23333',
      'aggregation-wrong': '-0.3',
      'average-result': '30 and 30',
    });
  });

  it('about lists and claims are calculated from them', () => {
    expect(FACTS).toMatchObject({
      'list-total': '99.75',
      'list-hhi': '3658.3125',
      'list-effective': '2.7',
      'list-common': '2',
      'list-shared': '70.0',
      'claims-thousand': '7.58',
      'spread-example': '4.32 − 3.99 = 0.33',
    });
  });

  it('about settings are the table of settings, each with its default first', () => {
    const rows = (FACTS.settings ?? '').split('\n').slice(2);
    expect(rows).toHaveLength(SETTINGS.length);
    for (const [i, { title, name, keptIn, choices, default: usual }] of SETTINGS.entries()) {
      const chosen = choices?.find(({ value }) => value === usual)?.title;
      const first =
        chosen ?? (typeof usual === 'boolean' ? (usual ? 'On · Off' : 'Off · On') : JSON.stringify(usual));
      expect(rows[i]?.replaceAll('`', '')).toContain(`| ${title} | ${first}`);
      expect(rows[i]).toMatch(new RegExp(`\\| \`${name}\` \\| \`${keptIn}\` \\|$`));
    }
  });

  it('in a table keep their cells apart', () => {
    expect(table(['a', 'b'], [['1|2', '3']], [1])).toBe('| a | b |\n| --- | --: |\n| 1\\|2 | 3 |');
  });
});
