import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { composeApp } from '../../service/compose-app.ts';
import { FORMAT_NAMES } from '../../service/contract/table-formats.ts';
import { type Dataset, findDataset } from '../../service/datasets/index.ts';
import { openReader, type Reader } from '../../service/store/index.ts';
import { exportToFile } from '../../service/tables/index.ts';
import { CREDENTIAL, DEBT_CODES } from '../api/folder.ts';
import { damagedCopy, fillLarge, YIELD_CODES } from './damage.ts';

/**
 * An answer from a damaged page is whole or visibly broken, and never ends early as if it were whole. Counts
 * cannot notice flipped bits in a value or a date, because the number of rows stays.
 */

let root = '';
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'almanac-damage-'));
  fillLarge(path.join(root, 'whole'));
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SEEDS = Array.from({ length: process.env.ALMANAC_SOAK ? 24 : 2 }, (_, seed) => seed + 1).concat(151);
const DEBT = `/api/v1/economic-data/us_debt?date_from=1970-01-01&date_to=2025-12-31&series=${DEBT_CODES.join(',')}`;
const YIELDS = `/yields/series=${YIELD_CODES.join(',')}`;

/** The outcome of an answer: its rows and their announced number, or 'broken'. */
type Outcome = { rows: number; told?: number } | 'broken';

describe.each(SEEDS)('16 flipped bits in one page (seed %i)', (seed) => {
  function damaged(): string {
    const dataDir = path.join(root, `damaged-${seed}`);
    damagedCopy(path.join(root, 'whole'), dataDir, seed);
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    return dataDir;
  }

  test('the API’s answers are whole or break off', async () => {
    const dataDir = damaged();
    const logs: string[] = [];
    const app = await composeApp({
      ...{ dataDir, port: 0, pageSize: 5000, sample: false, internalCredential: CREDENTIAL },
      ...{ now: () => new Date(), log: (line) => logs.push(line) },
    });
    onTestFinished(() => app.close());
    const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
    app.answerOn(Number(new URL(url).port));
    const ask = (target: string) =>
      fetch(url + target, {
        headers: { authorization: `Bearer ${CREDENTIAL}`, 'accept-encoding': 'identity' },
      });

    const outcomes = {
      debt: await csv(ask, `${DEBT}&format=csv`),
      debtPart: await csv(ask, `${DEBT.replace('1970-01-01', '1990-03-05')}&format=csv`),
      debtYears: await csv(ask, `${DEBT}&format=csv&frequency=a`),
      debtPages: await pages(ask, DEBT),
      yields: await csv(ask, `${YIELDS}?format=csv`),
      yieldPages: await offsetPages(ask, YIELDS),
      list: await csv(ask, '/constituents/series=TESTIDX?format=csv'),
    };
    const whole = { debt: 60_000, debtPart: 37896, debtYears: 165, debtPages: 60_000 };
    const expected = { ...whole, yields: 117_000, yieldPages: 117_000, list: 12 };
    for (const [name, outcome] of Object.entries(outcomes)) {
      if (outcome === 'broken') continue;
      const rows = expected[name as keyof typeof expected];
      expect([name, outcome]).toEqual([
        name,
        { ...outcome, rows, ...(outcome.told === undefined ? {} : { told: rows }) },
      ]);
    }
  }, 60_000);

  test('an export is whole or is not made', async () => {
    const dataDir = damaged();
    const reader = openReader(dataDir);
    onTestFinished(() => reader.close());
    const formats = seed % 6 === 0 ? FORMAT_NAMES : (['csv', 'json'] as const);
    for (const [id, codes, whole] of [
      ['us_debt', DEBT_CODES, 60_000],
      ['yields', YIELD_CODES, 117_000],
    ] as const)
      for (const format of formats) {
        const file = path.join(dataDir, `${id}.${format}`);
        const rows = await exported(reader, findDataset(id) as Dataset, codes, format, file);
        if (rows === 'broken') expect(existsSync(file)).toBe(false);
        else expect([format, rows]).toEqual([format, whole]);
        expect(readdirSync(dataDir).filter((name) => name.endsWith('.draft'))).toEqual([]);
      }
  }, 60_000);
});

async function csv(ask: (target: string) => Promise<Response>, target: string): Promise<Outcome> {
  const answer = await ask(target);
  if (answer.status !== 200) return refused(answer);
  try {
    const text = await answer.text();
    return { rows: text.split('\n').length - 2, told: Number(answer.headers.get('x-total-count')) };
  } catch {
    return 'broken';
  }
}

/** Damage is answered with 503 and without details, never with 500. */
async function refused(answer: Response): Promise<'broken'> {
  expect([answer.status, await answer.json()]).toEqual([503, { detail: 'Service Unavailable' }]);
  return 'broken';
}

async function pages(ask: (target: string) => Promise<Response>, first: string): Promise<Outcome> {
  let rows = 0;
  for (let target: string | null = first; target; ) {
    const answer = await ask(target);
    if (answer.status !== 200) return refused(answer);
    const page = (await answer.json()) as { data: unknown[]; pagination: { next_url: string | null } };
    rows += page.data.length;
    target = page.pagination.next_url === null ? null : `/api/v1${page.pagination.next_url}`;
  }
  return { rows };
}

async function offsetPages(ask: (target: string) => Promise<Response>, path: string): Promise<Outcome> {
  let rows = 0;
  let told = 0;
  for (let offset = 0; ; offset += 5000) {
    const answer = await ask(`${path}?limit=5000&offset=${offset}`);
    if (answer.status !== 200) return refused(answer);
    const page = (await answer.json()) as { rows: unknown[]; total_rows: number };
    rows += page.rows.length;
    told = page.total_rows;
    if (offset + 5000 >= told) return { rows, told };
  }
}

async function exported(
  reader: Reader,
  dataset: Dataset,
  codes: readonly string[],
  format: (typeof FORMAT_NAMES)[number],
  file: string,
): Promise<number | 'broken'> {
  const context = {
    reader,
    selection: { dataset, codes },
    origin: undefined,
    created: new Date(),
    version: '0',
  };
  try {
    return (await exportToFile(context, format, file)).rows;
  } catch (error) {
    expect(error).toMatchObject({ code: 'broken_data_file' });
    return 'broken';
  }
}
