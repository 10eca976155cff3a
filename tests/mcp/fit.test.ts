import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANSWER_BYTES } from '../../service/contract/names.ts';
import { bytesOf, fitted, piecesOf, resultOf } from '../../service/mcp/fit.ts';

test('as many items as fit are told, and not one more', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.integer({ min: 1, max: 300 }), (most, width) => {
      const build = (count: number) => ({ structured: { count }, text: 'x'.repeat(count * width) });
      const { structured } = fitted(most, build);
      const told = Number(structured.count);
      const fits = (count: number) => bytesOf(resultOf(build(count))) <= ANSWER_BYTES - 200;
      expect(fits(told)).toBe(true);
      expect(told === most || !fits(told + 1)).toBe(true);
    }),
  );
});

test('a long page of the guide comes in pieces, of which nothing is lost', () => {
  const section = fc.array(
    fc.string({ maxLength: 300 }).map((line) => `${line}\n`),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(fc.array(section, { minLength: 1, maxLength: 5 }), (sections) => {
      const text = sections.map((lines) => `## Part\n${lines.join('')}`).join('');
      const pieces = piecesOf(text);
      expect(pieces.join('')).toBe(text);
      for (const piece of pieces) expect(bytesOf([piece])).toBeLessThanOrEqual(ANSWER_BYTES - 500);
    }),
  );
});
