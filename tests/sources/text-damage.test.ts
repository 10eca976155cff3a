import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mutate, mutations, tryRead } from './mutations.ts';
import { type ReadResult, readText } from './read-text.ts';
import { BLS_MONTHS, blsFlatFile, blsJson, h41, NIPA, stateClaims } from './text-fixtures.ts';

const JOLTS = {
  JTS000000000000000JOL: BLS_MONTHS,
  CUSR0000SA0: BLS_MONTHS,
  JTU000000000000000QUR: BLS_MONTHS.slice(1),
};
/** A file of each format, how many of its first lines are a header, and whether the order of lines matters. */
const FILES = [
  { name: 'state claims, M/D/YYYY', text: stateClaims('mdy'), top: 1, isLines: true },
  { name: 'state claims, quoted', text: stateClaims('iso'), top: 1, isLines: true },
  { name: 'BLS API', text: blsJson(JOLTS), top: 3, isLines: false },
  { name: 'BLS flat file', text: blsFlatFile(JOLTS), top: 1, isLines: true },
  { name: 'BEA', text: NIPA, top: 1, isLines: true },
  { name: 'H.4.1', text: `${h41()}\r\n`, top: 6, isLines: true },
];

const facts = ({ observations }: ReadResult) =>
  observations.map(({ series, date, value }) => `${series} ${date} ${value}`).sort();

describe.each(FILES)('damage to $name', ({ text, top, isLines }) => {
  const whole = readText(text);
  const lines = text.split('\n');

  test('mutated bytes cause a Failure, or no undamaged line is lost without a note', () => {
    let read = 0;
    fc.assert(
      fc.property(mutations, (list) => {
        const bytes = list.reduce(mutate, Buffer.from(text));
        const result = tryRead(bytes);
        if (!result) return;
        read++;
        const mutated = bytes.toString('latin1').split('\n');
        if (!isLines || lines.slice(0, top).some((line, at) => mutated[at] !== line)) return;
        const untouched = whole.observations.filter(({ line }) => mutated.includes(lines[line - 1] ?? ''));
        const held = new Set(facts(result));
        expect(
          untouched.filter(({ series, date, value }) => !held.has(`${series} ${date} ${value}`)),
        ).toEqual([]);
      }),
      { numRuns: process.env.ALMANAC_SOAK ? 600 : 200 },
    );
    expect(read).toBeGreaterThan(0);
  });

  test('damage that loses rows in the middle causes a Failure or a note', () => {
    const months = whole.observations.map(({ date }) => date).sort();
    const middle = months[Math.floor(months.length / 2)] ?? '';
    const lost = whole.observations.find(({ date }) => date === middle)?.line ?? 0;
    const at = isLines ? lost - 1 : lines.findIndex((line) => line.includes('"M09"'));
    const result = tryRead(Buffer.from(lines.filter((_, line) => line !== at).join('\n')));
    if (result) {
      expect(result.observations.length).toBeLessThan(whole.observations.length);
      expect(result.notes).not.toEqual(whole.notes);
    }
  });

  test('a file that is cut causes a Failure, or gives a part of the observations and no others', () => {
    const all = new Set(facts(whole));
    for (let end = 0; end < text.length; end++) {
      const result = tryRead(Buffer.from(text.slice(0, end)));
      if (result) expect(facts(result).filter((fact) => !all.has(fact))).toEqual([]);
    }
  });

  test('pieces of any size give the same', () => {
    for (const size of [1, 2, 3, 7, 64, 1000]) {
      expect(readText(text, { pieceBytes: size })).toEqual(whole);
    }
  });
});

test.each(FILES.filter(({ isLines }) => isLines))(
  'lines of $name in another order give the same observations',
  ({ text, top }) => {
    const lines = text.split('\n');
    const body = lines.slice(top).filter((line) => line !== '');
    const right = facts(readText(text));
    fc.assert(
      fc.property(fc.shuffledSubarray(body, { minLength: body.length }), (shuffled) => {
        expect(facts(readText([...lines.slice(0, top), ...shuffled, ''].join('\n')))).toEqual(right);
      }),
      { numRuns: 50 },
    );
  },
);
