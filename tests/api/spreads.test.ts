import { describe, expect, it } from 'vitest';
import { type TestApp, testApp } from './folder.ts';

/** Spreads through the API, on yields of 30 days: US10Y and US2Y are equal there. */

const ask = ({ get, key }: TestApp, path: string) => get(path, { 'x-api-key': key });
const CODE = 'US10Y_US2Y';

describe('a spread', () => {
  it('is answered wherever a yield is: JSON, CSV long and wide, units, frequency, charts', async () => {
    const app = await testApp();
    const { text } = await ask(app, `/yields/series=US2Y,${CODE}?limit=2`);
    const body = JSON.parse(text);
    expect(body.total_rows).toBe(60);
    expect(body.rows).toEqual([
      { date: '2024-03-01', series: 'US2Y', value: '4.00' },
      { date: '2024-03-01', series: CODE, value: '0.00' },
    ]);
    const csv = await ask(app, `/yields/series=${CODE}?format=csv&order=desc`);
    expect(csv.text.split('\n').slice(0, 2)).toEqual(['date,series,value', `2024-04-11,${CODE},0.00`]);
    const wide = await ask(app, `/yields/series=${CODE},US10Y?format=csv&layout=wide&date=2024-03-03`);
    expect(wide.text).toBe(`date,${CODE},US10Y\n2024-03-01,0.00,4.00\n`);
    const monthly = await ask(app, `/yields/series=${CODE}?frequency=m&units=lin`);
    expect(JSON.parse(monthly.text).rows).toEqual([{ date: '2024-03-01', series: CODE, value: '0.00' }]);
    const view = await ask(app, `/api/v1/view?series=yields.${CODE}:lin,yields.US2Y&units=pc1&format=csv`);
    expect(view.text.split('\n')[0]).toBe(`date,yields.${CODE},yields.US2Y_PC1`);
  });

  it.each(['pch', 'pc1', 'pca', 'cch', 'cca', 'log', 'nbd&index_date=2024-03-01'])(
    'is not told in units=%s, which is said',
    async (units) => {
      const app = await testApp();
      const { status, text } = await ask(app, `/yields/series=US2Y,${CODE}?units=${units}`);
      expect(status).toBe(422);
      expect(JSON.parse(text).detail).toMatchObject({
        parameter: 'units',
        message: expect.stringMatching(/^US10Y_US2Y is a difference.* Use lin, chg or ch1\.$/),
      });
    },
  );
});
