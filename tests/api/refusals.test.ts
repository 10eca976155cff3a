import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CREDENTIAL, economic, testApp } from './folder.ts';

/** What is wrong with a request, and what would be right: `refusals.md` has each case, and is written again with `vitest -u`. */

it('every wrong request is refused with 422, in the words that are written down', async () => {
  const app = await testApp();
  const again: string[] = [];
  for (const line of readFileSync(`${import.meta.dirname}/refusals.md`, 'utf8').split('\n')) {
    const [path = ''] = line.split(' => ');
    if (!path.startsWith('/')) {
      again.push(line);
      continue;
    }
    // The app's own page has no limits.
    const { status, text, headers } = await app.get(path, { authorization: `Bearer ${CREDENTIAL}` });
    expect([path, status]).toEqual([path, 422]);
    const { errors, ...first } = JSON.parse(text).detail;
    expect([path, errors]).toEqual([path, [{ ...first, error: 'invalid_parameter' }]]);
    expect(headers['cache-control']).toBe('no-store');
    if (path.startsWith('/api/v1/view') && !path.includes('format'))
      expect((await app.get(`${path}&format=csv`, { 'x-api-key': app.key })).status).toBe(422);
    again.push(`${path} => ${first.parameter}: ${first.message}`);
  }
  await expect(again.join('\n')).toMatchFileSnapshot('refusals.md');
});

it('a code of thousands of characters is not repeated', async () => {
  const { get, key } = await testApp();
  const path = economic('us_debt', {
    series: 'x'.repeat(9000),
    date_from: '2024-01-01',
    date_to: '2024-12-31',
  });
  const { status, text } = await get(path, { 'x-api-key': key });
  expect([status, text.length < 1000]).toEqual([422, true]);
  expect(text).toContain('9000 characters');
});
