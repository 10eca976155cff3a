import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import { previewFile } from '../../service/ingest/index.ts';
import { openReader } from '../../service/store/index.ts';
import { archive } from '../sources/archive-fixtures.ts';
import { BLS_MONTHS, blsFlatFile, blsJson, h41, NIPA, stateClaims } from '../sources/text-fixtures.ts';
import { CENSUS_ROWS, country, HOLDING_ROWS, workbook } from '../sources/workbook-fixtures.ts';
import { CLAIMS_WEEKS, claimsXml, h41Xml, stateClaimsXml, treasuryFeed } from '../sources/xml-fixtures.ts';
import { makeFolder, NOW } from './folder.ts';

const zip = (xml: string) => archive([{ name: 'H41_data.xml', data: xml }]);
const FILES = [
  { name: 'r539cy.xml', content: claimsXml(), format: 'dol-r539cy-xml', rows: 16 },
  { name: 'r539cy-states.xml', content: stateClaimsXml(), format: 'dol-r539cy-state-xml', rows: 72 },
  { name: 'feed.xml', content: treasuryFeed(), format: 'treasury-par-yields-xml', rows: 6 },
  { name: 'H41_data.xml', content: h41Xml(), format: 'fed-h41-xml', rows: 28 },
  { name: 'FRB_h41_xml.zip', content: zip(h41Xml()), format: 'fed-h41-xml-zip', rows: 28 },
  { name: 'country.xlsx', content: workbook(CENSUS_ROWS), format: 'census-country-xlsx', rows: 182 },
  { name: 'spy.xlsx', content: workbook(HOLDING_ROWS), format: 'ssga-holdings-xlsx', rows: 3 },
];

const JOLTS = { JTS000000000000000JOL: BLS_MONTHS };
/** A text file of each format, its number of rows, and a change of one value with the value then stored. */
const TEXTS = [
  {
    name: 'claims.csv',
    text: stateClaims('iso'),
    rows: 90,
    from: ',1058221,',
    to: ',1058222,',
    value: '1058326',
  },
  { name: 'bls.json', text: blsJson(JOLTS), rows: 5, from: '"6846"', to: '"6847.50"', value: '6847.50' },
  { name: 'jt.data', text: blsFlatFile(JOLTS), rows: 5, from: '6846', to: '6848', value: '6848' },
  { name: 'NipaDataM.txt', text: NIPA, rows: 5, from: '26,999,687', to: '26,999,688', value: '26999688' },
  { name: 'h41.csv', text: h41(), rows: 18, from: ',947317,', to: ',947318,', value: '947318' },
];

test.each(TEXTS)(
  '$name: a second import changes nothing, a newer file revises its changes, a bad file changes nothing',
  async ({ name, text, rows, from, to, value }) => {
    const folder = makeFolder();
    const store = async (content: string) => (await folder.import([folder.write(name, content)]))[0]?.runs;
    expect(await store(text)).toMatchObject([{ added: rows, revised: 0, unchanged: 0 }]);
    expect(await store(text)).toMatchObject([{ added: 0, revised: 0, unchanged: rows }]);
    const newer = text.replace(from, to);
    expect(await store(newer)).toMatchObject([{ added: 0, revised: 1, unchanged: rows - 1 }]);
    const held = folder.dump(['observation']);
    expect(held.split('\n').filter((row) => row.includes(`"${value}"`))).toHaveLength(1);
    await expect(store(newer.replace(to, to.replace(/\d(?=\D*$)/, 'x')))).rejects.toThrow(/x/);
    expect(folder.dump(['observation'])).toBe(held);
  },
);

