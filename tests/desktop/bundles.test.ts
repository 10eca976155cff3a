import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ensureBundle } from '../../electron/launch/set-up.mjs';

/** The bundles shipped to the desktop, as built: nothing in them may undo what the sources promise. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const ENTRIES = ['shell/main.js', 'shell/preload.cjs', 'shell/keychain-process.js', 'renderer/index.html'];
let files: { name: string; text: string }[] = [];

beforeAll(async () => {
  await ensureBundle(ROOT, 'shell');
  await ensureBundle(ROOT, 'renderer');
  files = ENTRIES.flatMap((entry) => reachable(entry));
}, 300_000);

/** The entry and all scripts or styles that it leads to; the folder also has files of older builds. */
function reachable(entry: string): { name: string; text: string }[] {
  const house = path.join(ROOT, '.build', entry.split('/')[0] as string);
  const known = readdirSync(house, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(c?js|css)$/.test(name),
  );
  const found = new Map<string, string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    const text = readFileSync(path.join(house, name), 'utf8');
    found.set(name, text);
    for (const other of known) if (text.includes(path.basename(other))) visit(other);
  };
  visit(path.basename(entry));
  return [...found].map(([name, text]) => ({ name: `${path.basename(house)}/${name}`, text }));
}

/** @returns the matches of the pattern, each with its file's name. */
function having(pattern: RegExp, isFine: (found: string) => boolean = () => false): string[] {
  return files.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)]
      .map(([found]) => found)
      .filter((found) => !isFine(found))
      .map((found) => `${name}: ${found}`),
  );
}

test('the chunks of the entries are found', () => {
  expect(files.length).toBeGreaterThan(15);
  expect(files.some(({ name }) => name.endsWith('.css'))).toBe(true);
});

test('no http address except those of this machine, XML namespaces and reserved names (RFC 2606)', () => {
  const isFine = (found: string): boolean =>
    /^http:\/\/(127\.0\.0\.1|localhost|www\.w3\.org|example\.com)\b/.test(found) ||
    /^http:\/\/[\w-]+\.invalid$/.test(found) ||
    // The scheme alone, in texts and in the pattern of a team's address; a comment of undici.
    found === 'http://' ||
    found === 'http://fetch.spec.whatwg.org' ||
    // The gateway resolves paths against this base, and never requests it.
    found === 'http://service';
  expect(having(/http:\/\/[\w.-]*/g, isFine)).toEqual([]);
});

test('no code is evaluated from text, and no protection is switched off', () => {
  expect(having(/(?<![\w.$])eval\(/g)).toEqual([]);
  expect(
    having(
      /--no-sandbox|ELECTRON_DISABLE_SECURITY_WARNINGS|no-sandbox|disable-web-security|ignore-certificate-errors|bypassCSP|allowServiceWorkers|enableBlinkFeatures|(webSecurity|contextIsolation|sandbox):\s*(false|!1)|nodeIntegration\w*:\s*(true|!0)/g,
    ),
  ).toEqual([]);
});

test('no source maps are shipped or referred to', () => {
  expect(having(/sourceMappingURL=\S*/g)).toEqual([]);
  for (const house of ['shell', 'renderer'])
    expect(
      readdirSync(path.join(ROOT, '.build', house), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.map'),
      ),
    ).toEqual([]);
});

test('the preload script is one file that loads Electron and nothing else', () => {
  const preload = files.find(({ name }) => name === 'shell/preload.cjs')?.text ?? '';
  expect([...preload.matchAll(/require\(["'](.*?)["']\)/g)].map(([, name]) => name)).toEqual(['electron']);
  expect(preload).not.toMatch(/^\s*import /m);
  // Only named functions reach the page: never the channel itself, and never its events.
  expect(preload.match(/ipcRenderer/g)).toHaveLength(2);
  expect(preload).not.toMatch(/ipcRenderer\.(on|send|sendSync|postMessage)/);
});

test('the code that loads before Electron is ready is small', () => {
  const main = readFileSync(path.join(ROOT, '.build/shell/main.js'), 'utf8');
  const chunks = [...main.matchAll(/^import .*?["']\.\/(chunks\/[\w.-]+)["']/gm)].map(
    ([, name]) => name as string,
  );
  const bytes = chunks.map((name) => readFileSync(path.join(ROOT, '.build/shell', name)).length);
  expect(Buffer.byteLength(main) + bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(60_000);
});
