import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publish, type TestApp, testApp } from '../api/folder.ts';
import { valuesOf } from './fred-app.ts';

/** FRED's own answers, compared with those for the same levels here. They are imported as a monthly rate that FRED has too. */

const FOLDER = new URL('../../../shared/reference/fred_units/', import.meta.url);
const WHY = "FRED's transformed values are not on this computer";

function answerOf(name: string): string[][] {
  const { observations } = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as {
    observations: { date: string; value: string }[];
  };
  return observations.map(({ date, value }) => [date, value]);
}

function tableOf(name: string): string[][] {
  const [, ...rows] = readFileSync(new URL(name, FOLDER), 'utf8').trim().split('\n');
  return rows.map((row) => row.split(','));
}

async function appWith(levels: readonly string[][]): Promise<TestApp> {
  const app = await testApp({ isEmpty: true });
  publish(
    app.dataDir,
    'jolts',
    levels.map(([date = '', value = '']) => ({ code: 'quits_rate_sa', date, value })),
  );
  return app;
}

it('levels and changes of quarterly means of UNRATE: all 868 and 122, with the dot of the quarter that is not over', async ({
  skip,
}) => {
  skip(!existsSync(FOLDER), WHY);
  const levels = answerOf('UNRATE_lin.json');
  const app = await appWith(levels);
  expect(await valuesOf(app, { series_id: 'JTSQUR' })).toEqual(levels.map((row) => row.join(' ')));
  const told = answerOf('UNRATE_q_chg.json');
  const here = await valuesOf(app, {
    series_id: 'JTSQUR',
    units: 'chg',
    frequency: 'q',
    observation_start: '1990-01-01',
  });
  expect(here).toHaveLength(122);
  // FRED writes sixteen digits of numbers without end.
  const rounded = told.map(
    ([date, value = '']) => `${date} ${value === '.' ? '.' : Number(value).toFixed(5)}`,
  );
  const plain = (row: string) => row.replace(/ -0\.00000$/, ' 0.00000');
  expect(here).toEqual(rounded.map(plain));
});

it('annual means of FEDFUNDS: all whole years, and dots for those that are not', async ({ skip }) => {
  skip(!existsSync(FOLDER), WHY);
  const app = await appWith(tableOf('FEDFUNDS_m.csv'));
  const here = await valuesOf(app, { series_id: 'JTSQUR', frequency: 'a', aggregation_method: 'avg' });
  expect([here[0], here.at(-1)]).toEqual(['1954-01-01 .', '2024-01-01 .']);
  // The months were read in October 2024, the years in December 2025.
  const whole = tableOf('FEDFUNDS_a.csv').filter(([date]) => date !== '2024-01-01');
  expect(here).toEqual(expect.arrayContaining(whole.map((row) => row.join(' '))));
});
