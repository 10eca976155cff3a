import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { observedOnOrBefore } from '../../service/calendar/business-days.ts';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { DATASETS, storedSeries } from '../../service/datasets/index.ts';
import { previewFile } from '../../service/ingest/index.ts';
import { blsFlatFile, blsJson, NIPA, stateClaims } from '../sources/text-fixtures.ts';
import { CENSUS_ROWS, workbook } from '../sources/workbook-fixtures.ts';
import { claimsXml, treasuryFeed } from '../sources/xml-fixtures.ts';
import { makeFolder, NOW } from './folder.ts';

/** A value before the first day of its series belongs to another series or day: no option lets it in. */

const OUTSIDE = new URL('../../../shared/cases/outside/', import.meta.url);
const LONG = 'dataset,series,date,value,state\n';

/** @returns the message of the refusal by import and preview, which no option prevents. */
async function refusal(content: string | Buffer): Promise<string> {
  const folder = makeFolder();
  const path = folder.write('file', content);
  const { code, message } = await folder.failure([path], { allowJumps: true, allowShrink: true });
  expect(code).toBe('invalid_file');
  await expect(
    previewFile({ dataDir: folder.dataDir, now: () => NOW, file: { path } }),
  ).rejects.toMatchObject({
    code,
    message: message.replace('file', path),
  });
  expect(folder.dump()).toMatch(/^$|observation\nstretch/);
  return message;
}

const AGAIN =
  'it may stand in the wrong column. Download the file again, and import it as it came, without saving it in a spreadsheet.';
const TREASURY = 'Date,"1 Mo","2 Mo","3 Mo","4 Mo","6 Mo","1 Yr","20 Yr","30 Yr"\n';

describe('a value before the first day of its series is refused with its place and the first day', () => {
  test.each([
    [
      'the Treasury’s CSV whose empty cells were lost',
      `${TREASURY}1/3/1990,7.89,7.94,7.85,7.94,,,,\n`,
      `file, line 2, column "1 Mo": US1M begins on 2001-07-31, and this value has the date 1990-01-03; ${AGAIN}`,
    ],
    [
      'a single cell of a later year',
      `${TREASURY}01/02/2018,1.29,,1.44,,1.61,1.83,2.64,2.81\n10/15/2018,2.18,2.27,2.33,,2.48,2.67,3.27,3.32\n`,
      'file, line 3, column "2 Mo": US2M begins on 2018-10-16, and this value has the date 2018-10-15; ',
    ],
    [
      'the Treasury’s tenor that FRED has from an earlier day',
      `${TREASURY}1/2/1990,,,7.83,,7.89,7.81,8.00,\n`,
      'file, line 2, column "20 Yr": US20Y begins on 1993-10-01, and this value has the date 1990-01-02; ',
    ],
    [
      'the Treasury’s feed',
      treasuryFeed((xml) => xml.replace('2026-08-13', '2025-02-14')),
      /^file, line \d+, column "BC_1_5MONTH": US1_5M begins on 2025-02-18, and this value has the date 2025-02-14; /,
    ],
    [
      'FRED’s CSV before FRED’s own first day',
      'observation_date,DGS10,DGS7\n1962-01-02,4.06,.\n1969-06-30,6.90,6.95\n',
      `file, line 3, column "DGS7": US7Y begins on 1969-07-01, and this value has the date 1969-06-30; ${AGAIN}`,
    ],
    [
      'FRED’s CSV of claims',
      'DATE,ICSA,IC4WSA\n1967-01-07,208000,.\n1967-01-21,217000,211000\n',
      'file, line 3, column "IC4WSA": initial_claims_sa_4w_avg begins on 1967-01-28, and this value has the date 1967-01-21; ',
    ],
    [
      'the long CSV',
      `${LONG}yields,US10Y,1962-01-02,4.06,\nyields,US10Y,1962-01-01,4.06,\n`,
      'file, line 3, column "value": US10Y begins on 1962-01-02, and this value has the date 1962-01-01; a later date or another series is right.',
    ],
    [
      'a state',
      `${LONG}ui_state_weekly_claims,initial_claims,1984-05-26,100,CA\n`,
      'file, line 2, column "value": initial_claims begins on 1984-06-02, and this value has the date 1984-05-26; ',
    ],
    [
      'DOL’s file of the states',
      stateClaims('mdy').replaceAll('/2020,', '/1984,').replaceAll('3/7/1984', '3/10/1984'),
      'file, line 2, column "c3 + c7": initial_claims begins on 1984-06-02, and this value has the date 1984-03-10; ',
    ],
    [
      'DOL’s XML',
      claimsXml([{ date: '12/31/1966', initial: ['', '208,000'] }]),
      /^file, line \d+, column "InitialClaims\/SA": initial_claims_sa begins on 1967-01-07, and this value has the date 1966-12-31; /,
    ],
    [
      'BLS’s JSON, by record',
      blsJson({ JTS000000000000000JOL: [{ year: '2000', period: 'M11', value: '7271' }] }),
      /^file, record \d+, column "value": job_openings_level_sa begins on 2000-12-01, and this value has the date 2000-11-01; /,
    ],
    [
      'BLS’s flat file',
      blsFlatFile({ JTS000000000000000JOL: [{ year: '2000', period: 'M11', value: '7271' }] }),
      /^file, line 2, column "value": job_openings_level_sa begins on 2000-12-01, /,
    ],
    [
      'BEA’s text',
      NIPA.replace(/A065RC,\d{4}M\d\d/, 'A065RC,1958M12'),
      /^file, line \d+, column "Value": total_personal_income begins on 1959-01-01, and this value has the date 1958-12-01; /,
    ],
    [
      'FiscalData’s CSV: the total is older than its parts',
      'Record Date,Debt Held by the Public,Intragovernmental Holdings,Total Public Debt Outstanding\n1997-09-29,1.00,1.00,2.00\n',
      'file, line 2, column "Debt Held by the Public": debt_held_by_public begins on 1997-09-30, and this value has the date 1997-09-29; ',
    ],
    [
      'the Census Bureau’s workbook, by row',
      workbook(
        CENSUS_ROWS.map(([year, ...cells], at) => [at === 0 ? 'year' : String(Number(year) - 13), ...cells]),
      ),
      /^file, row \d+, column "[^"]+": north_america begins on 1985-01-01, and this value has the date 1983-01-01; /,
    ],
  ])('%s', async (_, content, message) => {
    const said = await refusal(content);
    if (typeof message === 'string') expect(said.startsWith(message), said).toBe(true);
    else expect(said).toMatch(message);
  });

  test('a real shifted file is refused', async ({ skip }) => {
    const file = fileURLToPath(new URL('treasury-shifted-1990.csv', OUTSIDE));
    skip(!existsSync(file), 'the inputs that failed are not beside the project (../shared/cases)');
    const folder = makeFolder();
    expect((await folder.failure([file], { allowJumps: true })).message).toContain(
      'treasury-shifted-1990.csv, line 2, column "1 Mo": US1M begins on 2001-07-31, and this value has the date 1990-01-03; ',
    );
  });
});