describe('importing XML, workbooks and archives', () => {
  test('a workbook is recognised by its texts, even if they stand after more rows than are looked at', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => [
      { n: String(30_683 + Math.floor(at / 5) * 7 + (at % 5)) },
      { n: `${4 + ((at * 7919) % 997) / 1000}` },
    ]);
    const content = workbook([['FRED Graph Observations'], [], ['observation_date', 'DGS10'], ...rows]);
    expect(content.length).toBeGreaterThan(2 * (64 << 10));
    const folder = makeFolder();
    const [imported] = await folder.import([folder.write('fredgraph.xlsx', content)]);
    expect(imported?.format.id).toBe('fred-xlsx');
    expect(imported?.runs).toMatchObject([{ dataset: 'yields', added: 10_000 }]);
  });

  test.each(FILES)(
    '$name: a second import changes nothing, whatever the file’s name',
    async ({ name, content, format, rows }) => {
      const folder = makeFolder();
      const [first] = await folder.import([folder.write(name, content)]);
      expect(first?.format.id).toBe(format);
      expect(first?.runs).toMatchObject([{ added: rows, revised: 0, unchanged: 0 }]);
      const held = folder.dump(['observation', 'constituent']);
      const [again] = await folder.import([folder.write('data.csv', content)]);
      expect(again?.runs).toMatchObject([{ added: 0, revised: 0, unchanged: rows }]);
      expect(folder.dump(['observation', 'constituent'])).toBe(held);
    },
  );

  test.each(FILES)('$name cut off leaves the store as it was', async ({ name, content }) => {
    const folder = makeFolder();
    await folder.import(FILES.map((file) => folder.write(file.name, file.content)));
    const held = folder.dump();
    const bytes = Buffer.from(content);
    for (const part of [0.99, 0.95, 0.9]) {
      const cut = folder.write(`cut-${name}`, bytes.subarray(0, Math.floor(bytes.length * part)));
      const { message } = await folder.failure([cut]);
      expect(message).toMatch(new RegExp(`^cut-${name}.*(cut off|damaged)`));
    }
    expect(folder.dump()).toBe(held);
  });

  test('a newer file adds and revises', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('a.xml', claimsXml()), folder.write('a.xlsx', workbook(CENSUS_ROWS))]);
    const weeks = CLAIMS_WEEKS.map((week) =>
      week.date === '01/21/1967'
        ? { ...week, initial: ['277,001', '217,000', ''], continued: ['1,550,000'] }
        : week,
    );
    // The newer file has March 1998 and a revised February.
    const rows = CENSUS_ROWS.map((row) =>
      row[0] === '1998' && row[1] === '0016' ? country(1998, '0016', ['23420.618563000015', '5', '6']) : row,
    );
    const [claims, exports] = await folder.import([
      folder.write('b.xml', claimsXml(weeks)),
      folder.write('b.xlsx', workbook(rows)),
    ]);
    expect(claims?.runs).toMatchObject([{ added: 1, revised: 1, unchanged: 15 }]);
    expect(exports?.runs).toMatchObject([{ added: 7, revised: 1, unchanged: 181 }]);
  });

  test.each([
    [
      'sunday.xml',
      claimsXml().replace('01/14/1967', '01/15/1967'),
      /^sunday\.xml, line \d+, column "weekEnded": 1967-01-15 is a Sunday/,
    ],
    [
      'future.xml',
      treasuryFeed().replace('2026-08-14T', '2026-12-14T'),
      /^future\.xml, line \d+, column "NEW_DATE": 2026-12-14 is in the future/,
    ],
    [
      'tuesday.zip',
      zip(h41Xml().replaceAll('2026-09-23', '2026-09-22')),
      /^tuesday\.zip, line \d+, .*2026-09-22 is a Tuesday/,
    ],
    ['twice.xml', treasuryFeed().replace('2026-08-14T', '2026-08-13T'), /^twice\.xml, line 28: .*2026-08-13/],
  ])('%s is refused', async (name, content, message) => {
    const folder = makeFolder();
    expect((await folder.failure([folder.write(name, content)])).message).toMatch(message);
  });

  test('an import that is cancelled while its archive is unpacked stores nothing', async () => {
    const folder = makeFolder();
    const stop = new AbortController();
    const content = zip(
      h41Xml(Array.from({ length: 3000 }, (_, at) => `<kf:Series SERIES_NAME="X${at * 7919}"/>`)),
    );
    const path = folder.write('h41.zip', content);
    let isRead = 0;
    const onProgress = ({ phase, bytes }: { phase: string; bytes: number }) => {
      if (phase === 'read' && bytes === content.length && ++isRead === 2) stop.abort();
    };
    expect((await folder.failure([path], { signal: stop.signal, onProgress })).code).toBe('cancelled');
    expect(folder.dump(['observation'])).not.toContain('[');
  });
});

