import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isValueText } from '../../service/series-math/decimal-text.ts';
import { archive } from './archive-fixtures.ts';
import { mutate, mutations, tryRead } from './mutations.ts';
import { HAS_REAL_FILES, NO_FILES, pathOf, type ReadResult, readText } from './read-text.ts';
import { BLS_MONTHS, blsFlatFile, blsJson, h41, NIPA, stateClaims } from './text-fixtures.ts';
import { CENSUS_ROWS, type Cell, FRED_ROWS, HOLDING_ROWS, workbook } from './workbook-fixtures.ts';
import { claimsXml, h41Xml, treasuryFeed } from './xml-fixtures.ts';

/** Damaged files never cause a crash or a hang, and no undamaged data are lost without a note. */

const IS_SOAK = Boolean(process.env.ALMANAC_SOAK);
/** The limits for one file. A fast machine finishes all runs within the time. */
const LIMITS = { numRuns: IS_SOAK ? 600 : 200, interruptAfterTimeLimit: IS_SOAK ? 3000 : 500 };
const TIMEOUT_MS = 60_000;

type DamagedFile = {
  name: string;
  /** If absent, the file is the publisher's own one with this name. */
  content?: string | Buffer;
  /** The text that ends a part with its own facts: a line, a week or an entry. */
  mark?: string;
  /** The number of first parts that all other parts need, such as a header. */
  top?: number;
  /** True if lost data may be reported in a note. */
  hasNotes?: boolean;
  /** True if a file cut anywhere is refused; otherwise it may give some of its facts. */
  isNeverCut?: boolean;
  /** True if the parts are JSON records, which are counted instead of lines. */
  isRecords?: boolean;
};

const JOLTS = {
  JTS000000000000000JOL: BLS_MONTHS,
  CUSR0000SA0: BLS_MONTHS,
  JTU000000000000000QUR: BLS_MONTHS.slice(1),
};
/** Files whose lines may be in any order. */
const LINES = [
  { name: 'state claims, M/D/YYYY', content: stateClaims('mdy'), top: 1 },
  { name: 'state claims, quoted', content: stateClaims('iso'), top: 1 },
  { name: 'BLS flat file', content: blsFlatFile(JOLTS), top: 1 },
  { name: 'BEA', content: NIPA, top: 1 },
  { name: 'H.4.1', content: `${h41()}\r\n`, top: 6 },
];
const SMALL: DamagedFile[] = [
  ...LINES,
  { name: 'BLS API', content: blsJson(JOLTS), top: Number.POSITIVE_INFINITY },
  { name: 'DOL claims, XML', content: claimsXml(), mark: '</week>', hasNotes: true, isNeverCut: true },
  { name: 'Treasury feed', content: treasuryFeed(), mark: '</entry>', hasNotes: true, isNeverCut: true },
  { name: 'H.4.1, XML', content: h41Xml(), mark: ' />\n', hasNotes: true, isNeverCut: true },
];
const REAL: DamagedFile[] = [
  ...[
    'fred/fredgraph_2025_JTSJOL.csv',
    'fred/fredgraph_2024_ICSA.csv',
    'fred/fredgraph_2024_PI.csv',
    'fred/TREAST_2021.csv',
    'fred/fredgraph_2020_ICNSA.csv',
    'fred/fredgraph_2024_DGS10.csv',
    'yields/cassiano_daily-treasury-rates-2024.csv',
    'yields/cassiano_daily-treasury-rates-2025.csv',
    'us_debt/DebtPenny_20200307_20250306.csv',
    'bea/NipaDataM_excerpt_2026-08-26.txt',
  ].map((name) => ({ name, top: 1 })),
  { name: 'h41/ddp_h41_t5_lastobs5_2026-09-23.csv', top: 6 },
  { name: 'us_debt/fiscaldata_debt_first_fields2.json', isRecords: true, isNeverCut: true },
  { name: 'us_debt/fiscaldata_debt_recent_fields2.json', isRecords: true, isNeverCut: true },
  { name: 'jolts/bls_v1_JTSJOL_2019_2026_excerpt.json', top: Number.POSITIVE_INFINITY, isNeverCut: true },
  { name: 'constituents/sp500_constituents_2026-08-08.csv', top: 1, hasNotes: true },
  { name: 'constituents/sp500_constituents_2014-12-07_old_columns.csv', top: 1, hasNotes: true },
  { name: 'constituents/ishares_IVV_holdings_2024.csv', top: 10, hasNotes: true },
  {
    name: 'ui_weekly_claims/dol_r539cy_us_trim_2026-09-28.xml',
    mark: '</week>',
    hasNotes: true,
    isNeverCut: true,
  },
];

