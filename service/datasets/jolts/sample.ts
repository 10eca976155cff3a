import { type Curve, createCurve, createSeason } from '../sample/curve.ts';
import { drifting } from '../sample/noise.ts';
import type { SampleMaker, SampleSeries } from '../sample/types.ts';

/** Thousands: the level over time, and the seasonal factors of the months. */
const FLOWS = {
  quits: {
    level: createCurve(
      `2000-12 2900, 2001-11 2350, 2003-09 2350, 2006-12 3050, 2009-09 1580, 2014-06 2500, 2019-07 3550, 2020-02 3400,
       2020-04 2100, 2020-12 3350, 2021-11 4500, 2022-04 4450, 2023-08 3650, 2024-10 3200, 2026-07 3150`,
    ),
    season: createSeason([0.96, 0.86, 0.97, 1.03, 1.08, 1.12, 1.12, 1.16, 1.02, 0.99, 0.88, 0.81]),
  },
  layoffs_discharges: {
    level: createCurve(
      `2000-12 1900, 2001-10 2450, 2003-06 2000, 2006-06 1750, 2007-12 1850, 2009-02 2600, 2010-06 1750, 2014-01 1650,
       2020-02 1900, 2020-03 13050, 2020-04 9300, 2020-05 2050, 2020-09 1500, 2021-12 1350, 2023-03 1600, 2026-07 1750`,
    ),
    season: createSeason([1.3, 0.8, 0.87, 0.92, 0.9, 0.97, 1, 1.01, 0.94, 1.03, 1.06, 1.2]),
  },
  other_separations: {
    level: createCurve('2000-12 340, 2009-06 300, 2020-02 340, 2021-12 380, 2026-07 310'),
    season: createSeason([1.22, 0.86, 0.96, 0.97, 0.95, 1.14, 1.1, 1.02, 0.95, 0.94, 0.88, 1.01]),
  },
  hires: {
    level: createCurve(
      `2000-12 5450, 2001-11 4950, 2003-04 4750, 2006-06 5350, 2007-12 5050, 2009-06 3650, 2014-06 4850, 2020-02 5950,
       2020-04 4050, 2020-05 8150, 2020-06 7300, 2020-09 5950, 2022-02 6750, 2023-06 5900, 2024-09 5350, 2026-07 5250`,
    ),
    season: createSeason([1, 0.88, 0.99, 1.07, 1.1, 1.16, 1.05, 1.07, 1.03, 1.05, 0.87, 0.73]),
  },
  job_openings: {
    level: createCurve(
      `2000-12 5090, 2001-11 3600, 2003-09 3100, 2007-03 4700, 2007-12 4400, 2009-07 2250, 2014-01 3950, 2018-11 7500,
       2020-02 7000, 2020-04 4606, 2020-12 6750, 2022-03 12200, 2023-01 10400, 2024-01 8700, 2024-09 7150, 2026-07 7270`,
    ),
    season: createSeason([1.02, 0.96, 0.97, 1.08, 1.02, 1, 1.06, 1.01, 0.99, 1.05, 0.96, 0.88]),
  },
} as const;
type LaborFlow = keyof typeof FLOWS;

/** Employed and unemployed, in thousands. */
const EMPLOYED = createCurve(
  `2000-12 132700, 2003-08 129900, 2008-01 138400, 2010-02 129700, 2020-02 152300, 2020-04 130400, 2020-06 137800,
   2020-12 142600, 2022-06 152000, 2024-01 157500, 2026-07 159700`,
  0.006,
);
const EMPLOYED_SEASON = createSeason([
  0.985, 0.989, 0.993, 0.999, 1.004, 1.007, 0.999, 1.001, 1.003, 1.008, 1.009, 1.007,
]);
const UNEMPLOYED = createCurve(
  `2000-12 5600, 2003-06 9200, 2007-04 6800, 2009-10 15400, 2014-01 10200, 2019-12 5800, 2020-02 5700, 2020-04 23100,
   2020-07 16300, 2020-12 10700, 2021-12 6300, 2023-04 5700, 2024-07 7200, 2026-07 7400`,
);
const UNEMPLOYED_SEASON = createSeason([
  1.09, 1.06, 1.02, 0.95, 0.95, 1.05, 1.06, 1.01, 0.96, 0.94, 0.95, 0.97,
]);

/**
 * JOLTS: levels in thousands; total separations are the sum of their parts; rates, in percent with one decimal, are the
 * levels over employment (openings over employment and openings), as BLS defines them.
 */
export const makeJolts: SampleMaker = (daysOf) => {
  const days = daysOf('job_openings_level_sa');
  return (['sa', 'nsa'] as const).flatMap((adjustment) => {
    const factor = (season: Curve, day: number) => (adjustment === 'nsa' ? season(day) : 1);
    const employed = days.map((day) => EMPLOYED(day) * factor(EMPLOYED_SEASON, day));
    const levels = (flow: LaborFlow): number[] => {
      const { level, season } = FLOWS[flow];
      return drifting(level, days, `jolts/${flow}`, 0.4, 0.015).map((value, i) =>
        Math.round(value * factor(season, days[i] ?? 0)),
      );
    };
    const [quits, layoffs, other] = [
      levels('quits'),
      levels('layoffs_discharges'),
      levels('other_separations'),
    ];
    const openings = levels('job_openings');
    const total = days.map((_, i) => (quits[i] ?? 0) + (layoffs[i] ?? 0) + (other[i] ?? 0));
    const series = (name: string, values: string[]): SampleSeries => ({
      code: `${name}_${adjustment}`,
      days,
      values,
    });
    const pair = (metric: string, of: readonly number[], base = employed) => [
      series(`${metric}_level`, of.map(String)),
      series(
        `${metric}_rate`,
        of.map((level, i) => ((100 * level) / (base[i] ?? 1)).toFixed(1)),
      ),
    ];
    return [
      ...pair('hires', levels('hires')),
      ...pair(
        'job_openings',
        openings,
        employed.map((jobs, i) => jobs + (openings[i] ?? 0)),
      ),
      ...pair('quits', quits),
      ...pair('layoffs_discharges', layoffs),
      ...pair('total_separations', total),
      ...pair('other_separations', other),
      series(
        'job_openings_unemployed_ratio',
        days.map((day, i) =>
          ((UNEMPLOYED(day) * factor(UNEMPLOYED_SEASON, day)) / (openings[i] ?? 1)).toFixed(1),
        ),
      ),
    ];
  });
};
