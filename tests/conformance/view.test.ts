import { beforeAll, describe, expect, it } from 'vitest';
import { serviceOnData } from './imported-data.ts';
import type { EconomicPage, Refused } from './running-service.ts';

const service = serviceOnData();
let key: string;

beforeAll(async () => {
  key = (await service.makeKey('charts')).key;
});

describe('The lines of a chart', () => {
  const CHART = '/api/v1/view?series=jolts.hires_level_sa,jolts.quits_rate_sa&formulas=a/b&range=Max';

  it('come in pages like economic data, and count', async () => {
    const { status, headers, json } = await service.get<EconomicPage>(CHART, { key });
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual(['data', 'message', 'meta', 'pagination', 'status']);
    expect(Object.keys(json.data[0] ?? {}).sort()).toEqual(['date', 'line', 'value']);
    expect(json.meta).toMatchObject({ lines: [{}, {}, { formula: 'a/b' }] });
    expect(json.pagination.next_url).toMatch(/^\/view\?/);
    expect(headers.get('RateLimit')).not.toBeNull();
    const pages = await service.allPages(CHART, { key });
    expect(pages.flatMap(({ data }) => data)).toHaveLength(36);
  });

  it('come whole as CSV with a column per line, or with layout=long a row per observation', async () => {
    const wide = await service.get(`${CHART}&format=csv`, { key });
    expect(wide.text.split('\n').slice(0, 2)[1]).toBe('2023-01-01,1.2,1.2,1.00000');
    const long = await service.get(`${CHART}&format=csv&layout=long`, { key });
    expect(long.text.split('\n')[0]).toBe('date,line,value');
    expect(long.text.trimEnd().split('\n')).toHaveLength(37);
  });

  it('leave out hidden lines, and ignore parameters about the look of the page', async () => {
    const { text } = await service.get(
      `${CHART}&hidden=jolts.hires_level_sa&title=Jobs&table=1&format=csv&layout=long`,
      { key },
    );
    const lines = new Set(
      text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[1]),
    );
    expect(lines.has('jolts.hires_level_sa')).toBe(false);
    expect(lines.has('jolts.quits_rate_sa')).toBe(true);
  });

  it('are 422 for a wrong value, and for from together with date_from', async () => {
    expect((await service.get(`${CHART}&units=nope`, { key })).status).toBe(422);
    const both = await service.get<Refused>(
      '/api/v1/view?series=jolts.hires_level_sa&from=2023-01-01&date_from=2023-01-01',
      { key },
    );
    expect(both.json.detail.parameter).toBe('date_from');
  });
});
