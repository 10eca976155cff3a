import { YIELD_CODES, type YieldCode } from './definition.ts';

/** What the curve of a day needs to know of its tenors. */

/** A tenor of the curve: '10Y', '10 years', 120 months. */
export type Tenor = { code: YieldCode; label: string; title: string; months: number };

/** Short to long. */
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

/** The tenors by which the shapes of two days are compared: those that were there from the beginning. */
export const SHAPE: readonly YieldCode[] = ['US3M', 'US6M', 'US1Y', 'US2Y', 'US3Y', 'US5Y', 'US7Y', 'US10Y'];

/** The difference of two tenors that people watch. */
export type Spread = { code: string; name: string; title: string; long: YieldCode; short: YieldCode };

export const SPREADS: readonly Spread[] = [
  {
    code: 'US10Y_US2Y',
    name: '2s10s',
    title: '10 years less 2 years',
    long: 'US10Y',
    short: 'US2Y',
  },
  {
    code: 'US10Y_US3M',
    name: '3m10y',
    title: '10 years less 3 months',
    long: 'US10Y',
    short: 'US3M',
  },
  {
    code: 'US30Y_US5Y',
    name: '5s30s',
    title: '30 years less 5 years',
    long: 'US30Y',
    short: 'US5Y',
  },
];

/** The day from which the Treasury fits the curve by a monotone convex spline instead of a quasi-cubic Hermite spline. */
export const METHOD_CHANGED = '2021-12-06';
