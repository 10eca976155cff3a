import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ended, startCommandLine } from '../support/command-line.ts';
import { eachWithDataFolder } from './folder.ts';

const { dataDir, write } = eachWithDataFolder();
let server: Server;
let answers: Record<string, string>;
let bodies: string[];
let agents: string[];

beforeEach(async () => {
  bodies = [];
  agents = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    agents.push(`${request.url?.split('/')[1]} ${request.headers['user-agent']}`);
    const host = request.url?.split('/')[1] ?? '';
    const answer = answers[host];
    response.writeHead(answer === undefined ? 403 : 200).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const refresh = (ids: readonly string[], environment: Record<string, string> = {}) =>
  ended(
    startCommandLine(['refresh', ...ids, '--data-dir', dataDir()], {
      ALMANAC_MIRROR: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...environment,
    }),
  );

const DEBT = JSON.stringify({
  data: [
    {
      record_date: '2024-01-02',
      debt_held_public_amt: '27000000000000.10',
      intragov_hold_amt: '7000000000000.00',
      tot_pub_debt_out_amt: '34000000000000.10',
    },
  ],
  meta: { count: 1, 'total-count': 1, 'total-pages': 1 },
});
const FISCALDATA = 'api.fiscaldata.treasury.gov';

describe('almanac refresh', () => {
  test('names the fetched dataset and its publisher', async () => {
    answers = { [FISCALDATA]: DEBT };
    const first = await refresh(['us_debt']);
    expect([first.status, first.err]).toEqual([0, '']);
    expect(first.out).toBe(
      'FiscalData Debt to the Penny: us_debt: 3 rows added, 0 revised, 0 unchanged, 2024-01-02\n',
    );
    expect((await refresh(['us_debt'])).out).toContain('us_debt: nothing new (3 rows unchanged');
  });

  test('fails in one line that names the publisher and says what to do by hand', async () => {
    answers = { [FISCALDATA]: '<html>Please wait</html>' };
    const { status, out, err } = await refresh(['us_debt']);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^almanac: FiscalData [^\n]*a web page instead of data[^\n]*save the file, and import it\.\n$/,
    );
  });

  test('of several datasets continues after a failure: a line for each, a table, and status 1', async () => {
    answers = { [FISCALDATA]: DEBT };
    const { status, out, err } = await refresh(['us_exports', 'us_debt']);
    expect(status).toBe(1);
    expect(err).toMatch(
      /^almanac: Census trade by country [^\n]*403[^\n]*\nalmanac: 1 of 2 sources were not refreshed[^\n]*\n$/,
    );
    expect(out).toMatch(/^FiscalData Debt to the Penny: us_debt: 3 rows added/);
    expect(out).toMatch(
      /\nDATASET +SOURCE +RESULT +ADDED +REVISED +UNCHANGED +DATES\nus_exports +Census [^\n]* +FAILED\n/,
    );
    expect(out).toMatch(/\nus_debt +FiscalData [^\n]* stored +3 +0 +0 +2024-01-02\n$/);
  });

  test("follows the app's settings, unless options say otherwise", async () => {
    const settings = {
      installation: 'one',
      auto_refresh: true,
      allow_fred: true,
      contact: 'kept@example.org',
    };
    write('settings.json', JSON.stringify(settings));
    answers = {};
    const BEA = 'personal_income_and_outlays';
    await refresh([BEA]);
    expect(agents.some((asked) => asked.startsWith('fred.stlouisfed.org '))).toBe(true);
    expect(agents.filter((asked) => !asked.endsWith('; kept@example.org)'))).toEqual([]);
    agents = [];
    await refresh([BEA], { ALMANAC_CONTACT: 'said@example.org' });
    expect(agents.length).toBeGreaterThan(0);
    expect(agents.filter((asked) => !asked.endsWith('; said@example.org)'))).toEqual([]);
  });

  test('takes a key of BLS from the environment and shows it nowhere', async () => {
    const key = '0123456789abcdef0123456789abcdef';
    answers = {
      'api.bls.gov': JSON.stringify({ status: 'REQUEST_FAILED', message: [`The key ${key} is bad.`] }),
    };
    const { status, out, err } = await refresh(['jolts'], { ALMANAC_KEY_BLS: key });
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/^almanac: BLS [^\n]+\n$/);
    expect(err).not.toContain(key);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ registrationkey: key });
  });
});
