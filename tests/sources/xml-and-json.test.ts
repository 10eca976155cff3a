import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { recogniseFormat } from '../../service/sources/index.ts';
import { countJsonParts } from '../../service/sources/json-document.ts';
import { readXml, rootElement } from '../../service/sources/xml-reader.ts';
import { failureOf, readText } from './read-text.ts';

/** @returns the calls of a visitor, as lines. */
function read(xml: string | Buffer, pieceBytes = 7): string[] {
  const seen: string[] = [];
  const reader = readXml(
    { file: 'a.zip', part: 'b.xml' },
    {
      open: (name, attributes, line, path) =>
        seen.push(`${line} <${path.join('/')} ${JSON.stringify(attributes)} ${name}>`),
      close: (name, text, line) => seen.push(`${line} ${name}=${JSON.stringify(text)}`),
    },
  );
  const bytes = Buffer.from(xml);
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  reader.end();
  return seen;
}
const failure = (xml: string | Buffer, pieceBytes?: number) => {
  try {
    read(xml, pieceBytes);
  } catch (error) {
    if (error instanceof Error && error.name === 'Failure') return error.message;
    throw error;
  }
  return 'no failure';
};

describe('reading XML', () => {
  test('elements without prefix, attributes with prefix, text, references and CDATA are read, with their lines', () => {
    expect(
      read(
        '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- a -->\n<m:a x="1"\n y:z="&lt;2&#160;">é<b/>\n<c><![CDATA[<&]]>&amp;\u{1F600}</c>tail</m:a>\n',
      ),
    ).toEqual([
      '4 <a {"x":"1","y:z":"<2\u00a0"} a>',
      '4 <a/b {} b>',
      '4 b=""',
      '5 <a/c {} c>',
      '5 c="<&&\u{1F600}"',
      '5 a="tail"',
    ]);
  });

  test('chunks of any size give the same result', () => {
    const xml = '<a><b t="ö">1&#160;2</b>\r\n<c>\u{1F600}</c></a>';
    const whole = read(xml, 1000);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (size) => {
        expect(read(xml, size)).toEqual(whole);
      }),
    );
  });

  test.each([
    [
      '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
      'line 1 of b.xml: there is a document type declaration (DTD)',
    ],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'a document type declaration (DTD)'],
    [
      '<!DOCTYPE l [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;"><!ENTITY n "&m;&m;&m;&m;">]><l>&n;</l>',
      'a document type declaration (DTD)',
    ],
    ['<a>&x;</a>', 'not well-formed (undefined entity'],
    ['<a>\n<b>\n</a></b>', 'a.zip, line 3 of b.xml: the XML is not well-formed (unexpected close tag'],
    ['<a><b>', 'the file seems to be cut off'],
    ['<a x="1', 'cut off'],
    ['<?xml version="1.0"?>', 'cut off'],
    ['', 'a.zip is empty.'],
    ['<a x="1" x="2"/>', 'not well-formed (duplicate attribute'],
    ['<a/><b/>', 'not well-formed'],
    ['<a>\0</a>', 'not well-formed'],
    ['<?xml version="1.0" encoding="UTF-16"?><a/>', 'the encoding is "UTF-16"; save the file as UTF-8.'],
    [Buffer.from('<a>\n\xe9</a>', 'latin1'), 'the text is not UTF-8'],
    [Buffer.from('<a>é').subarray(0, 4), 'the text is not UTF-8'],
    ['<a>'.repeat(33), '33 elements are nested'],
  ])('%j is refused', (xml, message) => {
    expect(failure(xml)).toContain(message);
  });

  test('endless text, tags and comments are refused before they fill the memory', () => {
    for (const start of ['<a>', '<a x="', '<!--', '<a', '<a><![CDATA[']) {
      const reader = readXml({ file: 'x.xml' }, {});
      const push = () => {
        reader.push(Buffer.from(start));
        for (let n = 0; n < 100; n++) reader.push(Buffer.alloc(1 << 16, 'a'));
      };
      expect(push).toThrow('a piece of more than 1 MB without a tag');
    }
  });
});

test.each([
  ['<a:b x="">', 'a:b'],
  ['  <?xml version="1.0"?>\n<!-- <c> -->\n<b/>', 'b'],
  ['<!-- never closed <a>', undefined],
  ['<!DOCTYPE html>', undefined],
  ['a,b', undefined],
  ['', undefined],
])('the root of %j is %s', (text, root) => {
  expect(rootElement(text)).toBe(root);
});

/** JSON can grow when it is parsed: 62 MB of empty lists took 4.9 GB and ended the process. */

const HEAD = '{"x":{"record_date":"2024-01-02","tot_pub_debt_out_amt":"1"},"data":[';
const repeated = (unit: string, times: number) => `${HEAD}${Array(times).fill(unit).join(',')}]}`;

