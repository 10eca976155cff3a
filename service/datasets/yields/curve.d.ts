import { type YieldCode } from './definition.ts';
/** What the curve of a day needs to know of its tenors. */
/** A tenor of the curve: '10Y', '10 years', 120 months. */
export type Tenor = {
  code: YieldCode;
  label: string;
  name: string;
  months: number;
};
/** Short to long. */
export declare const TENORS: readonly Tenor[];
/** The tenors by which the shapes of two days are compared: those that were there from the beginning. */
export declare const SHAPE: readonly YieldCode[];
/** The difference of two tenors that people watch. */
export type Spread = {
  code: string;
  name: string;
  title: string;
  long: YieldCode;
  short: YieldCode;
};
export declare const SPREADS: readonly Spread[];
/** The day from which the Treasury fits the curve by a monotone convex spline instead of a quasi-cubic Hermite spline. */
export declare const METHOD_CHANGED = '2021-12-06';
