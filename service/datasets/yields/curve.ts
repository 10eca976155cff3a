import { YIELD_CODES, YIELDS, type YieldCode } from './definition.ts';

/** A tenor of the curve: '10Y', '10 years', 120 months. */
export type Tenor = { code: YieldCode; label: string; title: string; months: number };

export const TENORS: readonly Tenor[] = YIELD_CODES.map((code) => {
  const count = Number(code.slice(2, -1).replace('_', '.'));
  const isMonths = code.endsWith('M');
  const unit = isMonths ? 'month' : 'year';
  return {
    code,
    label: `${count}${isMonths ? 'M' : 'Y'}`,
    title: `${count} ${unit}${count === 1 ? '' : 's'}`,
    months: isMonths ? count : count * 12,
  };
});

/** Tenors for comparing the shapes of two days: those published from the beginning. */
export const SHAPE: readonly YieldCode[] = ['US3M', 'US6M', 'US1Y', 'US2Y', 'US3Y', 'US5Y', 'US7Y', 'US10Y'];

/** A difference of two tenors that people watch: '2s10s', '10 years less 2 years'. */
export type CurveSpread = { code: string; name: string; title: string; long: string; short: string };

export const SPREADS: readonly CurveSpread[] = YIELDS.series.flatMap(({ code, spread, synonyms }) => {
  const titleOf = (leg: string | undefined) => TENORS.find((tenor) => tenor.code === leg)?.title;
  const title = `${titleOf(spread?.long)} less ${titleOf(spread?.short)}`;
  return spread ? [{ code, name: synonyms[0] ?? code, title, ...spread }] : [];
});

/** First day of the Treasury's monotone convex spline, which replaced a quasi-cubic Hermite spline. */
export const METHOD_CHANGED = '2021-12-06';