/** All observations and list rows that were read, with their lines; 0 for a row without a line. */
function facts({ observations, lists }: ReadResult): { line: number; fact: string }[] {
  return [
    ...observations.map(({ series, date, value, line }) => ({ line, fact: `${series} ${date} ${value}` })),
    ...lists.flatMap(({ code, asOf, rows }) =>
      rows.map((row) => ({
        line: 'row' in row ? Number(row.row) : 0,
        fact: [code, asOf, row.ticker, row.name, row.sector, row.weight].join(),
      })),
    ),
  ];
}

/** @returns the parts of a file, each with its facts. */
function partsOf(text: string, whole: ReadResult, { mark = '\n', isRecords }: DamagedFile) {
  const byLine = Map.groupBy(facts(whole), ({ line }) => line);
  const factsOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => byLine.get(from + at) ?? [])
      .flat()
      .map(({ fact }) => fact);
  if (isRecords)
    return (text.match(/\{"record_date":"\d{4}-[^{}]*\}/g) ?? []).map((part, at) => ({
      part,
      facts: factsOf(at + 1, at + 2),
    }));
  let line = 1;
  return text.split(mark).map((part) => {
    const first = line;
    line += `${part}${mark}`.split('\n').length - 1;
    return { part, facts: factsOf(first, line) };
  });
}

function open(file: DamagedFile) {
  const bytes = file.content === undefined ? readFileSync(pathOf(file.name)) : Buffer.from(file.content);
  const whole = readText(bytes);
  const parts = partsOf(bytes.toString(), whole, file);
  if (Number.isFinite(file.top ?? 0))
    expect(parts.flatMap((part) => part.facts).length).toBe(facts(whole).length);
  return { bytes, whole, parts, all: new Set(facts(whole).map(({ fact }) => fact)) };
}

const isPlain = ({ observations, lists }: ReadResult) =>
  observations.every(({ value }) => isValueText(value)) &&
  lists.every(({ rows }) => rows.every(({ weight }) => weight === '' || isValueText(weight)));

