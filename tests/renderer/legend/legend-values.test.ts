import { describe, expect, it } from 'vitest';
import { unitsOfKey } from '../../../renderer/legend/frequency-choices.ts';
import { isOnly, onlyThis } from '../../../renderer/legend/legend-row.tsx';
import { dateLength, legendValues, longestValue } from '../../../renderer/legend/legend-values.ts';
import { chartSeries } from '../../../renderer/lines/shown-series.ts';
import { parseView } from '../../../renderer/view/index.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { type Line, linesOf } from '../../../service/view/index.ts';
import type { View } from '../../../service/view/types.ts';
import { column } from '../../view/some-columns.ts';

const QUITS = 'jolts.quits_level_sa';
const [DEBT, HELD] = ['us_debt.total_public_debt_outstanding', 'us_debt.debt_held_by_public'] as const;

/** Lines with made-up values: `[date, value]`. */
function shown(values: Record<string, [string, string][]>): { view: View; lines: readonly Line[] } {
  const { view } = parseView({ series: Object.keys(values).join(','), from: '2020-01-01', to: '2020-12-31' });
  const columns = Object.entries(values).map(([id, rows]) =>
    column(
      id,
      rows.map(([date]) => date),
      rows.map(([, value]) => value),
    ),
  );
  return { view, lines: linesOf(view, columns, { from: '2020-01-01', to: '2020-12-31' }) };
}

function legend(values: Record<string, [string, string][]>, date?: string) {
  const { view, lines } = shown(values);
  const found = legendValues(
    lines,
    chartSeries(view, lines),
    date === undefined ? undefined : dayNumber(date),
  );
  return [
    found.head,
    ...lines.map((line) => {
      const value = found.values.get(line.id);
      return value && [value.text, found.dateOf(line, value)].join(' ').trim();
    }),
  ];
}

describe('the legend', () => {
  const all: Record<string, [string, string][]> = {
    [DEBT]: [
      ['2020-03-02', '7'],
      ['2020-03-03', '8'],
    ],
    [HELD]: [
      ['2020-03-02', '5'],
      ['2020-03-03', '6'],
    ],
    [QUITS]: [
      ['2020-01-01', '3'],
      ['2020-02-01', '4'],
    ],
  };

  it('has the newest value of each line; the date of most lines is written once, any other beside its value', () => {
    expect(legend({ [DEBT]: all[DEBT] ?? [], [HELD]: all[HELD] ?? [] })).toEqual(['2020-03-03', '8', '6']);
    expect(legend(all)).toEqual(['2020-03-03', '8', '6', '4 2020-02']);
  });

  it('has the values at the crosshair, and for a monthly line the value of the month before', () => {
    expect(legend(all, '2020-03-02')).toEqual(['2020-03-02', '7', '5', '4 2020-02']);
  });

  it('has no value of a line that is hidden or not loaded to its end', () => {
    const { view, lines } = shown(all);
    const [first, second, third] = lines as [Line, Line, Line];
    const some = [
      { ...first, hidden: true },
      { ...second, column: { ...second.column, rest: 'coming' as const } },
      third,
    ];
    expect([...legendValues(some, chartSeries(view, some), undefined).values.keys()]).toEqual([QUITS]);
    expect(legendValues([], [], undefined).head).toBe('');
  });

  it('is as wide as its longest value, not only as the last', () => {
    const { lines } = shown({
      [DEBT]: [],
      [QUITS]: [
        ['2020-01-01', '4321'],
        ['2020-02-01', '4'],
      ],
    });
    expect(lines.map(longestValue)).toEqual([0, '4.321 mn'.length]);
  });

  it('keeps room for the date of a line that differs from the others, wherever the crosshair is', () => {
    const lengths = (...ids: string[]) => {
      const { view, lines } = shown(Object.fromEntries(ids.map((id) => [id, all[id] ?? []])));
      const newest = legendValues(lines, chartSeries(view, lines), undefined);
      return lines.map((line) => dateLength(line, lines, newest));
    };
    expect(lengths(DEBT, HELD)).toEqual([0, 0]);
    expect(lengths(DEBT, HELD, QUITS)).toEqual([10, 10, 7]);
  });
});

describe('only this line', () => {
  const { view, lines } = shown({ [DEBT]: [], [HELD]: [], [QUITS]: [] });
  const hidden = (of: View) => of.series.map((one) => one.hidden);
  const linesAfter = (of: View) => lines.map((line, i) => ({ ...line, hidden: hidden(of)[i] ?? false }));

  it('hides the others, shows the line if it was hidden, and shows all if it is the only one', () => {
    const one = onlyThis(view, lines, HELD);
    expect(hidden(one)).toEqual([true, false, true]);
    expect(isOnly(linesAfter(one), HELD)).toBe(true);
    expect(hidden(onlyThis(one, linesAfter(one), DEBT))).toEqual([false, true, true]);
    expect(hidden(onlyThis(one, linesAfter(one), HELD))).toEqual([false, false, false]);
  });
});

it('digits give the units in FRED’s order, and 0 the index', () => {
  expect([...'1234567890'].map(unitsOfKey)).toEqual([
    'lin',
    'chg',
    'ch1',
    'pch',
    'pc1',
    'pca',
    'cch',
    'cca',
    'log',
    'nbd',
  ]);
  expect(unitsOfKey('a')).toBeUndefined();
  expect(unitsOfKey('10')).toBeUndefined();
});
