import { expect, it } from 'vitest';
import { readView } from '../../service/view/index.ts';
import { neededSeries, rangedSeries } from '../../service/view/needed.ts';

const viewOf = (series: string, formulas?: string) =>
  readView({ series, ...(formulas && { formulas }) }, '2026-11-22').view;
const codes = (series: ReturnType<typeof rangedSeries>) => series.map(({ choice }) => choice.code);

it('hidden series count only where a drawn formula is made of them', () => {
  const hidden = 'yields.US10Y:hidden,yields.US2Y';
  expect(codes(rangedSeries(viewOf(hidden)))).toEqual(['US2Y']);
  expect(codes(rangedSeries(viewOf(hidden, 'a-b')))).toEqual(['US10Y', 'US2Y']);
  expect(codes(rangedSeries(viewOf(hidden, 'a-b:hidden')))).toEqual(['US2Y']);
});

it('where all is hidden, the view keeps the days of its series', () => {
  const view = viewOf('yields.US10Y:hidden');
  expect(neededSeries(view)).toEqual([]);
  expect(codes(rangedSeries(view))).toEqual(['US10Y']);
});
