import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPreview, openReader } from '../../service/store/index.ts';
import { isWithin, sameNumber } from '../../service/store/row-checks.ts';
import { makeFolder, publishRows, runOf } from './folder.ts';

/** A number in millionths, and texts of it in all forms, with up to 25 digits before the decimal point. */
const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 31n }), fc.boolean());
const written = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 4 }), fc.boolean());
type Written = [leading: number, trailing: number, isShort: boolean];

function write([millionths, isNegative]: [bigint, boolean], [leading, trailing, isShort]: Written): string {
  const text = millionths.toString().padStart(7, '0');
  const whole = text.slice(0, -6);
  const fraction = isShort ? text.slice(-6).replace(/0+$/, '') : text.slice(-6);
  const all = fraction + (fraction === '' ? '' : '0'.repeat(trailing));
  return `${isNegative ? '-' : ''}${'0'.repeat(leading)}${whole}${all === '' ? '' : `.${all}`}`;
}
const scaled = ([millionths, isNegative]: [bigint, boolean]) => (isNegative ? -millionths : millionths);

test('numbers are compared as exact decimals, however they are written', () => {
  fc.assert(
    fc.property(digits, written, written, fc.constantFrom(0n, 1n, -1n, 10n ** 15n), (number, a, b, far) => {
      const other: [bigint, boolean] = [number[0] + far < 0n ? number[0] : number[0] + far, number[1]];
      const [one, two] = [write(number, a), write(other, b)];
      expect(sameNumber(one, two)).toBe(scaled(number) === scaled(other));
      const distance = scaled(number) - scaled(other);
      const size = distance < 0n ? -distance : distance;
      expect(isWithin(one, two, write([size, false], a))).toBe(true);
      if (size > 0n) expect(isWithin(one, two, write([size - 1n, false], b))).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('the same numbers written differently count as unchanged, in an import and in its preview; the stored texts stay', () => {
  const rows = fc.uniqueArray(
    fc.record({ day: fc.integer({ min: 0, max: 900 }), digits, a: written, b: written }),
    {
      selector: ({ day }) => day,
      minLength: 1,
      maxLength: 450,
    },
  );
  fc.assert(
    fc.property(rows, fc.nat({ max: 2 }), (list, changes) => {
      using folder = makeFolder();
      const row = (day: number, value: string) => ({ code: 'a', area: '', day, value });
      const first = list.map(({ day, digits: number, a }) => row(day, write(number, a)));
      publishRows(folder.path, runOf('d'), first);
      const next = list.map(({ day, digits: number, b }, at) =>
        row(day, write(at < changes ? [number[0] + 1n, false] : number, b)),
      );
      const revised = list
        .slice(0, changes)
        .filter((one) => scaled(one.digits) !== one.digits[0] + 1n).length;
      const counts = { added: 0, revised, unchanged: list.length - revised };
      const preview = openPreview(folder.path);
      const run = preview.many.run(runOf('d'));
      const series = run.series({ dataset: 'd', code: 'a', area: '' });
      for (const [at, { day, value }] of next.entries()) run.observation(series, day, value, at + 1);
      expect(preview.compare(366, 10).datasets).toMatchObject([counts]);
      preview.close();
      expect(publishRows(folder.path, runOf('d'), next)).toMatchObject(counts);
      const reader = openReader(folder.path);
      const held = reader.columns({ dataset: 'd', codes: ['a'], from: 0, to: 900 })[0];
      const kept = new Map([...(held?.days ?? [])].map((day, at) => [day, held?.values[at]]));
      for (const { day, value } of first.slice(changes)) expect(kept.get(day)).toBe(value);
      expect(reader.revisions({ dataset: 'd' }, { limit: 10 }).rows).toHaveLength(revised);
      reader.close();
    }),
    { numRuns: 25 },
  );
});
