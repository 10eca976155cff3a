import { dateText } from '../calendar/dates.ts';
import type { SumRule } from '../datasets/types.ts';
import {
  difference,
  type ExactDecimal,
  parseDecimal,
  powerOfTen,
  printDecimal,
  sumOf,
} from '../series-math/exact-decimal.ts';
import { type PlaceUnit, rowFailure } from '../sources/index.ts';

/** Checks that parts add up to their total on every day for which a file has all of them. */
export type PartSum = ReturnType<typeof createPartSum>;

/** Amounts of one day, the parts in their order and then the total, and the line of the last one that was read. */
type DayAmounts = { amounts: (string | undefined)[]; line: number };

/** @returns an empty check for one file. */
export function createPartSum({ parts, total, words, exact, decimals }: SumRule) {
  const codes = [...parts, total];
  /** By rounding each number differs from the true one by half a unit at most, and their sum by half a unit for each. */
  const halves = exact === undefined ? codes.length : 0;
  const rule = exact ?? `they may differ by ${Math.floor(halves / 2)} for rounding`;
  const days = new Map<number, DayAmounts>();
  return {
    add(code: string, day: number, value: string, line: number): void {
      const at = codes.indexOf(code);
      if (at < 0) return;
      const found = days.get(day) ?? { amounts: [], line };
      found.amounts[at] = value;
      found.line = line;
      days.set(day, found);
    },
    /** @throws Failure naming day, row, sum and total where they differ by more than rounding can explain. */
    check(file: string, place?: PlaceUnit): void {
      for (const [day, { amounts, line }] of days) {
        const given = codes.flatMap((_, at) => amounts[at] ?? []);
        const whole = given[parts.length];
        if (whole === undefined) continue;
        const sum = sumOf(given.slice(0, -1));
        const right = parseDecimal(whole);
        const { scaled, places } = parseDecimal(difference(sum, right));
        if (2n * (scaled < 0n ? -scaled : scaled) <= BigInt(halves) * powerOfTen(places)) continue;
        const [made, due] = [sum, right].map((number) => inUnits(number, decimals));
        throw rowFailure(
          file,
          line,
          undefined,
          `on ${dateText(day)} ${words} make ${made}, not the total of ${due}; ${rule}.`,
          place,
        );
      }
    },
  };
}

/** @returns the number with at least `decimals` decimals, and no more zeros at its end than that. */
function inUnits({ scaled, places }: ExactDecimal, decimals: number): string {
  const [whole = '', fraction = ''] = printDecimal(scaled, places).split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(decimals, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}
