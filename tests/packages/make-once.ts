import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { ensureBundle } from '../../electron/launch/set-up.mjs';
import { makePackages } from '../../electron/packages/index.ts';
import { fakeElectron } from './fake-electron.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

export type Made = {
  folder: string;
  staged: string;
  deb: string;
  /** Files of app.asar, without a leading '/'. */
  inAsar: readonly string[];
  /** @returns the text of a file of app.asar. */
  textOf: (file: string) => string;
  /** @returns the output of dpkg-deb about the package. */
  dpkg: (...words: string[]) => string;
  remove: () => void;
};

/** @returns why no package can be made on this machine, or ''. */
export function whyNotHere(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'the stand-in of Electron is made for Linux on x64';
  return existsSync('/usr/bin/dpkg-deb') ? '' : 'dpkg-deb is not on this machine';
}

/** Builds outdated bundles. Makes a .deb and an unpacked app with stand-ins for Electron and fpm. */
export async function makeOnce(): Promise<Made> {
  for (const bundle of ['service', 'shell', 'renderer'] as const) await ensureBundle(ROOT, bundle);
  const output = mkdtempSync(path.join(tmpdir(), 'almanac-packages-'));
  process.env.CUSTOM_FPM_PATH = path.join(import.meta.dirname, 'fpm-shim.mjs');
  const { files } = await makePackages({
    root: ROOT,
    output,
    target: { platform: 'linux', arch: 'x64' },
    kinds: ['deb'],
    electronDist: await fakeElectron('45.0.0'),
  });
  const deb = files.find((file) => file.endsWith('.deb')) ?? '';
  const folder = path.join(output, 'linux-unpacked');
  const asar = path.join(folder, 'resources/app.asar');
  const isFile = (file: string) => !listed.some((other) => other.startsWith(`${file}/`));
  const listed = listPackage(asar, { isPack: false }).map((file) => file.replace(/^[\\/]/, ''));
  return {
    folder,
    staged: path.join(output, 'staged'),
    deb,
    inAsar: listed.filter(isFile).toSorted(),
    textOf: (file) => extractFile(asar, file).toString('utf8'),
    dpkg: (...words) => execFileSync('dpkg-deb', words, { encoding: 'utf8', maxBuffer: 64_000_000 }),
    remove: () => rmSync(output, { recursive: true, force: true }),
  };
}

export const isKeytarHere = existsSync(path.join(ROOT, 'node_modules/keytar/build/Release/keytar.node'));
export const projectRoot = ROOT;
export const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
