import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isValueText } from '../../service/series-math/decimal-text.ts';
import { archive } from './archive-fixtures.ts';
import { mutate, mutations, tryRead } from './mutations.ts';
import { type ReadResult, readText } from './read-text.ts';
import { CENSUS_ROWS, FRED_ROWS, HOLDING_ROWS, workbook } from './workbook-fixtures.ts';
import { claimsXml, h41Xml, treasuryFeed } from './xml-fixtures.ts';

/** XML files, and the tag after which a block of rows is whole. */
const XML = [
  { name: 'DOL claims', text: claimsXml(), block: '</week>' },
  { name: 'Treasury feed', text: treasuryFeed(), block: '</entry>' },
  { name: 'H.4.1', text: h41Xml(), block: ' />\n' },
];
const ARCHIVES = [
  { name: 'Census workbook', bytes: workbook(CENSUS_ROWS) },
  { name: 'holdings workbook', bytes: workbook(HOLDING_ROWS) },
  { name: 'FRED workbook', bytes: workbook(FRED_ROWS) },
  {
    name: 'H.4.1 archive',
    bytes: archive([
      { name: 'frb_common.xsd', data: '<a/>' },
      { name: 'H41_data.xml', data: h41Xml() },
    ]),
  },
];
const SHEETS = [
  { name: 'Census', rows: CENSUS_ROWS },
  { name: 'holdings', rows: HOLDING_ROWS },
  { name: 'FRED', rows: FRED_ROWS },
];

const factsOf = ({ observations, lists }: ReadResult) => [
  ...observations.map(({ series, date, value }) => `${series} ${date} ${value}`),
  ...lists.flatMap(({ code, asOf, rows }) => rows.map((row) => `${code} ${asOf} ${JSON.stringify(row)}`)),
];
/** The facts of each block of the file. */
function blocks(text: string, mark: string): { block: string; facts: string[] }[] {
  const { observations } = readText(text);
  let line = 1;
  return text.split(mark).map((part) => {
    const first = line;
    line += `${part}${mark}`.split('\n').length - 1;
    const inside = observations.filter((row) => row.line >= first && row.line < line);
    return { block: part, facts: inside.map(({ series, date, value }) => `${series} ${date} ${value}`) };
  });
}

describe.each(XML)('damage to XML: $name', ({ text, block }) => {
  const whole = readText(text);
  const parts = blocks(text, block).filter(({ facts }) => facts.length > 0);

  test('mutated bytes cause a Failure, or no undamaged block is lost without a note', () => {
    let read = 0;
    fc.assert(
      fc.property(mutations, (list) => {
        const bytes = list.reduce(mutate, Buffer.from(text));
        const result = tryRead(bytes);
        if (!result) return;
        read++;
        expect(result.observations.every(({ value }) => isValueText(value))).toBe(true);
        // A note says what is missing, such as a series whose name was damaged.
        if (result.notes.join() !== whole.notes.join()) return;
        const mutated = bytes.toString();
        const held = new Set(factsOf(result));
        const untouched = parts.filter((part) => mutated.includes(part.block)).flatMap(({ facts }) => facts);
        expect(untouched.filter((fact) => !held.has(fact))).toEqual([]);
      }),
      { numRuns: process.env.ALMANAC_SOAK ? 800 : 250 },
    );
    expect(read).toBeGreaterThan(0);
  });

  test('cut anywhere, it is refused', () => {
    for (let length = 0; length < text.trimEnd().length; length += 1 + Math.floor(text.length / 500)) {
      expect(tryRead(Buffer.from(text.slice(0, length)))).toBeUndefined();
    }
  });
});

describe.each(ARCHIVES)('damage to an archive: $name', ({ bytes }) => {
  const whole = readText(bytes);

  test('mutated bytes cause a Failure or change nothing', () => {
    let refused = 0;
    const runs = process.env.ALMANAC_SOAK ? 500 : 160;
    fc.assert(
      fc.property(mutations, (list) => {
        const result = tryRead(list.reduce(mutate, bytes));
        if (result) expect({ ...result, format: whole.format }).toEqual(whole);
        else refused++;
      }),
      { numRuns: runs },
    );
    expect(refused).toBeGreaterThan(runs * 0.8);
  });

  test('cut anywhere, it is refused', () => {
    for (let length = 0; length < bytes.length; length += 1 + Math.floor(bytes.length / 300)) {
      expect(tryRead(bytes.subarray(0, length))).toBeUndefined();
    }
  });
});

describe.each(SHEETS)('damage within a good archive: sheet of $name', ({ rows }) => {
  test('causes a Failure, or gives values that are numbers', () => {
    fc.assert(
      fc.property(mutations, (list) => {
        const change = (xml: string) => list.reduce(mutate, Buffer.from(xml)).toString();
        const result =
          tryRead(workbook(rows, { change, sheet: 'country' })) ??
          tryRead(workbook(rows, { change, sheet: 'holdings' }));
        if (!result) return;
        expect(result.observations.every(({ value }) => isValueText(value))).toBe(true);
        expect(result.lists.every((one) => one.rows.every(({ weight }) => isValueText(weight)))).toBe(true);
      }),
      { numRuns: process.env.ALMANAC_SOAK ? 300 : 100 },
    );
  });
});
