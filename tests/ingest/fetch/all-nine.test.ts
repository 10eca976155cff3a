import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { importFiles } from '../../../service/ingest/index.ts';
import { cut, first, send } from '../../faults/fetch-fixtures.ts';
import { NO_FILES } from '../../sources/read-text.ts';
import { startPublisherServer } from './publisher-server.ts';
import { DATA, debtPage, debtRows, FILES, real, replay, YIELD_FILES } from './publishers-replayed.ts';
import { held, makeDataDir, NOW, refreshed } from './refreshing.ts';

// All real files are read twice.
vi.setConfig({ testTimeout: 120_000 });

describe('a refresh of all nine datasets from publishers that answer with real files', () => {
  test('holds what the same files hold when they are imported by hand', async ({ skip }) => {
    skip(!existsSync(DATA), NO_FILES);
    const server = await startPublisherServer(replay);
    const dataDir = makeDataDir();
    const { outcomes } = await refreshed(dataDir, undefined, { mirror: server.mirror });

    expect(outcomes.filter(({ state }) => state !== 'stored')).toEqual([]);
    expect(new Set(outcomes.map(({ dataset }) => dataset)).size).toBe(9);

    const byHand = makeDataDir();
    const debt = path.join(path.dirname(byHand), 'debt.json');
    writeFileSync(debt, debtPage(debtRows(), 1, 100_000));
    const files = [...Object.values(FILES), ...YIELD_FILES, 'jolts/bls_v1_JTSJOL_2019_2026_excerpt.json'].map(
      (file) => path.join(DATA, file),
    );
    await importFiles({ dataDir: byHand, files: [...files, debt], now: () => NOW });
    const expected = Object.entries(held(byHand)).map(([dataset, text]) => [
      dataset,
      text.replace(' file ', ' publisher '),
    ]);
    console.log(expected.map((row) => row.join(': ')).join('\n'));
    expect(held(dataDir)).toEqual(Object.fromEntries(expected));
    // Only the data are left, and the ledger of what was asked.
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('data.sqlite'))).toEqual(['work.sqlite']);
  });

  test('sends the requests of the sources: six blocks to BLS, two pages of debt, a form to the Department of Labor', async ({
    skip,
  }) => {
    skip(!existsSync(DATA), NO_FILES);
    const server = await startPublisherServer(replay);
    const dataDir = makeDataDir();
    await refreshed(dataDir, ['ui_weekly_claims', 'jolts', 'us_debt'], {
      mirror: server.mirror,
      contact: 'me@example.org',
    });
    const [claims, ...others] = server.asked;
    expect([claims?.method, claims?.headers['content-type'], claims?.body]).toEqual([
      'POST',
      'application/x-www-form-urlencoded',
      'level=us&final_yr=2027&strtdate=1967&enddate=2026&filetype=xml&submit=Submit',
    ]);
    const bls = others.filter(({ url }) => url.startsWith('api.bls.gov/'));
    expect(
      bls.map(({ body }) => JSON.parse(body)).map((ask) => [ask.seriesid.length, ask.startyear, ask.endyear]),
    ).toEqual([
      [25, '2000', '2009'],
      [1, '2000', '2009'],
      [25, '2010', '2019'],
      [1, '2010', '2019'],
      [25, '2020', '2026'],
      [1, '2020', '2026'],
    ]);
    expect(others.filter(({ url }) => url.startsWith('api.fiscaldata'))).toHaveLength(2);
    for (const { headers } of server.asked) {
      expect(headers['user-agent']).toMatch(/^Almanac\/\d[\d.]* \(desktop data explorer; me@example\.org\)$/);
    }
  });

  test('a workbook that is cut is fetched again from its beginning, and not packed', async ({ skip }) => {
    skip(!existsSync(DATA), NO_FILES);
    const workbook = real(FILES['www.census.gov/foreign-trade/balance/country.xlsx']);
    const server = await startPublisherServer(first(cut(workbook), send(workbook)));
    const dataDir = makeDataDir();
    await refreshed(dataDir, ['us_exports'], { mirror: server.mirror });
    expect(server.asked.map(({ headers }) => [headers.range, headers['accept-encoding']])).toEqual([
      [undefined, 'identity'],
      [undefined, 'identity'],
    ]);
    expect(held(dataDir).us_exports).toBe('3199 publisher 1985-01-01 2023-01-01');
  });
});
