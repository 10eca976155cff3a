import { describe, expect, it } from 'vitest';
import { chartNotes } from '../../../renderer/chart/summary.ts';
import { chartSeries, tableSeries } from '../../../renderer/lines/shown-series.ts';
import { parseView } from '../../../renderer/view/index.ts';
import type { Catalog } from '../../../service/contract/catalog.ts';
import type { Line } from '../../../service/view/index.ts';

const LINE: Line = {
  id: 'jolts.quits_level_sa',
  slot: 2,
  hidden: false,
  style: {},
  title: 'Quits, level, SA',
  choice: undefined,
  formula: undefined,
  units: 'lin',
  unit: 'thousands',
  unitText: 'thousands',
  cadence: { frequency: 'm' },
  to: undefined,
  average: undefined,
  baseDay: undefined,
  column: { id: 'jolts.quits_level_sa', days: Int32Array.of(0), values: ['1'], numbers: Float64Array.of(1) },
  notes: [],
};
const detail = (change: Partial<Line>) => tableSeries([{ ...LINE, ...change }])[0]?.detail;

it('a stack of exports says that the regions are not the world; other lines and other stacks do not', () => {
  const notes = (type: string, ...ids: string[]) => {
    const { view } = parseView({ series: ids.join(), type });
    const lines = view.series.map(({ choice, slot }) => ({ ...LINE, id: choice.code, slot, choice }));
    return chartNotes(chartSeries(view, lines), { from: '1970-01-01', to: '1970-12-31' }, false);
  };
  const words = ['The seven regions are not the total of the world'];
  expect(notes('stacked', 'us_exports.asia', 'us_exports.europe')).toEqual(words);
  expect(notes('line', 'us_exports.asia', 'us_exports.europe')).toEqual([]);
  expect(notes('stacked', 'us_exports.asia')).toEqual([]);
  expect(notes('stacked', 'jolts.quits_level_sa', 'jolts.hires_level_sa')).toEqual([]);
});

it('the chart knows which lines have no data here, including formulas of them', () => {
  const shared = { first_date: null, last_date: null };
  const catalog = {
    datasets: [{ id: 'jolts', series: [{ ...shared, code: 'quits_level_sa', count: 0 }] }],
  } as unknown as Catalog;
  const choice = { dataset: 'jolts', code: 'quits_level_sa', area: '' } as const;
  const lines: Line[] = [
    { ...LINE, choice },
    { ...LINE, id: 'f0', slot: 3, formula: 'c/a' },
    { ...LINE, id: 'f1', slot: 4, formula: 'a*2' },
    { ...LINE, id: 'jolts.hires_level_sa', slot: 0, choice: { ...choice, code: 'hires_level_sa' } },
  ];
  const { view } = parseView({ series: '' });
  expect(chartSeries(view, lines, catalog).map(({ hasNoData }) => hasNoData)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('the columns of the table', () => {
  it('name unit and transformation in a few words', () => {
    expect(detail({})).toBe('thousands');
    expect(detail({ units: 'pc1', unit: '%' })).toBe('% yr ago');
    expect(detail({ units: 'chg' })).toBe('Chg, thousands');
    expect(detail({ units: 'pc1', unit: '%', average: 4 })).toBe(
      '% yr ago, average of the last 4 observations',
    );
    expect(detail({ units: 'log', unit: '' })).toBe('Log');
    expect(detail({ unit: '' })).toBe('');
    expect(detail({ units: 'nbd', unit: '', unitText: 'Index, 2020-02-01 = 100' })).toBe(
      'Index, 2020-02-01 = 100',
    );
  });

  it('have the whole description of the line in their tooltip, with its notes', () => {
    const [one] = tableSeries([{ ...LINE, unitText: 'Percent change from year ago', notes: ['A note.'] }]);
    expect(one?.full).toBe('Quits, level, SA: Percent change from year ago. Monthly. A note.');
  });

  it('leave out hidden lines', () => {
    expect(tableSeries([LINE, { ...LINE, hidden: true }])).toHaveLength(1);
  });
});
