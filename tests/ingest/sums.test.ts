import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STATES } from '../../service/datasets/states.ts';
import { createPartSum } from '../../service/ingest/checked-target.ts';
import { importFiles } from '../../service/ingest/index.ts';
import { openReader, openWriter } from '../../service/store/index.ts';
import { h41 } from '../sources/text-fixtures.ts';

const NOW = () => new Date('2026-11-21T12:00:00Z');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-sums-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function importText(name: string, text: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  const [imported] = await importFiles({ dataDir: join(folder, 'data'), files: [file], now: NOW });
  return imported;
}

function count(): number {
  const reader = openReader(join(folder, 'data'));
  try {
    return reader.holdings().reduce((sum, { count: rows }) => sum + rows, 0);
  } finally {
    reader.close();
  }
}

describe('Treasury securities of the Federal Reserve', () => {
  const bills = (value: string) =>
    h41().replace('2026-09-30,4558332,0,554373', `2026-09-30,4558332,0,${value}`);

  test('five rounded parts may differ from the total by 2, up or down, without a note', async () => {
    for (const value of ['554370', '554371', '554372', '554373', '554374']) {
      expect((await importText('h41.csv', bills(value)))?.notes).toEqual([]);
    }
  });

  test.each(['554369', '554375', '55437'])(
    'bills of %s stop the import, which names the row; nothing is stored',
    async (value) => {
      await importText('before.csv', h41());
      const before = count();
      await expect(importText('h41.csv', bills(value))).rejects.toMatchObject({
        name: 'Failure',
        code: 'invalid_file',
        at: { line: 9 },
        message: expect.stringMatching(
          /h41\.csv, line 9: on 2026-09-30 bills, nominal and .* make \d+, not the total of 4558332; they may differ by 2 for rounding\.$/,
        ),
      });
      expect(count()).toBe(before);
    },
  );

  test('rounded numbers are never refused, however many parts there are', () => {
    const part = fc.integer({ min: -1e9, max: 1e9 });
    const rounded = (tenths: number) => String(Math.round(tenths / 10));
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (tenths, far) => {
          const parts = tenths.map((_, at) => `part${at}`);
          const given = [...tenths.map(rounded), rounded(tenths.reduce((sum, one) => sum + one, 0))];
          const check = (values: readonly string[], exact?: string) => {
            const sum = createPartSum({
              parts,
              total: 'total',
              words: 'the parts',
              decimals: 0,
              ...(exact && { exact }),
            });
            values.forEach((value, at) => {
              sum.add([...parts, 'total'][at] ?? '', 20_000, value, 2);
            });
            sum.check('x.csv');
          };
          check(given);
          // One unit more than rounding explains.
          const sum = given.slice(0, -1).reduce((all, value) => all + Number(value), 0);
          const most = Math.floor((parts.length + 1) / 2);
          const wrong = [...given.slice(0, -1), String(sum + most + far)];
          expect(() => check(wrong)).toThrow(`they may differ by ${most} for rounding.`);
          expect(() => check([...given.slice(0, -1), String(sum + 1)], 'they are equal')).toThrow(
            'they are equal.',
          );
        },
      ),
    );
  });

  test('a week without one of the five parts is not checked', async () => {
    const imported = await importText('h41.csv', bills('ND'));
    expect(imported?.runs[0]?.added).toBe(17);
  });
});

describe('states and nation', () => {
  const AREAS = Object.keys(STATES);
  const states = (weeks: Record<string, number>, areas = AREAS) =>
    [
      'dataset,series,date,value,state',
      ...Object.entries(weeks).flatMap(([date, each]) =>
        areas.map((state) => `ui_state_weekly_claims,initial_claims,${date},${each},${state}`),
      ),
      '',
    ].join('\n');
  const nation = (weeks: Record<string, number>) =>
    ['DATE,ICNSA', ...Object.entries(weeks).map(([date, value]) => `${date},${value}`), ''].join('\n');
  const RIGHT = 53 * 1000;

  test('sums within 1 % have no note, whichever file comes first', async () => {
    const both = [
      ['states.csv', states({ '2024-01-06': 1000, '2024-01-13': 1000 })],
      [
        'nation.csv',
        nation({ '2024-01-06': Math.round(RIGHT * 1.009), '2024-01-13': Math.round(RIGHT * 0.991) }),
      ],
    ] as const;
    for (const order of [both, [...both].reverse()]) {
      for (const [name, text] of order) expect((await importText(name, text))?.notes).toEqual([]);
      rmSync(join(folder, 'data'), { recursive: true });
    }
  });

  test('larger differences are noted after either import, and stored', async () => {
    const text = nation({ '2024-01-06': RIGHT, '2024-01-13': 60_000 });
    await importText('states.csv', states({ '2024-01-06': 1000, '2024-01-13': 1000 }));
    const note =
      'In 1 of 2 weeks the initial claims of all states do not add up to the national figure within 1 %: most on 2024-01-13, where the states make 53,000 and the nation has 60,000; one of the two may be an older release.';
    expect((await importText('nation.csv', text))?.notes).toEqual([note]);
    expect(count()).toBe(53 * 2 + 2);
    expect((await importText('states.csv', states({ '2024-01-13': 1000 })))?.notes).toEqual([]);
    expect((await importText('nation.csv', text))?.notes).toEqual([]);
    expect((await importText('states.csv', states({ '2024-01-13': 1001 })))?.notes).toEqual([
      note.replace('1 of 2 weeks', '1 of 1 week').replace('53,000', '53,053'),
    ]);
  });

  test('a week that lacks a state is not checked', async () => {
    await importText('states.csv', states({ '2024-01-06': 10 }, AREAS.slice(1)));
    expect((await importText('nation.csv', nation({ '2024-01-06': RIGHT })))?.notes).toEqual([]);
  });

  test('sample data are not checked', async () => {
    const writer = openWriter(join(folder, 'data'));
    const run = writer.begin({
      kind: 'sample',
      dataset: 'ui_weekly_claims',
      origin: 'sample',
      source: 'sample',
      location: '',
      sha256: '',
      fetchedAt: NOW().toISOString(),
    });
    const series = run.series({ dataset: 'ui_weekly_claims', code: 'initial_claims_nsa', area: '' });
    run.observation(series, 19_728, '1', 1);
    run.commit();
    writer.close();
    expect((await importText('states.csv', states({ '2024-01-06': 1000 })))?.notes).toEqual([]);
  });
});
