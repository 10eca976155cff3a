import { expect, test } from './fixtures.ts';

/** What the document of a start names: its scripts, styles and those of Overview. */

/** Of all of them together, in bytes as they are sent. */
const MOST_BYTES = 450_000;

test('a start loads no charts, and what it loads is sent compressed @browser-only', async ({ page }) => {
  const get = (path: string) =>
    page.request.get(new URL(path, page.url()).href, { headers: { 'Accept-Encoding': 'br, gzip' } });
  const document = await (await get('/')).text();
  const paths = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path as string,
  );
  expect(paths.length).toBeGreaterThan(4);
  let bytes = 0;
  for (const path of paths) {
    const answer = await get(path);
    expect(answer.headers()['content-encoding'], path).toBe('br');
    expect(await answer.text(), path).not.toContain('recharts-cartesian-grid');
    bytes += Number(answer.headers()['content-length']);
  }
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