describe.each([...SMALL, ...REAL])('damage to $name', (file) => {
  const { mark = '\n', top = 0, content } = file;
  const isLines = mark === '\n' && !file.isRecords;

  test(
    'mutated bytes cause a Failure, or all undamaged parts are read correctly',
    ({ skip }) => {
      skip(content === undefined && !HAS_REAL_FILES, NO_FILES);
      const { bytes, whole, parts, all } = open(file);
      const known = new Set(parts.map(({ part }) => part));
      const most = Math.max(...parts.map((part) => part.facts.length));
      let read = 0;
      fc.assert(
        fc.property(mutations, (list) => {
          const damaged = list.reduce(mutate, bytes);
          const result = tryRead(damaged);
          if (!result) return;
          read++;
          expect(isPlain(result)).toBe(true);
          if (file.hasNotes && result.notes.join() !== whole.notes.join()) return;
          const text = damaged.toString();
          const left = text.split(mark);
          if (parts.slice(0, top).some(({ part }, at) => left[at] !== part)) return;
          const there = new Set(left);
          const isThere = (part: string) => (isLines ? there.has(part) : text.includes(part));
          const found = facts(result).map(({ fact }) => fact);
          const held = new Set(found);
          const untouched = parts.filter(({ part }) => isThere(part)).flatMap((part) => part.facts);
          expect(untouched.filter((fact) => !held.has(fact))).toEqual([]);
          if (!isLines || file.hasNotes) return;
          const made = found.filter((fact) => !all.has(fact)).length;
          expect(made).toBeLessThanOrEqual(left.filter((part) => !known.has(part)).length * most);
        }),
        LIMITS,
      );
      if (content !== undefined) expect(read).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  test(
    'a cut file causes a Failure, or gives only facts of the whole file',
    ({ skip }) => {
      skip(content === undefined && !HAS_REAL_FILES, NO_FILES);
      const { bytes, all } = open(file);
      const check = (end: number) => {
        const result = tryRead(bytes.subarray(0, end));
        if (file.isNeverCut) expect(result).toBeUndefined();
        else if (result) expect(facts(result).filter(({ fact }) => !all.has(fact))).toEqual([]);
      };
      const last = bytes.toString('latin1').trimEnd().length - 1;
      if (last < 6000) for (let end = 0; end <= last; end++) check(end);
      else fc.assert(fc.property(fc.nat({ max: last }), check), LIMITS);
    },
    TIMEOUT_MS,
  );
});

describe.each(SMALL.slice(0, LINES.length + 1))('rows of $name', ({ content = '', top = 0 }) => {
  const text = String(content);
  const whole = readText(text);

  test('cause a Failure or a note if one in the middle is lost', () => {
    const lines = text.split('\n');
    const dates = whole.observations.map(({ date }) => date).sort();
    const middle = dates[Math.floor(dates.length / 2)];
    const lost = whole.observations.find(({ date }) => date === middle)?.line ?? 0;
    const at = Number.isFinite(top) ? lost - 1 : lines.findIndex((line) => line.includes('"M09"'));
    const result = tryRead(Buffer.from(lines.filter((_, line) => line !== at).join('\n')));
    if (result) {
      expect(result.observations.length).toBeLessThan(whole.observations.length);
      expect(result.notes).not.toEqual(whole.notes);
    }
  });

  test('are the same in chunks of any size', () => {
    for (const size of [1, 2, 3, 7, 64, 1000]) expect(readText(text, { pieceBytes: size })).toEqual(whole);
  });
});

test.each(LINES)('lines of $name in another order give the same observations', ({ content, top }) => {
  const sorted = (text: string) =>
    facts(readText(text))
      .map(({ fact }) => fact)
      .sort();
  const lines = content.split('\n');
  const body = lines.slice(top).filter((line) => line !== '');
  const right = sorted(content);
  fc.assert(
    fc.property(fc.shuffledSubarray(body, { minLength: body.length }), (shuffled) => {
      expect(sorted([...lines.slice(0, top), ...shuffled, ''].join('\n'))).toEqual(right);
    }),
    { numRuns: 50 },
  );
});

describe.each<[name: string, content?: Buffer]>([
  ['Census workbook', workbook(CENSUS_ROWS)],
  ['holdings workbook', workbook(HOLDING_ROWS)],
  ['FRED workbook', workbook(FRED_ROWS)],
  [
    'H.4.1 archive',
    archive([
      { name: 'frb_common.xsd', data: '<a/>' },
      { name: 'H41_data.xml', data: h41Xml() },
    ]),
  ],
  ['us_exports/census_country_2023.xlsx'],
  ['constituents/ssga_spy_holdings.xlsx'],
])('damage to an archive: %s', (name, content) => {
  test(
    'mutated bytes cause a Failure or change nothing, and a cut archive is refused',
    ({ skip }) => {
      skip(content === undefined && !HAS_REAL_FILES, NO_FILES);
      const bytes = content ?? readFileSync(pathOf(name));
      // Comparing all rows would be slow; their number suffices, since a checksum covers them.
      const sum = ({ observations, lists, notes }: ReadResult) => [observations.length, lists, notes];
      const right = sum(readText(bytes));
      let [runs, refused] = [0, 0];
      fc.assert(
        fc.property(mutations, (list) => {
          const result = tryRead(list.reduce(mutate, bytes));
          runs++;
          if (result) expect(sum(result)).toEqual(right);
          else refused++;
        }),
        { numRuns: content ? LIMITS.numRuns : 40 },
      );
      expect(refused).toBeGreaterThan(content ? runs * 0.8 : 0);
      for (let end = 0; content && end < bytes.length; end += 1 + Math.floor(bytes.length / 300))
        expect(tryRead(bytes.subarray(0, end))).toBeUndefined();
    },
    TIMEOUT_MS,
  );
});

test.each<[string, readonly (readonly Cell[])[]]>([
  ['Census', CENSUS_ROWS],
  ['holdings', HOLDING_ROWS],
  ['FRED', FRED_ROWS],
])(
  'damage to the sheet of %s in a good archive causes a Failure, or all values are numbers',
  { tags: 'soak' },
  (_, rows) => {
    fc.assert(
      fc.property(mutations, (list) => {
        const change = (xml: string) => list.reduce(mutate, Buffer.from(xml)).toString();
        const result =
          tryRead(workbook(rows, { change, sheet: 'country' })) ??
          tryRead(workbook(rows, { change, sheet: 'holdings' }));
        if (result) expect(isPlain(result)).toBe(true);
      }),
      { numRuns: IS_SOAK ? 300 : 100 },
    );
  },
);
