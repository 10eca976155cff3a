import { describe, expect, it } from 'vitest';
import { chartActions, type ExploreLayout, viewAfterKey } from '../../../renderer/explore/chart-actions.ts';
import { usualWay } from '../../../renderer/explore/tool-bar.tsx';
import { CHART_SHARE } from '../../../renderer/explore/workbench.tsx';
import { findActions } from '../../../renderer/picker/search-actions.ts';
import { parseView } from '../../../renderer/view/index.ts';
import { PREFERENCES } from '../../../service/contract/preferences.ts';
import { viewSearch } from '../../../service/view/index.ts';
import type { View } from '../../../service/view/types.ts';

const LAYOUT: ExploreLayout = {
  isPickerOpen: true,
  togglePicker: () => undefined,
  isAlone: false,
  toggleAlone: () => undefined,
};
const { view } = parseView({ series: 'yields.US10Y', range: '1Y' });
const EMPTY = { series: '', range: '10Y' };
const newChart = () => parseView(EMPTY).view;

/** @returns the URL parameters of the view after the first result of a query is chosen */
function viewAfter(query: string, from: View = view) {
  let changed: View | undefined;
  const [first] = findActions(
    chartActions(
      from,
      {
        newChart,
        change: (to) => {
          changed = to;
        },
      },
      LAYOUT,
    ),
    query,
  );
  first?.run();
  return changed && viewSearch(changed);
}
const start = viewSearch(view);

describe('the search finds what the chart can do', () => {
  it.each([
    ['log', { ...start, scale: 'log' }],
    ['log scale', { ...start, scale: 'log' }],
    ['recession bands', { ...start, recessions: 'off' }],
    ['close the table', { ...start, table: 'closed' }],
    ['draw as bars', { ...start, type: 'bar' }],
    ['5y', { ...start, range: '5Y' }],
    ['percent change from a year ago', { ...start, units: 'pc1' }],
    ['yoy', { ...start, units: 'pc1' }],
    ['year over year', { ...start, units: 'pc1' }],
    ['rebase', { ...start, units: 'nbd' }],
    ['frequency monthly', { ...start, frequency: 'm' }],
    ['new chart', EMPTY],
    ['clear the chart', EMPTY],
  ])('%s', (query, search) => expect(viewAfter(query)).toEqual(search));

  it('options can be switched back, and say whether they are on', () => {
    const isLog = { ...view, isLog: true };
    expect(viewAfter('log', isLog)).toEqual(start);
    const detail = (of: View) =>
      findActions(chartActions(of, { change: () => undefined, newChart }, LAYOUT), 'log')[0]?.detail;
    expect([detail(view), detail(isLog)]).toEqual(['Chart, is off', 'Chart, is on']);
  });

  it('undo and redo are offered only if there is something to undo or redo', () => {
    const titles = (ways: object) =>
      chartActions(view, { change: () => undefined, newChart, ...ways }, LAYOUT).map(({ title }) => title);
    expect(titles({})).not.toContain('Undo');
    expect(titles({ undo: () => undefined })).toContain('Undo');
    expect(titles({ redo: () => undefined })).toContain('Redo');
  });

  it('the chart is shown alone, or with everything around it again', () => {
    const alone = (layout: ExploreLayout) =>
      findActions(chartActions(view, { change: () => undefined, newChart }, layout), 'full screen')[0]?.title;
    expect(alone(LAYOUT)).toBe('The chart alone');
    expect(alone({ ...LAYOUT, isAlone: true })).toBe('Show everything around the chart');
  });
});

const press = (search: Parameters<typeof parseView>[0], key: string, held: 'alt' | 'ctrl' | '' = '') => {
  const next = viewAfterKey(parseView({ series: 'yields.US10Y', ...search }).view, {
    key,
    altKey: held === 'alt',
    ctrlKey: held === 'ctrl',
    metaKey: false,
  });
  return next && viewSearch(next);
};

it('digits set units, and digits with Ctrl are left to the browser', () => {
  expect(press({}, '5')).toEqual({ series: 'yields.US10Y', units: 'pc1' });
  expect(press({ units: 'pc1' }, '1')).toEqual({ series: 'yields.US10Y' });
  expect(press({}, '5', 'ctrl')).toBeUndefined();
  expect(press({}, 'x')).toBeUndefined();
});

it('[ and ] go to the next shorter and longer preset, and from a typed range to the longest and shortest', () => {
  expect(press({ range: '5Y' }, '[')?.range).toBe('1Y');
  expect(press({ range: '5Y' }, ']')?.range).toBe('10Y');
  expect(press({ range: '1M' }, '[')).toBeUndefined();
  expect(press({ from: '2020-01-01', to: '2021-01-01' }, ']')?.range).toBe('1M');
  expect(press({ from: '2020-01-01', to: '2021-01-01' }, '[')).toEqual({ series: 'yields.US10Y' });
});

it('Alt L and Alt P switch the log axis and the index, and back', () => {
  expect(press({}, 'l', 'alt')?.scale).toBe('log');
  expect(press({ scale: 'log' }, 'L', 'alt')?.scale).toBeUndefined();
  expect(press({}, 'p', 'alt')?.units).toBe('nbd');
  expect(press({ units: 'nbd' }, 'p', 'alt')?.units).toBeUndefined();
});

it('[ and ] pass over presets that show too little', () => {
  const { view } = parseView({ series: 'jolts.quits_rate_sa', range: '3M' });
  const keys = { altKey: false, ctrlKey: false, metaKey: false };
  expect(viewAfterKey(view, { key: '[', ...keys }, ['3M', '1Y'])).toBeUndefined();
  expect(viewAfterKey(view, { key: ']', ...keys }, ['3M', '1Y'])?.range).toEqual({ preset: '1Y' });
});

it('the usual aggregation of the shown series is named', () => {
  const of = (series: string) => usualWay(parseView({ series }).view);
  expect(of('ui_weekly_claims.initial_claims_sa')).toBe('Usual: average');
  expect(of('ui_weekly_claims.initial_claims_sa,us_debt.total_public_debt_outstanding')).toBe(
    'Usual: average, end of period',
  );
  expect(of('constituents.SP500')).toBe('Usual way');
});

it('the stored share of the chart has the limits of the handle', () => {
  const { default: usual, ...rest } = PREFERENCES.chart_share;
  const schema = rest.schema as { minimum?: number; maximum?: number };
  expect([schema.minimum, schema.maximum, usual]).toEqual([
    CHART_SHARE.least,
    CHART_SHARE.most,
    CHART_SHARE.usual,
  ]);
});
