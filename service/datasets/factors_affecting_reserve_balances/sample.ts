import { type Curve, createCurve } from '../sample/curve.ts';
import { drifting } from '../sample/noise.ts';
import type { SampleMaker } from '../sample/types.ts';

/** Millions of dollars on Wednesdays. `step` is the standard deviation of a week's drift from the level. */
const PARTS: Record<string, { level: Curve; step: number }> = {
  treasury_bills: {
    level: createCurve(
      `2002-12-18 227000, 2007-06-06 277000, 2008-06-25 21700, 2009-01-07 18400, 2012-06-06 18400, 2012-12-26 0,
       2019-10-09 0, 2020-04-29 326000, 2023-01-04 310000, 2024-06-05 195000, 2025-12-10 200000, 2026-09-23 554400`,
    ),
    step: 0.001,
  },
  treasury_notes_bonds_nominal: {
    level: createCurve(
      `2002-12-18 385700, 2007-06-06 472000, 2008-12-31 411000, 2009-10-28 708000, 2010-11-03 785000, 2011-07-06 1525000,
       2012-12-26 1565000, 2014-10-29 2345000, 2018-01-03 2325000, 2019-09-04 1955000, 2020-03-11 2230000,
       2020-06-10 3560000, 2022-06-08 4960000, 2024-06-05 3850000, 2025-03-26 3625000, 2026-09-23 3620800`,
    ),
    step: 0.0004,
  },
  treasury_notes_bonds_inflation_indexed: {
    level: createCurve(
      `2002-12-18 15300, 2007-06-06 36500, 2010-11-03 49000, 2012-12-26 80000, 2014-10-29 98000, 2018-01-03 107000,
       2020-03-11 122000, 2022-06-08 384000, 2024-06-05 333000, 2026-09-23 277100`,
    ),
    step: 0.0005,
  },
  treasury_inflation_compensation: {
    level: createCurve(
      `2002-12-18 1400, 2007-06-06 4400, 2010-11-03 6000, 2014-10-29 15500, 2018-01-03 20500, 2020-03-11 27000,
       2022-12-28 105000, 2024-06-05 110000, 2026-09-23 106000`,
    ),
    step: 0.002,
  },
  federal_agency_debt_securities: {
    level: createCurve(
      `2002-12-18 10, 2004-12-29 0, 2008-09-17 0, 2009-01-07 20000, 2010-03-10 169000, 2014-10-29 39500, 2018-01-03 4390,
       2021-06-02 2347`,
    ),
    step: 0,
  },
  mortgage_backed_securities: {
    level: createCurve(
      `2009-01-07 0, 2010-06-30 1118000, 2012-09-12 843000, 2014-10-29 1717000, 2018-01-03 1765000, 2020-03-11 1371000,
       2020-06-24 1920000, 2022-04-13 2725000, 2024-06-05 2360000, 2026-09-23 1910400`,
    ),
    step: 0.001,
  },
  loans: {
    level: createCurve(
      `2002-12-18 120, 2007-07-25 200, 2008-01-02 5500, 2008-09-10 170000, 2008-10-29 420000, 2009-06-24 130000,
       2010-12-29 45000, 2012-12-26 900, 2014-12-31 150, 2020-03-11 11, 2020-04-15 125000, 2021-12-29 35000,
       2022-12-28 16000, 2023-03-08 15300, 2023-03-22 355000, 2023-12-27 135000, 2024-12-25 8000, 2026-09-23 6300`,
    ),
    step: 0.03,
  },
  repurchase_agreements: {
    level: createCurve(
      `2002-12-18 32000, 2008-08-27 110000, 2008-12-31 80000, 2009-02-04 0, 2019-09-11 0, 2019-09-25 105000,
       2020-01-08 250000, 2020-03-18 440000, 2020-07-08 0, 2026-09-23 1`,
    ),
    step: 0.05,
  },
  reverse_repurchase_agreements: {
    level: createCurve(
      `2002-12-18 20000, 2008-10-01 70000, 2013-09-18 95000, 2014-12-31 320000, 2017-12-27 386800, 2019-09-04 300000,
       2021-03-17 210000, 2021-12-29 1950000, 2022-12-28 2600000, 2023-06-07 2500000, 2024-06-05 780000,
       2025-06-04 580000, 2026-09-23 320700`,
    ),
    step: 0.03,
  },
  treasury_general_account: {
    level: createCurve(
      `2002-12-18 5400, 2008-09-10 5200, 2008-11-12 420000, 2009-06-24 70000, 2011-01-05 90000, 2015-12-30 330000,
       2017-12-27 186500, 2019-12-25 350000, 2020-07-29 1790000, 2021-02-03 1600000, 2021-12-15 50000, 2022-05-04 950000,
       2023-06-07 70000, 2023-11-01 760000, 2025-02-05 810000, 2025-07-09 330000, 2025-11-05 940000, 2026-09-23 947300`,
    ),
    step: 0.06,
  },
  term_deposits_held_by_depository_institutions: {
    level: createCurve(
      `2010-06-09 0, 2010-06-16 1200, 2010-09-15 2100, 2011-12-28 5000, 2013-12-25 12000, 2014-10-15 170000, 2014-12-03 400000,
       2015-02-25 250000, 2015-04-01 0`,
    ),
    step: 0.05,
  },
  other_deposits_held_by_depository_institutions: {
    level: createCurve(
      `2002-12-18 12000, 2008-09-03 12000, 2008-12-31 860000, 2010-02-24 1200000, 2014-08-27 2810000, 2017-12-27 2176500,
       2019-09-18 1390000, 2020-05-27 3280000, 2021-12-08 4200000, 2023-02-22 2990000, 2024-04-10 3590000,
       2026-09-23 2969900`,
    ),
    step: 0.015,
  },
  other_assets_total: {
    level: createCurve(
      '2002-12-18 17300, 2007-06-06 21500, 2012-12-26 29000, 2018-01-03 26000, 2021-12-29 38000, 2026-09-23 38600',
    ),
    step: 0.03,
  },
};
/** The parts of the total of Treasury securities. */
const TREASURIES = [
  'treasury_bills',
  'treasury_notes_bonds_nominal',
  'treasury_notes_bonds_inflation_indexed',
  'treasury_inflation_compensation',
];

/** H.4.1, Wednesday level: whole millions of dollars; the four kinds of Treasury securities add up to their total. */
export const makeReserveBalances: SampleMaker = (daysOf) => {
  const made = new Map(
    Object.entries(PARTS).map(([code, { level, step }]) => {
      const name = `factors_affecting_reserve_balances/${code}`;
      return [code, drifting(level, daysOf(code), name, 0.6, step).map(Math.round)];
    }),
  );
  const total = daysOf('treasury_securities_total').map((_, i) =>
    TREASURIES.reduce((sum, code) => sum + (made.get(code)?.[i] ?? 0), 0),
  );
  return [['treasury_securities_total', total] as const, ...made].map(([code, values]) => ({
    code,
    days: daysOf(code),
    values: values.map(String),
  }));
};
