import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressFor,
  googleScript,
  KEY_PLACE,
  libreOfficeAddress,
  PROGRAMS,
  type ProgramRequest,
  powerQuerySnippet,
  requestedPath,
} from '../../../renderer/programs/programs.ts';
import { csvRow } from '../../support/csv-row.ts';
import { checkM } from '../guide/m-language.ts';
import { serviceWithKey } from '../take-away/real-service.ts';

const VIEW: ProgramRequest = {
  series: 'jolts.quits_rate_sa,jolts.hires_rate_sa',
  formulas: 'a/b*100',
  range: '5Y',
};
const LIST: ProgramRequest = { code: 'SP500', date: new Date().toISOString().slice(0, 10) };
const TEAM = 'https://almanac.example.org';

let service: Awaited<ReturnType<typeof serviceWithKey>>;
beforeAll(async () => {
  service = await serviceWithKey(1000);
}, 60_000);
afterAll(() => service.close());

const asked = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, { headers }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));

describe.each([
  ['a view', VIEW],
  ['a list', LIST],
] as const)('of %s', (_, wanted) => {
  it('every tool’s request is answered with the one key, sent in the way that the tool can', async () => {
    for (const program of PROGRAMS) {
      const path = requestedPath(program, wanted);
      const sent = program.isKeyInQuery
        ? await asked(`${service.baseUrl}${path}&api_key=${service.key}`)
        : await asked(service.baseUrl + path, { 'X-API-Key': service.key });
      expect([program.name, sent.status]).toEqual([program.name, 200]);
      const text = program.write(wanted, TEAM);
      expect(text, program.name).not.toMatch(/alm_/);
      // Power Query writes the query in pieces.
      if (program.id !== 'power-query') expect(text).toContain(path.replaceAll('$', '\\$').split('&')[0]);
      expect(text.match(/https:/g)?.length, program.name).toBe(program.id === 'power-query' ? 2 : 1);
    }
  });

  it('Power Query’s program is one query of M; Excel itself is not run', () => {
    expect(checkM(powerQuerySnippet(wanted, TEAM))).toEqual(['Answer', 'Rows', 'Typed', 'Numbers']);
  });

  it('LibreOffice’s address is the request with a place for the key; only the address is read here', async () => {
    const address = libreOfficeAddress(wanted, service.baseUrl).trim();
    const { status, text } = await asked(address.replace(KEY_PLACE, service.key));
    expect(status).toBe(200);
    expect(text.split('\n').length).toBeGreaterThan(20);
    expect((await asked(address)).status).toBe(401);
  });

  it('Google’s script fills the sheet with numbers and texts; its five services are stand-ins here', async () => {
    const program = googleScript(wanted, service.baseUrl);
    const [, address = ''] = /ADDRESS = "([^"]+)"/.exec(program) ?? [];
    const { text } = await asked(address, { 'X-API-Key': service.key });
    const lines = text.trim().split(/\r?\n/).map(csvRow);
    const done: unknown[] = [];
    const sheet = {
      clearContents: () => done.push('cleared'),
      getRange: (...place: number[]) => ({ setValues: (cells: unknown) => done.push(place, cells) }),
    };
    const book = {
      getSheetByName: () => null,
      insertSheet: (name: string) => {
        done.push(name);
        return sheet;
      },
    };
    const services = {
      PropertiesService: {
        getScriptProperties: () => ({ getProperty: (name: string) => `the value of ${name}` }),
      },
      UrlFetchApp: {
        fetch: (...given: unknown[]) => {
          done.push(given);
          return { getContentText: () => text };
        },
      },
      Utilities: { parseCsv: () => lines },
      SpreadsheetApp: { getActiveSpreadsheet: () => book },
    };
    runInContext(`${program}\nalmanac()`, createContext(services));
    const told = JSON.parse(JSON.stringify(done));
    expect(told[0]).toEqual([address, { headers: { 'X-API-Key': 'the value of ALMANAC_API_KEY' } }]);
    expect(told.slice(1, 4)).toEqual(['Almanac', 'cleared', [1, 1, lines.length, lines[0]?.length]]);
    const [names, ...rows] = told[4] as (string | number)[][];
    expect(names).toEqual(lines[0]);
    for (const [i, row] of rows.entries()) {
      const texts = row.map((cell) => String(cell).replace(/^'/, ''));
      expect(
        texts.map((one, at) => (typeof row[at] === 'number' ? Number(lines[i + 1]?.[at]) : one)),
      ).toEqual(row.map((cell, at) => (typeof cell === 'number' ? cell : lines[i + 1]?.[at])));
    }
    expect(typeof rows[0]?.at(-1)).toBe('number');
  });
});

it('Google’s script asks the team whose data are shown; for an address of this computer it says why it cannot', () => {
  const google = PROGRAMS.find(({ isElsewhere }) => isElsewhere);
  if (!google) throw new Error('No program runs elsewhere.');
  for (const local of ['http://127.0.0.1:4780', 'http://localhost:4780', 'http://[::1]:4780'])
    for (const host of [{ base_url: local }, { base_url: local, team: 'http://127.0.0.1:4781' }])
      expect(addressFor(google, host)).toEqual({ why: expect.stringContaining('team’s Almanac') });
  const here = { base_url: 'http://127.0.0.1:4780', team: TEAM };
  expect(addressFor(google, here)).toEqual({ baseUrl: TEAM });
  // This page is served by the team itself.
  expect(addressFor(google, { base_url: TEAM })).toEqual({ baseUrl: TEAM });
  for (const one of PROGRAMS.filter((program) => program !== google))
    expect(addressFor(one, here)).toEqual({ baseUrl: here.base_url });
});