test.for([
  ['treasury-zeros-good-friday.xml', ['2017-04-14 was left out: every rate is 0, so there was no curve.']],
  ['treasury-null-2010.xml', []],
] as const)(
  '%s: the import has two of three days, with a note if one was left out',
  async ([name, notes], { skip }) => {
    const file = fileURLToPath(new URL(name, OUTSIDE));
    skip(!existsSync(file), 'the inputs that failed are not beside the project (../shared/cases)');
    const folder = makeFolder();
    const preview = await previewFile({ dataDir: folder.dataDir, now: () => NOW, file: { path: file } });
    const [imported] = await folder.import([file]);
    for (const said of [preview, imported]) expect(said?.notes).toEqual(notes);
    expect(imported?.runs).toMatchObject([{ added: 22 }]);
  },
);

/** Every stored series, with its first day in its publisher's file, and in any file. */
const SERIES = DATASETS.flatMap((dataset) =>
  dataset.kind === 'list'
    ? []
    : storedSeries(dataset).map((series) => {
        const own = series.historyFrom ?? dataset.historyFrom;
        const fred = series.publisherIds.find(({ system }) => system === 'FRED');
        const from = series.publisherIds.find((id) => id.from !== undefined)?.from;
        return { dataset, series, fred: fred?.id, first: dayNumber(from ?? own) as number };
      }),
);

describe('every series', () => {
  const early = fc.integer({ min: 1, max: 30_000 });

  test('may begin on its first day and not before it, in the long CSV', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SERIES), early, async ({ dataset, series, first }, less) => {
        const before = observedOnOrBefore(dataset.observedOn, first - less);
        const row = (day: number) =>
          `${dataset.id},${series.code},${dateText(day)},100,${dataset.byState ? 'CA' : ''}\n`;
        const folder = makeFolder();
        const [imported] = await folder.import([folder.write('good.csv', `${LONG}${row(first)}`)]);
        expect(imported?.runs).toMatchObject([{ added: 1 }]);
        const { message } = await folder.failure([folder.write('bad.csv', `${LONG}${row(before)}`)]);
        expect(message).toContain(
          `bad.csv, line 2, column "value": ${series.code} begins on ${dateText(first)}, `,
        );
      }),
      { numRuns: 30 },
    );
  });

  test('of FRED may begin on FRED’s first day and not before it', async () => {
    const ofFred = SERIES.flatMap((one) => (one.fred === undefined ? [] : [{ ...one, fred: one.fred }]));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ofFred), early, async ({ dataset, series, fred, first }, less) => {
        const id = fred.replace('{ST}', 'CA');
        const file = (day: number) => `observation_date,${id}\n${dateText(day)},100\n`;
        const folder = makeFolder();
        expect(await folder.import([folder.write('good.csv', file(first))])).toHaveLength(1);
        const before = observedOnOrBefore(dataset.observedOn, first - less);
        const { message } = await folder.failure([folder.write('bad.csv', file(before))]);
        expect(message).toContain(`line 2, column "${id}": ${series.code} begins on ${dateText(first)}, `);
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    // Alaska's first row in the file; the day with which FRED's table of the states begins.
    ['1986-02-08', '1986-02-15'],
    ['1984-06-02', '1984-06-09'],
  ])('of the states has rows of the week %s', async (before, week) => {
    const folder = makeFolder();
    const text = stateClaims('iso')
      .split('\n')
      .slice(0, 2)
      .join('\n')
      .replace('2020-03-07', week)
      .replace('2020-02-29', before);
    const [imported] = await folder.import([folder.write('ar539.csv', `${text}\n`)]);
    expect(imported?.runs).toMatchObject([{ first: dayNumber(before), last: dayNumber(week) }]);
  });
});
