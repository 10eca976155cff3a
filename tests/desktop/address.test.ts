import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressForBrowser,
  addressOf,
  mayHavePermission,
  mayNavigate,
  mayRequest,
  ORIGIN,
  viewOf,
} from '../../electron/desktop/before-ready/index.ts';
import { routeOf } from '../../electron/gateway/index.ts';
import { DATASETS } from '../../service/datasets/index.ts';

test.each([
  ['app://bundle/explore?series=a#x', true],
  ['app://bundle.evil.test/', false],
  ['app://bundle@evil.test/', false],
  ['app://somebody@bundle/', false],
  ['app://bundle:80/', false],
  ['app://other/', false],
  ['https://bundle/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['blob:app://bundle/0', false],
  ['data:text/html,x', false],
  ['not an address', false],
])('the window may go to %s: %s', (address, isAllowed) => {
  expect(mayNavigate(address)).toBe(isAllowed);
});

test('the window goes only to addresses with the app’s scheme and host', () => {
  const part = fc.oneof(
    fc.constantFrom('app', 'bundle', 'https', 'file', 'evil.test', ''),
    fc.webAuthority(),
    fc.string(),
  );
  fc.assert(
    fc.property(
      part,
      fc.constantFrom(':', '://', ':///', '//'),
      part,
      fc.webPath(),
      (scheme, between, host, rest) => {
        const address = `${scheme}${between}${host}${rest}`;
        if (!mayNavigate(address)) return;
        const url = new URL(address);
        expect([url.protocol, url.host, url.username]).toEqual(['app:', 'bundle', '']);
      },
    ),
  );
  fc.assert(fc.property(fc.webUrl(), (address) => !mayNavigate(address)));
});

test.each([
  ['https://fiscaldata.treasury.gov/', 'https://fiscaldata.treasury.gov/'],
  ['https://fiscaldata.treasury.gov:8443/', undefined],
  ['https://fiscaldata.treasury.gov.evil.test/', undefined],
  ['https://evil.test/?key=a', undefined],
  ['https://evil.test/fiscaldata.treasury.gov/', undefined],
  ['https://github.com/datasets/s-and-p-500-companies', 'https://github.com/datasets/s-and-p-500-companies'],
  ['https://github.com/datasets-of-evil/x', undefined],
  ['https://github.com/evil/datasets', undefined],
  ['https://github.com/datasets/../evil/x', undefined],
  ['mailto:somebody@example.org?body=key', undefined],
  ['http://127.0.0.1:4780/docs', 'http://127.0.0.1:4780/docs'],
  ['http://127.0.0.1:4781/docs', undefined],
  ['http://localhost:4780/docs', undefined],
  ['http://example.org/', undefined],
  ['http://127.0.0.1.evil.test/', undefined],
  ['https://known.example@evil.test/', undefined],
  ['file:///etc/passwd', undefined],
  ['smb://host/share', undefined],
  ['nothing', undefined],
])('the person’s browser opens for %s: %s', (address, opened) => {
  expect(addressForBrowser(address, 4780)).toBe(opened);
});

/** Every address in the sources of what shows links and of what is fetched (its address is shown as where a number is from). */
function shownAddresses(): string[] {
  const root = path.resolve(import.meta.dirname, '../..');
  const folders = ['renderer', 'service/datasets'];
  const texts = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
  );
  return (
    [...texts, readFileSync(path.join(root, 'service/sources/fred-ways.ts'), 'utf8')]
      .flatMap((text) => text.replaceAll(/^\s*(\*|\/\/).*$/gm, '').match(/https:\/\/[^\s"'`)$<>]+/g) ?? [])
      // Reserved names (RFC 2606) stand for an address that a person types.
      .filter((address) => !/^https:\/\/([\w.-]+\.invalid|data\.example\.org)\b/.test(address))
  );
}

test('the person’s browser opens every link that the app shows', () => {
  const addresses = [...DATASETS.map(({ source }) => source.url), ...shownAddresses()];
  expect(addresses.length).toBeGreaterThan(30);
  expect(addresses.filter((address) => addressForBrowser(address, undefined) === undefined)).toEqual([]);
});

test('no page of any other host is opened, whatever follows the host', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (address) => !addressForBrowser(address, 4780)),
  );
});

test('no address of this machine is opened while the service does not listen', () => {
  expect(addressForBrowser('http://127.0.0.1:4780/docs', undefined)).toBeUndefined();
});

test('the clipboard of our own page is the only permission', () => {
  expect(mayHavePermission('clipboard-sanitized-write', 'app://bundle/')).toBe(true);
  expect(mayHavePermission('clipboard-sanitized-write', 'https://evil.test/')).toBe(false);
  for (const permission of [
    'geolocation',
    'clipboard-read',
    'media',
    'notifications',
    'openExternal',
    'usb',
    'fullscreen',
  ])
    expect(mayHavePermission(permission, 'app://bundle/')).toBe(false);
});

test('the scheme answers only the app’s own page and the window itself', () => {
  expect(mayRequest('app://bundle/api/v1/catalog', ORIGIN)).toBe(true);
  expect(mayRequest('app://bundle/', undefined)).toBe(true);
  for (const initiator of ['null', 'https://evil.test', 'app://bundle.evil.test', 'app://other', ''])
    expect(mayRequest('app://bundle/', initiator)).toBe(false);
  expect(mayRequest('app://other/', ORIGIN)).toBe(false);
});

test('a saved view opens again; anything else opens the first screen', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('/', '/explore', '/data', '/yields', '/settings'),
      fc.webQueryParameters(),
      (pathname, query) => {
        const view = viewOf(`${ORIGIN}${pathname}${query && `?${query}`}`);
        expect(viewOf(addressOf(view))).toBe(view);
      },
    ),
  );
  fc.assert(fc.property(fc.string(), (text) => mayNavigate(addressOf(text))));
  for (const path of [
    '/docs',
    '/healthz',
    '/host/stopped',
    '/download/x',
    '/api/v1/catalog',
    '//evil.test/',
    '/a.js',
  ])
    expect(addressOf(path)).toBe(`${ORIGIN}/`);
  expect(addressOf(undefined)).toBe(`${ORIGIN}/`);
});

test('every view is a page of the gateway', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\/[a-z-]{0,12}$/), (path) => {
      if (viewOf(ORIGIN + path) !== undefined) expect(routeOf(path)).toBe('page');
    }),
  );
  for (const path of ['/docs', '/healthz']) expect(viewOf(ORIGIN + path)).toBeUndefined();
});
