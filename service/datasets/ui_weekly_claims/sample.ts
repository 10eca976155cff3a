import { createCurve, createSeason } from '../sample/curve.ts';
import { createNoise, drifting } from '../sample/noise.ts';
import type { SampleMaker, SampleSeries } from '../sample/types.ts';

/** Thousands of claims a week: the recessions, the spring of 2020, and today's level. */
const INITIAL = createCurve(
  `1967-01-07 208, 1969-06 192, 1970-11 325, 1972-12 240, 1973-10 235, 1975-01-18 550, 1976-06 390, 1978-12 340,
   1979-09 380, 1980-05-24 620, 1981-07 400, 1982-10-02 690, 1983-09 390, 1984-06 360, 1988-12 295, 1990-07 350,
   1991-03-23 500, 1993-06 340, 1997-01 330, 2000-04 275, 2001-03 385, 2001-09-29 490, 2002-06 395, 2003-04 430,
   2004-06 340, 2006-01 300, 2007-12 340, 2008-09 470, 2009-03-28 660, 2009-12 470, 2012-06 380, 2014-01 330,
   2016-06 265, 2018-09 212, 2020-03-07 212, 2020-03-14 256, 2020-03-21 2900, 2020-03-28 5950, 2020-04-04 6130,
   2020-04-11 4900, 2020-04-25 3450, 2020-05-16 2250, 2020-06-27 1430, 2020-08-29 890, 2020-12-26 790, 2021-01-09 880,
   2021-04-03 700, 2021-06-26 380, 2021-12 220, 2022-03 195, 2023-06 240, 2023-12 212, 2025-06 235, 2026-09 208`,
);
const CONTINUED = createCurve(
  `1967-01-07 1134, 1969-06 1010, 1970-12 2200, 1973-10 1550, 1975-05 4900, 1977-06 2700, 1979-06 2300, 1980-07 3850,
   1981-07 2700, 1982-11 4650, 1984-06 2350, 1989-06 2050, 1990-07 2450, 1991-05 3500, 1994-06 2700, 2000-06 2000,
   2001-03 2500, 2002-01 3650, 2003-06 3700, 2006-06 2450, 2007-12 2700, 2009-06-20 6500, 2010-06 4600, 2012-01 3450,
   2014-06 2550, 2018-10 1650, 2020-03-07 1710, 2020-03-28 7400, 2020-05-09 23100, 2020-07-04 16900, 2020-10-03 9800,
   2020-12-26 5200, 2021-06-26 3400, 2021-10-02 2600, 2022-05-14 1320, 2023-06 1750, 2025-06 1950, 2026-09 1800`,
);
/** Mid-month factors: layoffs after Christmas, retooling in July, and quiet Septembers. */
const INITIAL_SEASON = createSeason([1.32, 0.98, 0.88, 0.91, 0.88, 0.96, 1.08, 0.85, 0.8, 0.93, 1.06, 1.24]);
const CONTINUED_SEASON = createSeason([1.24, 1.19, 1.12, 1, 0.93, 0.92, 0.96, 0.92, 0.86, 0.85, 0.93, 1.06]);

/** @returns thousands of claims, seasonally adjusted, week by week, rounded as the Department of Labor rounds them. */
function thousands(kind: 'initial' | 'continued', days: readonly number[]): number[] {
  const [curve, memory, step] = kind === 'initial' ? [INITIAL, 0.5, 0.02] : [CONTINUED, 0.8, 0.006];
  return drifting(curve, days, `ui_weekly_claims/${kind}`, memory, step).map(Math.round);
}

/**
 * @returns whole claims, not adjusted and not rounded to thousands. Above a cap the seasonal effect stops growing: in 2020 the
 * Department of Labor also treated seasonal effects as additive.
 */
export function notAdjusted(kind: 'initial' | 'continued', days: readonly number[]): number[] {
  const [season, cap] = kind === 'initial' ? [INITIAL_SEASON, 800] : [CONTINUED_SEASON, 7000];
  const noise = createNoise(`ui_weekly_claims/${kind}/season`);
  return thousands(kind, days).map((value, i) => {
    const seasonal = Math.min(value, cap) * (season(days[i] ?? 0) - 1 + 0.004 * noise.bell());
    return Math.round((value + seasonal) * 1000);
  });
}

/** National weekly claims; a 4-week average is the mean of four adjusted weeks, and so a multiple of 250. */
export const makeClaims: SampleMaker = (daysOf) =>
  (['initial', 'continued'] as const).flatMap((kind): SampleSeries[] => {
    const days = daysOf(`${kind}_claims_sa`);
    const adjusted = thousands(kind, days);
    const series = (suffix: string, values: readonly number[], on = days): SampleSeries => ({
      code: `${kind}_claims_${suffix}`,
      days: on,
      values: values.map(String),
    });
    const averages = days.slice(3).map((_, i) => {
      const four = adjusted.slice(i, i + 4);
      return four.reduce((sum, value) => sum + value, 0) * 250;
    });
    return [
      series(
        'sa',
        adjusted.map((value) => value * 1000),
      ),
      series('nsa', notAdjusted(kind, days)),
      series('sa_4w_avg', averages, days.slice(3)),
    ];
  });
