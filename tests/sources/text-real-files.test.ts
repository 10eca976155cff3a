import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATES } from '../../service/datasets/states.ts';
import { isValueText } from '../../service/series-math/decimal-text.ts';
import { openReader } from '../../service/store/index.ts';
import { encoded } from '../store/encoded.ts';
import { mutate, mutations, tryRead } from './mutations.ts';
import { HAS_REAL_FILES, readText } from './read-text.ts';
import {
  expectTwiceIsOnce,
  importInto,
  makeFolder,
  NO_FILES,
  pathOf,
  type RealFile,
} from './real-imports.ts';

const STATE_CLAIMS = 'ui_state_weekly_claims/RECONSTRUCTED_ar539_2025_layout_mdy.csv';
/** Files, their format, rows, first and last day, and how many series; as counted in the files. */
const FILES: [string, RealFile][] = [
  [
    STATE_CLAIMS,
    {
      format: 'dol-state-claims-csv',
      rows: 17_066 * 5,
      first: '2019-01-05',
      last: '2025-03-08',
      series: 265,
    },
  ],
  [
    'ui_state_weekly_claims/RECONSTRUCTED_ar539_2026_layout_iso_AK_CA_PR_VI_WY.csv',
    { format: 'dol-state-claims-csv', rows: 1610 * 5, first: '2019-01-05', last: '2025-03-08', series: 25 },
  ],
  [
    'ui_state_weekly_claims/akmiller_ar539_2019_2025_renamed.csv',
    {
      format: 'dol-state-claims-csv',
      rows: 17_066 * 5,
      first: '2019-01-05',
      last: '2025-03-08',
      series: 265,
    },
  ],
  [
    'jolts/bls_v1_JTSJOL_2019_2026_excerpt.json',
    { format: 'bls-api-json', rows: 91, first: '2019-01-01', last: '2026-07-01', series: 1 },
  ],
  [
    'bea/NipaDataM_excerpt_2026-08-26.txt',
    { format: 'bea-nipa-monthly-txt', rows: 6, first: '2026-02-01', last: '2026-07-01', series: 1 },
  ],
  [
    'h41/ddp_h41_t5_lastobs5_2026-09-23.csv',
    { format: 'fed-h41-csv', rows: 70, first: '2026-08-26', last: '2026-09-23', series: 14 },
  ],
];
const SMALL = FILES.map(([name]) => name).filter((name) => !name.startsWith('ui_state'));
/** @returns every value of a dataset by `code date` or `code date area`. */
function held(dataDir: string, dataset: string): Map<string, string> {
  const reader = openReader(dataDir);
  try {
    const codes =
      reader
        .holdings()
        .find((one) => one.dataset === dataset)
        ?.series.map(({ code }) => code) ?? [];
    const values = new Map<string, string>();
    const selection = { dataset, codes: [...new Set(codes)], from: 0, to: 30_000 };
    const { body } = encoded(reader.observations(selection, { limit: 1_000_000 }), 'json');
    const rows: { date: string; series: string; state?: string; value: string }[] = JSON.parse(`[${body}]`);
    for (const { date, series, state, value } of rows) {
      values.set([series, date, state].filter((part) => part !== undefined).join(' '), value);
    }
    return values;
  } finally {
    reader.close();
  }
}

/** @returns the value that a row of landmarks.csv is about, `undefined` where it is not held. */
function landmark(values: ReadonlyMap<string, string>, name: string, date: string): string | undefined {
  const [area = '', code = ''] = name.split(' ');
  if (area === 'sum53') {
    const parts = Object.keys(STATES).map((state) => values.get(`${code} ${date} ${state}`));
    return parts.includes(undefined) ? undefined : String(parts.reduce((sum, part) => sum + Number(part), 0));
  }
  return values.get(code === '' ? `${name} ${date}` : `${code} ${date} ${area}`);
}

describe('publishers’ own text and JSON files, through the import into a store', () => {
  test.for(FILES)(
    '%s: rows and days are right, and a second import changes nothing',
    async ([name, right], { skip }) => {
      skip(!HAS_REAL_FILES, NO_FILES);
      await expectTwiceIsOnce(name, right);
    },
  );

  test('the layouts of the state claims give the same values', async ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const all = FILES.filter(([, { format }]) => format === 'dol-state-claims-csv').map(([name]) => name);
    const imported = await importInto(makeFolder(), ...all);
    expect(imported.map(({ runs }) => runs[0]?.revised)).toEqual([0, 0, 0]);
    expect(imported.slice(1).map(({ runs }) => runs[0]?.added)).toEqual([0, 0]);
  });

  test('every landmark that these files cover is there, to the digit', async ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const dataDir = makeFolder();
    await importInto(dataDir, ...FILES.map(([name]) => name));
    const values = new Map<string, ReturnType<typeof held>>();
    const found = readFileSync(pathOf('landmarks.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .flatMap((row) => {
        const [dataset = '', name = '', date = '', value = ''] = row.split(',');
        const ofDataset = values.get(dataset) ?? held(dataDir, dataset);
        values.set(dataset, ofDataset);
        const ours = landmark(ofDataset, name.replace(/ \(.*\)$/, ''), date);
        if (ours === undefined) return [];
        expect(ours, row).toBe(value);
        return [row];
      });
    // 4 of states, 4 of JOLTS, 1 of personal income, 3 of the H.4.1.
    expect(found).toHaveLength(12);
  });

  test('a state’s rate of the week is that of the Department of Labor’s release, not the 13-week average', async ({
    skip,
  }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const folder = makeFolder();
    await importInto(folder, STATE_CLAIMS);
    const values = held(folder, 'ui_state_weekly_claims');
    const rates = (area: string) =>
      ['insured_unemployment_rate_week', 'insured_unemployment_rate'].map((code) =>
        values.get(`${code} 2020-05-30 ${area}`),
      );
    // The release has one decimal: 24.2, 21.1 and 20.2.
    expect(rates('NV')).toEqual(['24.22', '16.35']);
    expect(rates('PR')).toEqual(['21.11', '13.04']);
    expect(rates('HI')).toEqual(['20.20', '11.98']);
  });

  test('the states add up to the nation’s advance figures, except in the week that was revised', async ({
    skip,
  }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const imported = await importInto(makeFolder(), 'fred/fredgraph_2020_ICNSA.csv', STATE_CLAIMS);
    expect(imported.map(({ notes }) => notes)).toEqual([
      [],
      [
        expect.stringMatching(
          /^In 1 of \d+ weeks the initial claims of all states do not add up .* 2020-03-28, where the states make 5,981,838 and the nation has 5,823,917;/,
        ),
      ],
    ]);
  });

  test.for(SMALL)('%s with mutated bytes: a Failure, or rows that are right', (name, { skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const whole = readFileSync(pathOf(name));
    const days = new Set(readText(whole).observations.map(({ series, date }) => `${series} ${date}`));
    fc.assert(
      fc.property(mutations, (list) => {
        const result = tryRead(list.reduce(mutate, whole));
        if (!result) return;
        // One mutation touches a line or two, each with a row of every series; days may move by a digit.
        const strange = result.observations.filter(({ series, date }) => !days.has(`${series} ${date}`));
        expect(strange.length).toBeLessThanOrEqual(14 * 2 * list.length);
        expect(result.observations.every(({ value }) => isValueText(value))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
