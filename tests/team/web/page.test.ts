import { expect, it } from 'vitest';
import { openPage } from '../../../service/team/web/page.ts';
import { makePageFolder } from '../../support/page-folder.ts';

/** The files of the app at a node. */

it('a node serves the app with a mark, and says how to build it where nobody did', async () => {
  const lines: string[] = [];
  const page = openPage(makePageFolder(), (line) => lines.push(line));
  const ask = (path: string) =>
    page(new Request(`http://node${path}`, { headers: { 'Accept-Encoding': 'br' } }));
  const index = await ask('/');
  expect(index?.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  expect(await index?.text()).toContain('data-served-by="team"');
  // A view of the app is the same document; the paths of the service are never the app.
  expect(await (await ask('/saved'))?.text()).toContain('data-served-by="team"');
  for (const path of ['/host/state', '/api/v1/none', '/team/v1/none', '/mcp', '/auth/exchange', '/none.js'])
    expect(await ask(path), path).toBeUndefined();
  expect(lines).toEqual([]);

  const none = openPage(undefined, (line) => lines.push(line));
  expect(await none(new Request('http://node/'))).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining('npm start -- --no-open')]);
});