describe('a JSON file is refused before it is parsed', () => {
  test.each([
    ['empty lists', repeated('[]', 600_000), /more than 500,000 fields/],
    ['empty objects', repeated('{}', 600_000), /more than 500,000 fields/],
    ['numbers', repeated('1', 600_000), /more than 500,000 fields/],
    [
      'names',
      `{"record_date":1,"tot_pub_debt_out_amt":1,${Array.from({ length: 600_000 }, (_, i) => `"${i}":1`).join(',')}}`,
      /more than 500,000 fields/,
    ],
    ['lists in lists', `${HEAD}${'['.repeat(5000)}${']'.repeat(5000)}]}`, /more than 20 deep/],
    ['lists that nobody closes', `${HEAD}${'['.repeat(5000)}`, /more than 20 deep/],
    ['long text', `${HEAD}"${'x'.repeat(33 << 20)}"]}`, /is larger than 32 MB/],
  ])('if it has too many or too deep %s', (_, text, reason) => {
    expect(failureOf(text, 'big.json')).toMatch(reason);
    expect(failureOf(text, 'big.json')).toMatch(/^big\.json /);
  });

  test('at the chunk that exceeds a limit, not at its end', () => {
    const bytes = Buffer.from(repeated('[]', 5_000_000));
    const reader = recogniseFormat('big.json', bytes.subarray(0, 64 << 10)).open({
      file: 'big.json',
      target: {
        series: () => 0,
        observation: () => undefined,
        constituents: () => undefined,
        note: () => undefined,
      },
    });
    let taken = 0;
    const push = () => {
      for (; taken < bytes.length; taken += 1 << 16) reader.push(bytes.subarray(taken, taken + (1 << 16)));
    };
    expect(push).toThrow(/more than 500,000 fields/);
    expect(taken).toBeLessThan(1 << 20);
  });
});

describe('the count of JSON parts', () => {
  test('leaves out brackets and commas in a text, however the file is cut into chunks', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 7 }), (text, step) => {
        const bytes = Buffer.from(
          `${'['.repeat(19)}${JSON.stringify([text, '"\\', '[{,'.repeat(30)])}${']'.repeat(19)}`,
        );
        const count = countJsonParts();
        for (let at = 0; at < bytes.length; at += step) {
          expect(count(bytes.subarray(at, at + step))).toBeUndefined();
        }
      }),
    );
  });

  test('allows a depth of 20 and 500,000 parts', () => {
    const deep = (depth: number) => countJsonParts()(Buffer.from('['.repeat(depth)));
    expect([deep(20), deep(21)]).toEqual([undefined, expect.stringContaining('20 deep')]);
    const many = (commas: number) => countJsonParts()(Buffer.from(`[${','.repeat(commas)}`));
    expect([many(499_999), many(500_000)]).toEqual([undefined, expect.stringContaining('500,000')]);
  });
});

describe('publishers’ own answers are accepted', () => {
  test('ten thousand days of the debt with every field, with spaces', () => {
    const days = Array.from({ length: 14_000 }, (_, i) => i + 6000)
      .filter((day) => ![0, 6].includes(new Date(day * 86_400_000).getUTCDay()))
      .slice(0, 10_000);
    const data = days.map((day, i) => ({
      record_date: dateText(day),
      debt_held_public_amt: `${28_000_000_000_000 + i}.10`,
      intragov_hold_amt: `${7_000_000_000_000 + i}.05`,
      tot_pub_debt_out_amt: `${35_000_000_000_000 + 2 * i}.15`,
      src_line_nbr: '1',
      record_fiscal_year: '2025',
      record_fiscal_quarter: '1',
      record_calendar_year: '2024',
      record_calendar_quarter: '4',
      record_calendar_month: '10',
      record_calendar_day: '1',
    }));
    const text = JSON.stringify(
      { data, meta: { count: data.length, 'total-count': data.length, 'total-pages': 1 } },
      null,
      2,
    );
    expect(text.length).toBeGreaterThan(4e6);
    expect(readText(text, { file: 'debt.json' }).observations).toHaveLength(30_000);
  });

  test('twenty years of fifty BLS series', () => {
    const data = Array.from({ length: 240 }, (_, i) => ({
      year: String(2025 - Math.floor(i / 12)),
      period: `M${String(12 - (i % 12)).padStart(2, '0')}`,
      periodName: 'December',
      value: '6550',
      footnotes: [{}],
      calculations: { net_changes: { 1: '1', 3: '2' }, pct_changes: { 1: '0.1', 12: '1.0' } },
    }));
    const ids = ['JTS000000000000000JOL', ...Array.from({ length: 49 }, (_, i) => `CUSR0000SA${i}`)];
    const series = ids.map((seriesID) => ({ seriesID, catalog: { series_title: 'x'.repeat(100) }, data }));
    const text = JSON.stringify(
      { status: 'REQUEST_SUCCEEDED', responseTime: 1, message: [], Results: { series } },
      null,
      1,
    );
    expect(readText(text, { file: 'bls.json' }).observations).toHaveLength(240);
  });
});
