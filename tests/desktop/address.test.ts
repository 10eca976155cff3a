import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressForBrowser,
  mayHavePermission,
  mayNavigate,
  mayRequest,
  originOf,
  pageAddress,
  viewPath,
} from '../../electron/desktop/before-ready/index.ts';
import { DATASETS } from '../../service/datasets/index.ts';

const ORIGIN = originOf(4781);

test.each([
  ['http://127.0.0.1:4781/explore?series=a#x', true],
  ['http://127.0.0.1:4780/docs', false],
  ['http://127.0.0.1/', false],
  ['http://localhost:4781/', false],
  ['https://127.0.0.1:4781/', false],
  ['ws://127.0.0.1:4781/', false],
  ['http://127.0.0.1:4781.evil.test/', false],
  ['http://127.0.0.1:4781@evil.test/', false],
  ['http://somebody@127.0.0.1:4781/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['blob:http://127.0.0.1:4781/0', false],
  ['data:text/html,x', false],
  ['not an address', false],
])('the window may go to %s: %s', (address, isAllowed) => {
  expect(mayNavigate(address, ORIGIN)).toBe(isAllowed);
  expect(mayNavigate(address, undefined)).toBe(false);
});

test('the window goes only to addresses of the page’s port', () => {
  const part = fc.oneof(
    fc.constantFrom('http', '127.0.0.1', '127.0.0.1:4781', '4781', 'https', 'file', 'evil.test', ''),
    fc.webAuthority(),
    fc.string(),
  );
  fc.assert(
    fc.property(
      part,
      fc.constantFrom(':', '://', ':///', '//', '@'),
      part,
      fc.webPath(),
      (scheme, between, host, rest) => {
        const address = `${scheme}${between}${host}${rest}`;
        if (!mayNavigate(address, ORIGIN)) return;
        const url = new URL(address);
        expect([url.protocol, url.host, url.username]).toEqual(['http:', '127.0.0.1:4781', '']);
      },
    ),
  );
  fc.assert(fc.property(fc.webUrl(), (address) => !mayNavigate(address, ORIGIN)));
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
  ['blob:http://127.0.0.1:4780/0', undefined],
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
  expect(mayHavePermission('clipboard-sanitized-write', `${ORIGIN}/`, ORIGIN)).toBe(true);
  expect(mayHavePermission('clipboard-sanitized-write', 'https://evil.test/', ORIGIN)).toBe(false);
  for (const permission of [
    'geolocation',
    'clipboard-read',
    'media',
    'notifications',
    'openExternal',
    'usb',
    'fullscreen',
  ])
    expect(mayHavePermission(permission, `${ORIGIN}/`, ORIGIN)).toBe(false);
});

test('only the app’s own page and the window itself send requests, and only to the page’s port', () => {
  expect(mayRequest(`${ORIGIN}/api/v1/catalog`, ORIGIN, ORIGIN)).toBe(true);
  expect(mayRequest(`${ORIGIN}/`, undefined, ORIGIN)).toBe(true);
  for (const initiator of ['null', 'https://evil.test', 'http://127.0.0.1:4780', ''])
    expect(mayRequest(`${ORIGIN}/`, initiator, ORIGIN)).toBe(false);
  for (const address of ['http://127.0.0.1:4780/', 'https://evil.test/', 'ws://127.0.0.1:4781/'])
    expect(mayRequest(address, ORIGIN, ORIGIN)).toBe(false);
  expect(mayRequest(`${ORIGIN}/`, undefined, undefined)).toBe(false);
});

test('a saved view opens again; anything else is no view', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('/', '/explore', '/data', '/yields', '/settings'),
      fc.webQueryParameters(),
      (pathname, query) => {
        const view = pageAddress(`${ORIGIN}${pathname}${query && `?${query}`}`, ORIGIN) ?? '';
        expect(viewPath(view)).toBe(view);
      },
    ),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const view = viewPath(text);
      if (view !== undefined) expect(mayNavigate(ORIGIN + view, ORIGIN)).toBe(true);
    }),
  );
  for (const path of [
    '/docs',
    '/healthz',
    '/host/state',
    '/download/x',
    '/api/v1/catalog',
    '//evil.test/',
    '/a.js',
  ])
    expect([path, viewPath(path)]).toEqual([path, undefined]);
  for (const address of ['http://127.0.0.1:4780/explore', 'https://evil.test/explore'])
    expect(pageAddress(address, ORIGIN)).toBeUndefined();
});
