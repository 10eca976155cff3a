import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureBundle } from '../../electron/launch/set-up.mjs';
import {
  builderConfiguration,
  isPermissive,
  licenceList,
  MODULES,
  reachedFiles,
  setFuses,
  shippedPackages,
} from '../../electron/packages/index.ts';
import { programWithFuses } from './fake-electron.ts';
import { projectRoot, readJson } from './make-once.ts';

const folderOf = (files: Record<string, string> = {}): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-parts-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
};

describe('fuses', () => {
  it('are refused if Electron has an unset fuse, or none at all', async ({ skip }) => {
    skip(process.platform !== 'linux', 'the stand-in of the program is made from /bin/true');
    const folder = folderOf({ plain: 'no wire here' });
    await expect(setFuses(programWithFuses(folder, 'ten', 10), 'linux', true)).rejects.toThrow(/fuse/i);
    await expect(setFuses(path.join(folder, 'plain'), 'linux', true)).rejects.toThrow(/sentinel/i);
  });
});

describe('the files of a bundle', () => {
  it('are those that its entries refer to, not yesterday’s chunks, other entries or maps', () => {
    const folder = folderOf({
      'main.js': `import './chunks/a-1.js'; const late = () => import("./chunks/b-1.js");`,
      'cli.js': `import './chunks/c-1.js';`,
      'chunks/a-1.js': `import './d-1.js';`,
      'chunks/a-1.js.map': '{}',
      'chunks/a-0.js': 'old',
      'chunks/b-1.js': '',
      'chunks/c-1.js': '',
      'chunks/d-1.js': '',
    });
    expect(reachedFiles(folder, ['main.js'])).toEqual(
      'chunks/a-1.js chunks/b-1.js chunks/d-1.js main.js'.split(' '),
    );
    expect(() => reachedFiles(folder, ['gone.js'])).toThrow(/gone\.js/);
  });
});

describe('the modules loaded from node_modules at run time', () => {
  it('are the dependencies in package.json, and not the bundled packages', () => {
    const own = readJson(path.join(projectRoot, 'package.json')) as Record<string, object>;
    const named = Object.keys({ ...own.dependencies, ...own.optionalDependencies });
    expect(named.toSorted()).toEqual(MODULES.map(({ name }) => name).toSorted());
  });
});

describe('licences', async () => {
  for (const bundle of ['service', 'shell', 'renderer'] as const) await ensureBundle(projectRoot, bundle);
  const packages = shippedPackages(
    projectRoot,
    MODULES.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  );

  it('of all packages in the product are permissive', () => {
    expect(packages.filter(({ licence }) => !isPermissive(licence))).toEqual([]);
  });

  it('are listed for bundled packages, for their dependencies and for packages beside the bundle', () => {
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['fastify', 'find-my-way', 'react', 'better-sqlite3', '@mantine/core']),
    );
    expect(names).not.toContain('typescript');
  });

  it('are listed with their texts, and by name for the few packages without a text', () => {
    const list = licenceList(packages);
    for (const { name, version } of packages) expect(list).toContain(`\n${name} ${version}\nLicence: `);
    expect(packages.filter(({ text }) => text === '').length).toBeLessThan(10);
    expect(list).toContain('SIL OPEN FONT LICENSE');
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND ISC AND BSD-3-Clause', true],
    ['MIT AND GPL-3.0', false],
    ['GPL-3.0-only', false],
    ['not stated', false],
    ['SEE LICENSE IN FILE', false],
  ])('%s: %s', (expression, expected) => {
    expect(isPermissive(expression)).toBe(expected);
  });
});

describe('packages for the other systems', () => {
  const plan = { staged: '/staged', output: '/output', electronVersion: '45.0.0', isSigned: false };
  const configuration = builderConfiguration(plan);

  it('are hardened, install for one user, and keep the data on removal', () => {
    expect(configuration.mac).toMatchObject({
      hardenedRuntime: true,
      target: ['dmg', 'zip'],
      notarize: false,
    });
    const entitlements = readFileSync(String(configuration.mac?.entitlements), 'utf8');
    expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ]);
    expect(configuration.nsis).toMatchObject({
      oneClick: false,
      perMachine: false,
      deleteAppDataOnUninstall: false,
    });
    expect(builderConfiguration({ ...plan, isSigned: true }).mac?.notarize).toBe(true);
  });

  it('do not look for updates while there is no release channel', () => {
    expect(configuration.publish).toBeNull();
    const own = readJson(path.join(projectRoot, 'package.json')) as { dependencies: object };
    expect(Object.keys(own.dependencies)).not.toContain('electron-updater');
  });

  it('have an icon that is large enough for every system', () => {
    const png = readFileSync(String(configuration.icon));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024]);
  });
});
