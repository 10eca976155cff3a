import { describe, expect, it } from 'vitest';
import type { ExploreLayout } from '../../../renderer/explore/chart-actions.ts';
import { chartActions } from '../../../renderer/explore/chart-actions.ts';
import { findActions } from '../../../renderer/picker/search-actions.ts';
import { parseView } from '../../../renderer/view/index.ts';
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

/** @returns the URL parameters of the view after the first result of a query was chosen. */
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

  it('undo and redo are offered only where there is something to undo or redo', () => {
    const titles = (ways: object) =>
      chartActions(view, { change: () => undefined, newChart, ...ways }, LAYOUT).map(({ title }) => title);
    expect(titles({})).not.toContain('Undo');
    expect(titles({ undo: () => undefined })).toContain('Undo');
    expect(titles({ redo: () => undefined })).toContain('Redo');
  });

  it('shows the chart alone, or all around it again', () => {
    const alone = (layout: ExploreLayout) =>
      findActions(chartActions(view, { change: () => undefined, newChart }, layout), 'full screen')[0]?.title;
    expect(alone(LAYOUT)).toBe('The chart alone');
    expect(alone({ ...LAYOUT, isAlone: true })).toBe('Show everything around the chart');
  });
});
