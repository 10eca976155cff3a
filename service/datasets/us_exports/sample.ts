import { createCurve, createSeason } from '../sample/curve.ts';
import { createNoise } from '../sample/noise.ts';
import type { SampleMaker } from '../sample/types.ts';

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
      days,
      values: days.map((day) => {
        const dollars = Math.round(
          level * 1e6 * TRADE(day) * SEASON(day) * (1 + noise.drift(0.9, 0.015) + 0.02 * noise.bell()),
        );
        return `${Math.floor(dollars / 1e6)}.${String(dollars % 1e6).padStart(6, '0')}`;
      }),
    };
  });
