import { createCurve } from '../sample/curve.ts';
import { createNoise } from '../sample/noise.ts';
import type { SampleMaker } from '../sample/types.ts';

/** Trillions of dollars. */
const TOTAL = createCurve(
  `1993-04-01 4.226, 1997-09-30 5.413, 2000-09-29 5.674, 2005-03-31 7.776, 2008-09-30 10.025, 2010-12-31 14.025,
   2013-10-01 16.747, 2013-10-18 17.076, 2017-09-29 20.245, 2020-03-16 23.5, 2020-06-30 26.477, 2022-01-31 30.012,
   2023-01-19 31.45, 2023-06-02 31.467, 2023-06-20 32.1, 2023-12-29 34.001, 2024-07-26 35.001, 2025-01-21 36.217,
   2025-07-03 36.21, 2025-07-31 36.9, 2026-03-06 38.87, 2026-09-25 40.097`,
  0.055,
);
const INTRAGOVERNMENTAL = createCurve(
  `1993-04-01 1.1, 2005-03-31 3.15, 2008-09-30 4.22, 2013-10-01 4.78, 2017-09-29 5.57, 2020-03-16 6.02, 2022-01-31 6.48,
   2023-12-29 7.07, 2025-03-06 7.308, 2026-03-06 7.59, 2026-09-25 7.65`,
  0.03,
);

/** Dollars and cents are kept apart: above 90 trillion they have more digits together than a floating-point number holds. */
type DollarAmount = { dollars: number; cents: number };

/** Debt to the Penny: dollars with two decimals; the two parts add up to the total, to the cent. */
export const makeDebt: SampleMaker = (daysOf) => {
  const days = daysOf('total_public_debt_outstanding');
  const partDays = daysOf('debt_held_by_public');
  const firstPart = partDays[0] ?? Number.POSITIVE_INFINITY;
  const publicNoise = createNoise('us_debt/debt_held_by_public');
  const insideNoise = createNoise('us_debt/intragovernmental_holdings');
  const parts = days.map((day) => {
    const inside = INTRAGOVERNMENTAL(day);
    return {
      held: amount((TOTAL(day) - inside) * (1 + publicNoise.drift(0.93, 0.0005)), publicNoise.uniform()),
      inside: amount(inside * (1 + insideNoise.drift(0.95, 0.0006)), insideNoise.uniform()),
    };
  });
  const daily = parts.filter((_, i) => (days[i] ?? 0) >= firstPart);
  return [
    { code: 'debt_held_by_public', days: partDays, values: daily.map(({ held }) => text(held)) },
    {
      code: 'intragovernmental_holdings',
      days: partDays,
      values: daily.map(({ inside }) => text(inside)),
    },
    {
      code: 'total_public_debt_outstanding',
      days,
      values: parts.map(({ held, inside }) => text(add(held, inside))),
    },
  ];
};

function amount(trillions: number, chance: number): DollarAmount {
  return { dollars: Math.floor(trillions * 1e12), cents: Math.floor(chance * 100) };
}

function add(a: DollarAmount, b: DollarAmount): DollarAmount {
  const cents = a.cents + b.cents;
  return { dollars: a.dollars + b.dollars + (cents >= 100 ? 1 : 0), cents: cents % 100 };
}

function text({ dollars, cents }: DollarAmount): string {
  return `${dollars}.${String(cents).padStart(2, '0')}`;
}