const BEA = (value: string) => `%SeriesCode,Period,Value\nA065RC,2026M07,"${value}"\nA066RC,2026M07,"1"\n`;
const FRED = (value: string) => `observation_date,PI\n2026-07-01,${value}\n`;
const LONG = (value: string) =>
  `dataset,series,date,value\npersonal_income_and_outlays,total_personal_income,2026-07-01,${value}\n`;

/** Imports files in order. @returns the last import's revisions, as in its preview, and the stored value. */
async function lastOf(...texts: string[]) {
  const folder = makeFolder();
  const files = texts.map((text, at) => folder.write(`${at}.csv`, text));
  await folder.import(files.slice(0, -1));
  const file = { path: files.at(-1) ?? '' };
  const preview = await previewFile({ dataDir: folder.dataDir, file, now: () => NOW });
  const [imported] = await folder.import(files.slice(-1));
  const { added, revised, unchanged } = imported?.runs[0] ?? {};
  expect(preview.datasets[0]).toMatchObject({ added, revised, unchanged });
  expect(preview.revisions).toHaveLength(revised ?? Number.NaN);
  const reader = openReader(folder.dataDir);
  const key = { dataset: 'personal_income_and_outlays', code: 'total_personal_income', area: '' };
  const [seen] = reader.explain(key, dayNumber('2026-07-01') ?? 0).values;
  reader.close();
  return { revised, value: seen?.value, source: seen?.run.source };
}

const KEPT = { revised: 0, value: '27114792', source: 'bea-nipa-monthly-txt' };

describe('FRED stands in for the publisher', () => {
  test.each([
    ['27114.8', 'rounded up'],
    ['27114.792', 'with all digits'],
    ['27115', 'rounded to whole billions'],
  ])('its %s (%s) leaves BEA’s 27,114,792 unchanged', async (value) => {
    expect(await lastOf(BEA('27,114,792'), FRED(value))).toEqual(KEPT);
  });

  test.each(['27114.7', '27114.9', '27114.78', '27114.80', '27114'])(
    'its %s is a different number, and a revision',
    async (value) => {
      expect(await lastOf(BEA('27,114,792'), FRED(value))).toMatchObject({ revised: 1, source: 'fred-csv' });
    },
  );

  test('a difference of half a unit of FRED’s last digit is the same number', async () => {
    expect(await lastOf(BEA('27,114,750'), FRED('27114.8'))).toMatchObject({ revised: 0, value: '27114750' });
    expect(await lastOf(BEA('27,114,850'), FRED('27114.8'))).toMatchObject({ revised: 0, value: '27114850' });
    expect(await lastOf(BEA('27,114,851'), FRED('27114.8'))).toMatchObject({ revised: 1, value: '27114800' });
  });

  test('values from the user or from FRED are not treated as the publisher’s', async () => {
    expect(await lastOf(LONG('27114792'), FRED('27114.8'))).toMatchObject({ revised: 1, value: '27114800' });
    expect(await lastOf(FRED('27114.84'), FRED('27114.8'))).toMatchObject({ revised: 1, value: '27114800' });
  });

  test('the publisher’s exact figure replaces FRED’s without a revision', async () => {
    expect(await lastOf(FRED('27114.8'), BEA('27,114,792'))).toEqual(KEPT);
    expect(await lastOf(FRED('27114.7'), BEA('27,114,792'))).toEqual({ ...KEPT, revised: 1 });
  });
});

test('real files of yields revise nothing if the numbers differ in notation only', async ({ skip }) => {
  const data = join(import.meta.dirname, '../../../shared/data/yields');
  skip(!existsSync(data), 'the publishers’ files are not beside the project (../shared/data)');
  const folder = makeFolder();
  const files = readdirSync(data).filter((name) => name.endsWith('.csv'));
  const imported = await folder.import(files.map((name) => join(data, name)));
  const reader = openReader(folder.dataDir);
  const { rows } = reader.revisions({ dataset: 'yields' }, { limit: 5000 });
  reader.close();
  expect(rows.filter(({ oldValue, newValue }) => Number(oldValue) === Number(newValue))).toEqual([]);
  expect(rows.length).toBe(imported.reduce((sum, { runs }) => sum + (runs[0]?.revised ?? 0), 0));
}, 120_000);
