import { createCurve, createSeason } from './curve.ts';
import { createNoise } from './noise.ts';
import type { SampleMaker } from './types.ts';

/** Millions of dollars at annual rates; the payments of 2020 and 2021 stand out. */
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
  const noise = createNoise('personal_income_and_outlays');
  const values = days.map((day) => String(Math.round(INCOME(day) * (1 + noise.drift(0.7, 0.0012)))));
  return [{ code: 'total_personal_income', area: '', days, values }];
};

/** The level of June 2022 in millions of dollars. */
const REGIONS = {
  north_america: 61271,
  central_america: 7459,
  south_america: 14030,
  europe: 43614,
  asia: 50320,
  australia_oceania: 3284,
  africa: 2653,
};
/** June 2022 is 1. */
const TRADE = createCurve(
  `1985-01 0.095, 1990-01 0.18, 1995-01 0.27, 2000-09 0.39, 2001-12 0.31, 2008-07 0.62, 2009-03 0.43, 2014-10 0.74,
   2016-02 0.62, 2018-05 0.76, 2020-02 0.73, 2020-04 0.47, 2020-10 0.7, 2022-06 1, 2023-06 0.93, 2026-07 1.02`,
  0.03,
);
const SEASON = createSeason([0.92, 0.94, 1.07, 1.01, 1.02, 1.03, 0.95, 1, 0.98, 1.05, 1.02, 1.01]);

/** Exports by region: millions of dollars to the dollar, six decimals, not adjusted. */
export const makeExports: SampleMaker = (daysOf) =>
  Object.entries(REGIONS).map(([code, level]) => {
    const days = daysOf(code);
    const noise = createNoise(`us_exports/${code}`);
    return {
      code,
      area: '',
      days,
      values: days.map((day) => {
        const dollars = Math.round(
          level * 1e6 * TRADE(day) * SEASON(day) * (1 + noise.drift(0.9, 0.015) + 0.02 * noise.bell()),
        );
        return `${Math.floor(dollars / 1e6)}.${String(dollars % 1e6).padStart(6, '0')}`;
      }),
    };
  });
