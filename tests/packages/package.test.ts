import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forkService } from '../../electron/child-process.ts';
import { fuseConfig, readFuses } from '../../electron/packages/index.ts';
import { fits } from '../../service/contract/fits.ts';
import { ServiceMessage } from '../../service/contract/service-channel.ts';
import { BEARER, pageStart } from '../support/service-child.ts';
import { isKeytarHere, type Made, makeOnce, projectRoot, whyNotHere } from './make-once.ts';

const reason = whyNotHere();
let made: Made;
beforeAll(async () => {
  if (reason === '') made = await makeOnce();
}, 300_000);
afterAll(() => made?.remove());
beforeEach(({ skip }) => skip(reason !== '', reason));

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
const isText = (file: string): boolean => /\.(c?js|json|html|css)$/.test(file);

describe('app.asar', () => {
  test('holds the three bundles, three packages, a manifest and a licence, and nothing else', () => {
    const modules = ['@fontsource-variable', 'better-sqlite3', ...(isKeytarHere ? ['keytar'] : [])];
    const places = new Set(
      made.inAsar.map((file) => /^(node_modules\/[^/]+|\.build\/[^/]+|[^/]+)/.exec(file)?.[0]),
    );
    expect([...places].toSorted()).toEqual(
      [
        '.build/shell',
        '.build/renderer',
        '.build/service',
        'LICENSE',
        ...modules.map((name) => `node_modules/${name}`),
        'package.json',
      ].toSorted(),
    );
    expect(
      made.inAsar.filter((file) => /\.(map|tsx?|cts)$|\.(test|spec)\.|(^|\/)(tests?|src|deps)\//.test(file)),
    ).toEqual([]);
    expect(made.inAsar.some((file) => file.includes('browser-mode') || file.endsWith('/cli.js'))).toBe(false);
  });

  test('has every file that its entries import', () => {
    const manifest = JSON.parse(made.textOf('package.json')) as {
      main: string;
      type: string;
      dependencies: object;
    };
    expect([manifest.main, manifest.type]).toEqual(['.build/shell/main.js', 'module']);
    for (const file of [
      manifest.main,
      '.build/shell/preload.cjs',
      '.build/shell/keychain-process.js',
      '.build/service/main.js',
      '.build/service/ingest-thread.js',
      '.build/service/export-thread.js',
      '.build/service/parquet-thread.js',
      '.build/renderer/index.html',
    ]) {
      expect(made.inAsar).toContain(file);
    }
    for (const file of made.inAsar.filter((each) => each.startsWith('.build/') && each.endsWith('js'))) {
      // Libraries have comments that name types by their source files.
      const code = made.textOf(file).replaceAll(/^\s*\*.*$/gm, '');
      for (const [, name = ''] of code.matchAll(
        /(?:\bfrom |(?<!\{)\bimport\(|\bimport )["']\.\.?\/(?:chunks\/)?([\w.-]+\.c?js)["']/g,
      ))
        expect(made.inAsar.some((other) => other.endsWith(`/${name}`)) || name).toBe(true);
    }
  });

  test('has the guide for assistants at the path that the service uses', () => {
    const pages = readdirSync(path.join(projectRoot, 'renderer/guide/pages'));
    const guide = '.build/renderer/guide';
    expect(made.inAsar.filter((file) => /^\.build\/.*\.md$/.test(file))).toEqual(
      pages.map((page) => `${guide}/${page}`).toSorted(),
    );
    const places = made.inAsar
      .filter((file) => /^\.build\/service\/.*\.js$/.test(file))
      .flatMap((file) =>
        [...made.textOf(file).matchAll(/["'`](\.[^"'`]*\/guide)["'`]/g)].map(([, place = '']) =>
          path.join(path.dirname(file), place),
        ),
      );
    expect(places).toContain(guide);
  });

  test('contains no source map of ours, no path of this machine, no key and no updater', () => {
    for (const file of made.inAsar.filter(isText)) {
      const text = made.textOf(file);
      const found = [
        /^\/[/*][#@] sourceMappingURL=(?!data:)/m.test(text) && file.startsWith('.build/') && 'a source map',
        text.includes(projectRoot) && 'a path of this machine',
        /\balm_[A-Za-z0-9_-]{32,}/.test(text) && 'a key',
        /-----BEGIN [A-Z ]*PRIVATE KEY/.test(text) && 'a private key',
        /electron-updater|autoUpdater/.test(text) && 'an updater',
        /--no-sandbox|ELECTRON_DISABLE_SECURITY_WARNINGS/.test(text) && 'a switch that weakens the sandbox',
      ].filter(Boolean);
      expect({ file, found }).toEqual({ file, found: [] });
    }
  });

  test('has only the native modules of this platform, outside the archive, where they can be loaded', () => {
    const wanted = [
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
      ...(isKeytarHere ? ['node_modules/keytar/build/Release/keytar.node'] : []),
    ];
    const unpacked = filesBelow(path.join(made.folder, 'resources/app.asar.unpacked'));
    expect(unpacked.filter((file) => file.endsWith('.node'))).toEqual(wanted);
    expect(made.inAsar.filter((file) => file.endsWith('.node'))).toEqual(wanted);
  });
});

test('the packaged service runs alone, and answers data, documentation and pages', {
  timeout: 60_000,
  tags: 'soak',
}, async () => {
  // A separate folder shows that nothing else is needed. Electron reads an archive like this folder.
  expect(filesBelow(made.staged).filter((file) => file !== 'THIRD-PARTY-LICENSES.txt')).toEqual(made.inAsar);
  const lines: string[] = [];
  const service = forkService(path.join(made.staged, '.build/service/main.js'), (line) => lines.push(line));
  const gone = new Promise<void>((resolve) => service.onExit(() => resolve()));
  const page = await new Promise<string>((resolve, reject) => {
    service.onMessage((message) => {
      if (!fits(ServiceMessage, message)) return;
      if (message.t === 'listening') resolve(`http://127.0.0.1:${message.pagePort}`);
      if (message.t === 'fatal') reject(new Error(`${message.message}\n${lines.join('\n')}`));
    });
    const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-packaged-'));
    const folder = path.join(made.staged, '.build/renderer');
    const settings = { dataDir, port: 0, pageSize: 5000, sample: true, page: pageStart(folder) };
    service.send({ t: 'start', settings });
    void gone.then(() => reject(new Error(lines.join('\n'))));
  });
  const ask = (target: string) => fetch(page + target, { headers: BEARER });
  const data =
    '/api/v1/economic-data/us_debt?series=total_public_debt_outstanding&date_from=2024-01-01&date_to=2024-02-01';
  for (const target of [
    '/',
    '/host/state',
    '/healthz',
    '/docs',
    '/docs/inter.woff2',
    '/openapi.json',
    '/api/v1/catalog',
    data,
  ]) {
    expect([target, (await ask(target)).status]).toEqual([target, 200]);
  }
  service.send({ t: 'stop', deadlineMs: 1000 });
  await gone;
});

test('all nine fuses of Electron have the chosen values, and its own default page is removed', async () => {
  const fuses = await readFuses(path.join(made.folder, 'almanac'));
  expect(fuses).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  });
  expect(fuseConfig('darwin', false)).toMatchObject({ 1: false, resetAdHocDarwinSignature: true });
  expect(existsSync(path.join(made.folder, 'resources/default_app.asar'))).toBe(false);
});

describe('the .deb', () => {
  test('describes itself and its dependencies', () => {
    const control = made.dpkg('-f', made.deb);
    expect(control).toMatch(/^Package: almanac$/m);
    expect(control).toMatch(/^Version: \d+\.\d+\.\d+$/m);
    expect(control).toMatch(/^Architecture: amd64$/m);
    expect(control).toMatch(/^Depends: .*\blibgtk-3-0\b.*\blibnss3\b.*\blibsecret-1-0\b/m);
    expect(control).toMatch(/^Description: Explore US economic and market data$/m);
  });

  test('has a menu entry with the scheme of its links, an icon, licences and the set-up of the sandbox', () => {
    const files = made.dpkg('-c', made.deb);
    for (const file of [
      './opt/Almanac/almanac',
      './opt/Almanac/resources/app.asar',
      './opt/Almanac/resources/apparmor-profile',
      './opt/Almanac/THIRD-PARTY-LICENSES.txt',
      './usr/share/icons/hicolor/1024x1024/apps/almanac.png',
    ]) {
      expect(files).toContain(` ${file}\n`);
    }
    const entry = execFileSync(
      'sh',
      [
        '-c',
        'dpkg-deb --fsys-tarfile "$1" | tar -xO ./usr/share/applications/almanac.desktop',
        'sh',
        made.deb,
      ],
      { encoding: 'utf8' },
    );
    expect(entry).toMatch(/^Name=Almanac$/m);
    expect(entry).toMatch(/^Exec=\/opt\/Almanac\/almanac %U$/m);
    expect(entry).toMatch(/^Categories=Office;Finance;$/m);
    expect(entry).toMatch(/^MimeType=x-scheme-handler\/almanac;$/m);
    expect(entry).toMatch(/^StartupWMClass=almanac$/m);
    expect(entry).not.toContain('--no-sandbox');
    const postinst = made.dpkg('-I', made.deb, 'postinst');
    expect(postinst).toContain("chmod 4755 '/opt/Almanac/chrome-sandbox'");
    expect(postinst).toContain('apparmor_parser --replace');
  });

  test('is small compared with Electron itself', () => {
    expect(statSync(made.deb).size).toBeLessThan(8_000_000);
  });
});
