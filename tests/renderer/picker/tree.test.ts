import { describe, expect, it } from 'vitest';
import { readStates } from '../../../renderer/picker/series-picker.tsx';
import {
  ancestorsOf,
  type PickerNode,
  pickerTree,
  seriesBetween,
  typeAhead,
} from '../../../renderer/picker/series-tree.tsx';
import { notAddedText } from '../../../renderer/picker/texts.ts';
import { addAllSeries } from '../../../renderer/view/change-view.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { findChoices } from '../../../service/datasets/find-choices.ts';
import { DATASETS } from '../../../service/datasets/index.ts';
import {
  parseSeriesId,
  type SeriesChoice,
  seriesId,
  shortTitle,
} from '../../../service/datasets/series-choice.ts';

const leaves = (nodes: readonly PickerNode[]): PickerNode[] =>
  nodes.flatMap((node) => (node.choice ? [node] : leaves(node.children ?? [])));

describe('the tree of the picker', () => {
  it('has every series that can be drawn exactly once', () => {
    const drawn = DATASETS.filter(({ kind }) => kind === 'observations');
    const expected = drawn.reduce((sum, { series }) => sum + series.length, 0);
    const values = leaves(pickerTree(['TX'])).map(({ value }) => value);
    expect(values).toHaveLength(expected);
    expect(new Set(values).size).toBe(expected);
    for (const value of values) expect(parseSeriesId(value)).toBeDefined();
  });

  it('names the nodes above a series', () => {
    const tree = pickerTree(['TX']);
    expect(ancestorsOf(tree, 'us_debt.debt_held_by_public')).toEqual(['us_debt']);
    expect(ancestorsOf(tree, 'jolts.quits_rate_sa')).toEqual(['jolts', 'jolts/Quits']);
    expect(ancestorsOf(tree, 'ui_state_weekly_claims.initial_claims.TX')).toEqual(['ui_state_weekly_claims']);
    expect(ancestorsOf(tree, 'nothing')).toBeUndefined();
  });

  it('has a group for each series if there are several states, and finds a run of series between two', () => {
    const tree = pickerTree(['CA', 'TX', 'FL']);
    const claims = tree.find(({ value }) => value === 'ui_state_weekly_claims');
    const [map, table, ...groups] = claims?.children ?? [];
    expect(map?.screen).toEqual({ to: '/states' });
    expect(table?.screen).toEqual({ to: '/release', search: { dataset: 'ui_state_weekly_claims' } });
    expect(groups.map(({ children }) => children?.map(({ label }) => label))).toEqual(
      Array(5).fill(['California', 'Texas', 'Florida']),
    );
    const all = leaves(tree);
    const [first, second, third] = leaves(claims?.children ?? []).map(({ value }) => value) as [
      string,
      string,
      string,
    ];
    expect(seriesBetween(all, third, first).map(seriesId)).toEqual([first, second, third]);
    expect(seriesBetween(all, first, 'nothing')).toEqual([]);
  });

  it.each([
    ['CA', { found: [], rest: 'CA' }],
    ['CA,', { found: ['CA'], rest: '' }],
    ['CA, TX, FL', { found: ['CA', 'TX', 'FL'], rest: '' }],
    ['texas; new york; fl', { found: ['TX', 'NY', 'FL'], rest: '' }],
    ['CA, XX, te', { found: ['CA'], rest: 'te', unknown: 'XX' }],
  ])('reads the states %s as %o', (text, read) => {
    expect(readStates(text)).toEqual(read);
  });
});

describe('adding several series at once', () => {
  it('adds as many as fit, in their order, and names the others', () => {
    const yields = ['US1M', 'US2M', 'US3M', 'US6M', 'US1Y', 'US2Y'].map((code) => `yields.${code}`);
    const states = ['CA', 'TX', 'FL'].map(
      (area) => ({ dataset: 'ui_state_weekly_claims', code: 'initial_claims', area }) as const,
    );
    const { view } = parseView({ series: `${yields.join()},ui_state_weekly_claims.initial_claims.TX` });
    const { view: added, left } = addAllSeries(view, states);
    expect(added.series.slice(6).map(({ choice }) => choice.area)).toEqual(['TX', 'CA']);
    expect(notAddedText(left)).toBe('Not added: Florida: Initial claims, NSA.');
    expect(addAllSeries(added, states).view).toBe(added);
  });
});

describe('type-ahead', () => {
  const labels = ['Claims', 'Debt', 'Deposits', 'Yields', 'debt by month'];
  it.each([
    ['y', 0, 3],
    ['d', 0, 1],
    ['d', 1, 2],
    ['dd', 2, 4],
    ['dep', 1, 2],
    ['c', 3, 0],
  ])('%j from item %i goes to item %i', (typed, at, found) => {
    expect(typeAhead(labels, at, typed)).toBe(found);
  });
  it('does not move if no label begins with the letters', () => {
    expect(typeAhead(labels, 0, 'x')).toBeUndefined();
    expect(typeAhead([], 0, 'x')).toBeUndefined();
  });
});

describe('finding and naming', () => {
  it('finds a series by its publisher’s id, with the state in it', () => {
    expect(findChoices('JTSJOL', 'CA').map(seriesId)).toEqual(['jolts.job_openings_level_sa']);
    expect(findChoices('claims by state', 'NY').map(seriesId)).toContain(
      'ui_state_weekly_claims.initial_claims.NY',
    );
  });

  it('shortens titles for chips and columns', () => {
    const short = (id: string) => shortTitle(parseSeriesId(id) as SeriesChoice);
    expect(short('ui_weekly_claims.initial_claims_sa')).toBe('Initial claims, SA');
    expect(short('ui_weekly_claims.initial_claims_nsa')).toBe('Initial claims, NSA');
    expect(short('ui_state_weekly_claims.initial_claims.CA')).toBe('California: Initial claims, NSA');
  });
});
