import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import { previewFile } from '../../service/ingest/index.ts';
import { openReader } from '../../service/store/index.ts';
import { makeFolder, NOW } from './folder.ts';

const BEA = (value: string) => `%SeriesCode,Period,Value\nA065RC,2026M07,"${value}"\nA066RC,2026M07,"1"\n`;
const FRED = (value: string) => `observation_date,PI\n2026-07-01,${value}\n`;
const LONG = (value: string) =>
  `dataset,series,date,value\npersonal_income_and_outlays,total_personal_income,2026-07-01,${value}\n`;

/** Imports one file after the other. @returns what the last one did, which must equal its preview, and the value after it. */
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
  ])('its %s (%s) leaves the 27,114,792 of BEA as it is', async (value) => {
    expect(await lastOf(BEA('27,114,792'), FRED(value))).toEqual(KEPT);
  });

  test.each(['27114.7', '27114.9', '27114.78', '27114.80', '27114'])(
    'its %s is another number, and a revision',
    async (value) => {
      expect(await lastOf(BEA('27,114,792'), FRED(value))).toMatchObject({ revised: 1, source: 'fred-csv' });
    },
  );

  test('a difference of half a unit of FRED’s last digit is the same number', async () => {
    expect(await lastOf(BEA('27,114,750'), FRED('27114.8'))).toMatchObject({ revised: 0, value: '27114750' });
    expect(await lastOf(BEA('27,114,850'), FRED('27114.8'))).toMatchObject({ revised: 0, value: '27114850' });
    expect(await lastOf(BEA('27,114,851'), FRED('27114.8'))).toMatchObject({ revised: 1, value: '27114800' });
  });

  test('values from the user or from FRED itself are not the publisher’s', async () => {
    expect(await lastOf(LONG('27114792'), FRED('27114.8'))).toMatchObject({ revised: 1, value: '27114800' });
    expect(await lastOf(FRED('27114.84'), FRED('27114.8'))).toMatchObject({ revised: 1, value: '27114800' });
  });

  test('the publisher’s own digits replace FRED’s without a revision', async () => {
    expect(await lastOf(FRED('27114.8'), BEA('27,114,792'))).toEqual(KEPT);
    expect(await lastOf(FRED('27114.7'), BEA('27,114,792'))).toEqual({ ...KEPT, revised: 1 });
  });
});

test('real files of yields with the same numbers in other digits revise nothing', async ({ skip }) => {
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
