import { execFileSync } from 'node:child_process';
import vm from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blocks, inline } from '../../service/api/docs/page.ts';
import { SCRIPT } from '../../service/api/docs/routes.ts';
import { testApp } from './folder.ts';

/** The page of /docs. */

it('the page loads nothing from elsewhere and keeps no key', async () => {
  const { get } = await testApp();
  const { text, headers } = await get('/docs');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  const sources = [...text.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, source]) => source ?? '');
  const own = sources.filter((source) => source.startsWith('/'));
  expect(own.toSorted()).toEqual([
    '/docs/almanac.css',
    '/docs/almanac.js',
    '/docs/inter.woff2',
    '/openapi.json',
  ]);
  for (const source of own) expect((await get(source)).status, source).toBe(200);
  const script = (await get('/docs/almanac.js')).text;
  expect(script).not.toMatch(/https?:|setItem|document\.cookie/);
});

it('the page has every operation, with a field for each parameter but the key', async () => {
  const { get } = await testApp();
  const document = JSON.parse((await get('/openapi.json')).text);
  const { text } = await get('/docs');
  for (const [path, { get: operation }] of Object.entries<{
    get?: { operationId: string; parameters?: { name: string; in: string }[] };
  }>(document.paths)) {
    // What is asked with POST cannot be sent from the page.
    if (!operation) continue;
    const begin = text.indexOf(`id="${operation.operationId}"`);
    const part = text.slice(begin, text.indexOf('</details>', begin));
    expect(part).toContain(`data-path="${path}"`);
    const asked = [...part.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name);
    const wanted = (operation.parameters ?? []).filter(
      (one) => one.in !== 'header' && one.name !== 'api_key',
    );
    expect(asked, path).toEqual(wanted.map(({ name }) => name));
  }
});

it('paragraphs, lists and tables become elements', () => {
  expect(blocks('One\ntwo\n\n- **a** `b<c`\n- *d*')).toBe(
    '<p>One two</p>\n<ul><li><strong>a</strong> <code>b&lt;c</code></li><li><em>d</em></li></ul>',
  );
  expect(blocks('| A | B |\n|---|---|\n| 1 | `{"x":1}` |')).toContain(
    '<tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><code>{&quot;x&quot;:1}</code></td></tr>',
  );
});

it('no text can make an element or end an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', '&', '*', '`', 'a', ' ') }), (text) => {
      const left = inline(text).replaceAll(/<\/?(code|strong|em)>|&(amp|lt|gt|quot);/g, '');
      expect(left).not.toMatch(/[<>"&]/);
    }),
  );
});

/** @returns the command that `/docs` shows for a form with these values. */
function shownCurl(values: Readonly<Record<string, string>>): string {
  const field = { value: '' };
  const elements = Object.entries(values).map(([name, value]) => ({ name, value, dataset: { in: 'query' } }));
  const form = {
    dataset: { path: '/api/v1/view', key: '' },
    elements,
    querySelector: () => field,
    addEventListener: () => undefined,
  };
  vm.runInNewContext(SCRIPT, {
    document: {
      body: { dataset: { server: 'http://127.0.0.1:4780' } },
      getElementById: () => ({ value: '' }),
      forms: [form],
      querySelectorAll: () => [],
    },
    location: { port: '4780', hash: '' },
    URL,
    HTMLDetailsElement: class {},
    addEventListener: () => undefined,
  });
  return field.value;
}

it('the command of /docs gives a shell the address that the form sends, whatever is typed', () => {
  const values = { series: 'jolts.quits_rate_sa,us_debt.x', note: `it's $HOME & \`id\` !! "a" *|;#()\\` };
  const program = 'curl() { printf \'%s\\0\' "$@"; }; export ALMANAC_API_KEY=alm_x';
  const said = execFileSync('bash', ['-c', `${program}\n${shownCurl(values)}`], { encoding: 'utf8' });
  const [option, header, address = '', ...more] = said.split('\0').slice(0, -1);
  expect([option, header, more]).toEqual(['-H', 'X-API-Key: alm_x', []]);
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual(values);
  // An interactive shell reads an exclamation mark in double quotes.
  expect(shownCurl(values)).toMatch(/ 'http:[^']*'$/);
});
