import { dateText } from '../calendar/dates.ts';
import type { SumRule } from '../datasets/types.ts';
import { rowFailure } from '../sources/index.ts';

/** Checks a sum on every day for which a file gives all parts and the total. */
export type PartSum = {
  add(code: string, day: number, value: string, line: number): void;
  /**
   * @returns a note on the days whose sum differs by more than usual.
   * @throws Failure that names the day, the row, the sum and the total where it differs by more than rounding can.
   */
  check(file: string): string[];
};

/** Amounts of one day in millionths of the unit, by place in parts and total, and the line of the last one. */
type Day = { amounts: (bigint | undefined)[]; line: number };

/** @returns an empty check for one file. */
export function createPartSum(rule: SumRule): PartSum {
  const codes = [...rule.parts, rule.total];
  const [usual, most] = [
    toMillionths(String(rule.tolerance.usual)),
    toMillionths(String(rule.tolerance.most)),
  ];
  const days = new Map<number, Day>();
  return {
    add(code, day, value, line) {
      const place = codes.indexOf(code);
      if (place < 0) return;
      const found = days.get(day) ?? { amounts: [], line };
      found.amounts[place] = toMillionths(value);
      found.line = line;
      days.set(day, found);
    },
    check(file) {
      const unusual: string[] = [];
      for (const [day, { amounts, line }] of days) {
        const given = codes.flatMap((_, place) => amounts[place] ?? []);
        const total = amounts[rule.parts.length];
        if (given.length < codes.length || total === undefined) continue;
        const sum = given.slice(0, -1).reduce((before, amount) => before + amount, 0n);
        const far = sum > total ? sum - total : total - sum;
        if (far <= usual) continue;
        const sentence = `on ${dateText(day)} ${rule.words} make ${inUnits(sum, rule.decimals)}, not the total of ${inUnits(total, rule.decimals)}; ${rule.rule}.`;
        if (far > most) throw rowFailure(file, line, undefined, sentence);
        unusual.push(`Line ${line}: ${sentence}`);
      }
      const [first] = unusual;
      if (first === undefined) return [];
      const more = unusual.length === 1 ? '' : ` So it is on ${unusual.length - 1} other days.`;
      return [`${first} It was taken for rounding.${more}`];
    },
  };
}

/** Cents, and room for a file that has more. */
const DECIMALS = 6;

function toMillionths(value: string): bigint {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const scaled = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return value.startsWith('-') ? -scaled : scaled;
}

function inUnits(scaled: bigint, decimals: number): string {
  const sign = scaled < 0n ? '-' : '';
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '').padEnd(decimals, '0');
  return `${sign}${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`;
}
