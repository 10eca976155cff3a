import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANSWER_BYTES } from '../../service/contract/names.ts';
import { bytesOf, fitted, piecesOf, resultOf } from '../../service/mcp/tool.ts';

/** The length of a result as it is sent: what is not ASCII takes more bytes than letters. */
const sent = ({ structured, text }: { structured: object; text: string }) =>
  Buffer.byteLength(
    JSON.stringify({ content: [{ type: 'text', text }], structuredContent: structured }),
    'utf8',
  );

test('as many items as fit are told, and not one more', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.integer({ min: 1, max: 300 }), (most, width) => {
      const build = (count: number) => ({ structured: { count }, text: 'é'.repeat(count * width) });
      const { structured } = fitted(most, build);
      const told = Number(structured.count);
      const fits = (count: number) => sent(build(count)) <= ANSWER_BYTES - 200;
      expect(fits(told)).toBe(true);
      expect(told === most || !fits(told + 1)).toBe(true);
    }),
  );
});

test('an answer that is too long without its items is refused, one that is just as long as it may be is not', () => {
  const empty = sent({ structured: {}, text: '' });
  const build = (letters: number) => () => ({ structured: {}, text: 'x'.repeat(letters) });
  const most = ANSWER_BYTES - 200 - empty;
  expect(fitted(3, build(most)).text).toHaveLength(most);
  for (const items of [0, 3])
    expect(() => fitted(items, build(most + 1))).toThrow(
      'The answer would be too long. Ask for fewer series, or for one alone.',
    );
  expect(resultOf({ structured: { a: 1 }, text: 'b' })).toEqual({
    content: [{ type: 'text', text: 'b' }],
    structuredContent: { a: 1 },
  });
  expect(bytesOf({ a: 'é' })).toBe(10);
});

test('a page is divided before a heading where that is enough, else between lines', () => {
  // A heading of 5 letters, a line end, and quotes and brackets around a piece.
  const line = (bytes: number) => `${'y'.repeat(bytes - 1)}\n`;
  const most = ANSWER_BYTES - 500 - '[""]'.length;
  // As JSON a line end takes two bytes.
  const head = '## A\n';
  const first = `${head}${line(3000)}`;
  const second = `${head}${line(most - 3000 - 2 * head.length - 4)}`;
  expect(bytesOf([first + second])).toBe(ANSWER_BYTES - 500);
  expect(piecesOf(first + second)).toEqual([first + second]);
  const longer = `${head}x${second.slice(head.length)}`;
  expect(piecesOf(first + longer)).toEqual([first, longer]);
  expect(piecesOf(`# Page\n${first}${longer}${first}`)).toEqual([`# Page\n${first}`, longer, first]);
  // Not before a smaller one.
  const divided = `${head}${line(1500)}### B\n${line(3500)}`;
  expect(piecesOf(`${first}${divided}`)).toEqual([first, divided]);
  const long = [line(3000), line(2000), line(2500), line(40)];
  expect(piecesOf(`${head}${long.join('')}${head}`)).toEqual([
    `${head}${long[0]}${long[1]}`,
    `${long[2]}${long[3]}${head}`,
  ]);
});

test('a long page of the guide comes in pieces, of which nothing is lost', () => {
  const section = fc.array(
    fc.string({ maxLength: 300, unit: 'grapheme' }).map((line) => `${line}\n`),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(fc.array(section, { minLength: 1, maxLength: 5 }), (sections) => {
      const text = sections.map((lines) => `## Part\n${lines.join('')}`).join('');
      const pieces = piecesOf(text);
      expect(pieces.join('')).toBe(text);
      for (const piece of pieces)
        expect(Buffer.byteLength(JSON.stringify([piece]))).toBeLessThanOrEqual(ANSWER_BYTES - 500);
    }),
    { numRuns: 50 },
  );
});
