import { YIELD_CODES } from '../../../service/datasets/yields/definition.ts';
import { publish } from '../../api/folder.ts';
import { someCurves } from './some-curves.ts';

/**
 * Fifteen days in two and a half years, no two alike: 4 months begins on the second, 1.5 months in 2025; one
 * lacks 20 years. 10 years is below 2 years until 2024-03-08, but equal to it on 2023-07-06.
 */
const TENORS = ['1M', '1.5M', '2M', '3M', '4M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y', '10Y', '20Y', '30Y'];
const ROWS = `
2022-10-18 3.50 -    3.70 3.98 -    4.45 4.50 4.43 4.44 4.21 4.13 4.01 4.26 4.04
2022-10-19 3.55 -    3.77 4.09 4.30 4.52 4.58 4.55 4.56 4.35 4.25 4.14 4.38 4.15
2023-03-06 4.75 -    4.82 4.98 5.02 5.19 5.05 4.10 4.03 3.97 3.93 3.98 4.16 3.92
2023-07-03 5.27 -    5.40 5.44 5.52 5.53 5.43 4.94 4.56 4.19 4.03 3.86 4.08 3.87
2023-07-05 5.30 -    5.41 5.46 5.53 5.55 5.44 4.94 4.59 4.25 4.12 3.95 4.17 3.95
2023-07-06 5.32 -    5.43 5.47 5.54 5.56 5.45 4.05 4.68 4.37 4.22 4.05 4.28 4.01
2024-03-07 5.52 -    5.48 5.46 5.40 5.33 4.98 4.52 4.30 4.11 4.12 4.10 4.35 4.26
2024-03-08 5.51 -    5.47 5.45 5.39 5.32 4.92 4.48 4.24 4.06 4.06 4.09 4.34 4.25
2024-12-31 4.40 -    4.39 4.37 4.35 4.24 4.16 4.25 4.27 4.38 4.48 4.58 4.86 4.78
2025-02-07 4.37 -    4.37 4.35 4.33 4.31 4.25 4.29 4.31 4.34 4.41 4.49 4.75 4.69
2025-02-27 4.38 4.37 4.36 4.33 4.32 4.27 4.13 4.07 4.04 4.08 4.18 4.29 4.59 4.55
2025-02-28 4.38 4.37 4.35 4.32 4.30 4.25 4.08 3.99 3.97 4.03 4.14 4.24 4.55 4.51
2025-03-05 4.38 4.36 4.34 4.34 4.33 4.27 4.08 4.01 4.02 4.07 4.18 4.28 -    4.58
2025-03-06 4.37 4.36 4.35 4.34 4.33 4.28 4.09 3.96 3.97 4.07 4.19 4.29 4.64 4.57
2025-03-07 4.38 4.37 4.36 4.34 4.32 4.30 4.05 3.99 4.01 4.09 4.20 4.32 4.65 4.62
`
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/));

/** The days by date, each with its yields by tenor. */
export const FEW_DAYS = Object.fromEntries(
  ROWS.map(([date = '', ...texts]) => [
    date,
    Object.fromEntries(TENORS.flatMap((tenor, i) => (texts[i] === '-' ? [] : [[tenor, texts[i] as string]]))),
  ]),
);

export const fewCurves = () => someCurves(FEW_DAYS);

/** Publishes the days into a data folder. */
export function publishFewDays(dataDir: string, fetchedAt?: string): void {
  const rows = ROWS.flatMap(([date = '', ...texts]) =>
    YIELD_CODES.flatMap((code, i) => (texts[i] === '-' ? [] : [{ code, date, value: texts[i] as string }])),
  );
  publish(dataDir, 'yields', rows, 'file', fetchedAt);
}
