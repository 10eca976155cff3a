import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_DEBT, DATASETS, DEBT, serviceOnData } from './imported-data.ts';
import { type EconomicPage, economic, leftToday, PAGE_SIZE, type Refused } from './running-service.ts';

const service = serviceOnData();
const DEBT_CODES = DATASETS.us_debt?.codes.join() ?? '';
const PUBLIC = { series: 'debt_held_by_public', ...ALL_DEBT };

let key: string;

beforeAll(async () => {
  key = (await service.makeKey('paging')).key;
});

const ask = (query: Record<string, string>, dataset = 'us_debt') =>
  service.get<EconomicPage>(economic(dataset, query), { key });
const refused = (query: Record<string, string>, dataset = 'us_debt') =>
  service.get<Refused>(economic(dataset, query), { key });

describe('Paging by next_url', () => {
  it('reaches every row once, in order, without a key', async () => {
    const pages = await service.allPages(economic('us_debt', { ...ALL_DEBT, series: DEBT_CODES }), { key });
    expect(pages.flatMap(({ data }) => data)).toEqual(DEBT);
    expect(pages).toHaveLength(Math.ceil(DEBT.length / PAGE_SIZE));
    for (const { pagination, data } of pages) expect(pagination.count).toBe(String(data.length));
  });

  it('repeats the parameters and adds a token, but no key; the header Link has the whole path', async () => {
    const { json, headers } = await ask({ ...ALL_DEBT, series: DEBT_CODES });
    const next = json.pagination.next_url ?? '';
    expect(next).toMatch(/^\/economic-data\/us_debt\?/);
    const { token_id, ...repeated } = Object.fromEntries(new URLSearchParams(next.split('?')[1]));
    expect(repeated).toEqual({ ...ALL_DEBT, series: DEBT_CODES });
    expect(token_id).toMatch(/\S/);
    expect(headers.get('Link')).toBe(`</api/v1${next}>; rel="next"`);
  });

  it('accepts the key beside the token, and counts each page for this key', async () => {
    const first = await ask(PUBLIC);
    const next = `/api/v1${first.json.pagination.next_url}`;
    const withKey = await service.get<EconomicPage>(`${next}&api_key=${key}`);
    expect(withKey.status).toBe(200);
    expect(withKey.json.data[0]).toEqual(DEBT[PAGE_SIZE * 3]);
    const without = await service.get<EconomicPage>(next);
    expect(without.json.data).toEqual(withKey.json.data);
    const left = leftToday(first);
    expect([withKey, without].map(leftToday)).toEqual([left - 1, left - 2]);
  });

  it('refuses a token that was changed, or that belongs to another request', async () => {
    const { json } = await ask(PUBLIC);
    const token_id = new URLSearchParams(json.pagination.next_url?.split('?')[1]).get('token_id') ?? '';
    const changed = `${token_id.slice(0, -2)}${token_id.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const query of [
      { ...PUBLIC, token_id: changed },
      { ...PUBLIC, token_id: 'x' },
      { ...PUBLIC, token_id, series: 'intragovernmental_holdings' },
      { ...PUBLIC, token_id, date_from: '2024-01-03' },
    ]) {
      const { status, json: body } = await refused(query);
      expect(status, JSON.stringify(query)).toBe(422);
      expect(body.detail).toMatchObject({ error: 'invalid_token', parameter: 'token_id' });
    }
    const moved = { series: 'hires_level_sa', ...ALL_DEBT, token_id };
    expect((await refused(moved, 'jolts')).json.detail.error).toBe('invalid_token');
    // A wrong token does not replace a key either.
    expect((await service.get(economic('jolts', moved))).status).toBe(401);
    expect((await service.get(economic('us_debt', { ...PUBLIC, token_id: changed }))).status).toBe(401);
  });

  it('refuses the token of another key', async () => {
    const other = (await service.makeKey('another')).key;
    const { json } = await ask(PUBLIC);
    const { status, json: body } = await service.get<Refused>(`/api/v1${json.pagination.next_url}`, {
      key: other,
    });
    expect(status).toBe(422);
    expect(body.detail.error).toBe('invalid_token');
  });
});
