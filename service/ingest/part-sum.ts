import { dateText } from '../calendar/dates.ts';
import type { SumRule } from '../datasets/types.ts';
import { parseDecimal, printDecimal, rescaled, sumOf } from '../series-math/exact-decimal.ts';
import { rowFailure } from '../sources/index.ts';

/** Checks that parts add up to their total on every day for which a file has all of them. */
export type PartSum = {
  add(code: string, day: number, value: string, line: number): void;
  /**
   * @returns a note on the days whose sum differs by more than usual.
   * @throws Failure naming day, row, sum and total where they differ by more than rounding can explain.
   */
  check(file: string): string[];
};

/** Amounts of one day, the parts in their order and then the total, and the line of the last one that was read. */
type Day = { amounts: (string | undefined)[]; line: number };

/** @returns an empty check for one file. */
export function createPartSum(rule: SumRule): PartSum {
  const codes = [...rule.parts, rule.total];
  const usual = parseDecimal(String(rule.tolerance.usual));
  const most = parseDecimal(String(rule.tolerance.most));
  const days = new Map<number, Day>();
  return {
    add(code, day, value, line) {
      const place = codes.indexOf(code);
      if (place < 0) return;
      const found = days.get(day) ?? { amounts: [], line };
      found.amounts[place] = value;
      found.line = line;
      days.set(day, found);
    },
    check(file) {
      const unusual: string[] = [];
      for (const [day, { amounts, line }] of days) {
        const given = codes.flatMap((_, place) => amounts[place] ?? []);
        const total = amounts[rule.parts.length];
        if (given.length < codes.length || total === undefined) continue;
        const { scaled: parts, places: ofParts } = sumOf(given.slice(0, -1));
        const places = Math.max(ofParts, parseDecimal(total).places, usual.places, most.places);
        const [sum, whole] = [
          rescaled({ scaled: parts, places: ofParts }, places),
          rescaled(parseDecimal(total), places),
        ];
        const far = sum > whole ? sum - whole : whole - sum;
        if (far <= rescaled(usual, places)) continue;
        const [made, right] = [sum, whole].map((amount) => inUnits(amount, places, rule.decimals));
        const sentence = `on ${dateText(day)} ${rule.words} make ${made}, not the total of ${right}; ${rule.rule}.`;
        if (far > rescaled(most, places)) throw rowFailure(file, line, undefined, sentence);
        unusual.push(`Line ${line}: ${sentence}`);
      }
      const [first] = unusual;
      if (first === undefined) return [];
      const more = unusual.length === 1 ? '' : ` So it is on ${unusual.length - 1} other days.`;
      return [`${first} It was taken for rounding.${more}`];
    },
  };
}

/** @returns the number with at least `decimals` decimals, and no more zeros at its end than that. */
function inUnits(scaled: bigint, places: number, decimals: number): string {
  const [whole = '', fraction = ''] = printDecimal(scaled, places).split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(decimals, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}
