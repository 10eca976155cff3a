import { createCurve } from '../sample/curve.ts';
import { drifting } from '../sample/noise.ts';
import type { SampleMaker } from '../sample/types.ts';

/** Millions of dollars at annual rates, with the peaks of the payments of 2020 and 2021. */
const INCOME = createCurve(
  `1959-01 391800, 1965-01 545000, 1969-12 810000, 1970-11 855000, 1975-03 1290000, 1980-01 2230000, 1985-01 3440000,
   1990-07 4930000, 1995-01 6120000, 2000-01 8360000, 2005-01 10300000, 2008-05 12650000, 2009-06 12000000,
   2012-11 14250000, 2013-02 13900000, 2016-01 15750000, 2020-02 19050000, 2020-03 18720000, 2020-04 20760000,
   2020-06 19900000, 2020-12 19800000, 2021-01 21600000, 2021-02 20000000, 2021-03 24100000, 2021-04 21100000,
   2022-06 21800000, 2024-08 24850000, 2026-07 27115000`,
  0.05,
);

/** Personal income: whole millions of dollars, seasonally adjusted at annual rates, as BEA's file has them. */
export const makePersonalIncome: SampleMaker = (daysOf) => {
  const days = daysOf('total_personal_income');
  const levels = drifting(INCOME, days, 'personal_income_and_outlays', 0.7, 0.0012);
  return [{ code: 'total_personal_income', days, values: levels.map((level) => String(Math.round(level))) }];
};
