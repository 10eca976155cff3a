import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { installedAgree } from '../../electron/launch/packages.mjs';

type Locked = { version?: string; integrity?: string; optionalDependencies?: Record<string, string> };
const lockfile: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
);

/** The folders in which Node looks up imports of the package at `place`, nearest first. */
function foldersFrom(place: string): string[] {
  const parts = place === '' ? [] : place.split('/node_modules/');
  return [...parts.keys(), parts.length].reverse().map((count) => {
    const above = parts.slice(0, count).join('/node_modules/');
    return above === '' ? 'node_modules' : `${above}/node_modules`;
  });
}

describe('package-lock.json', () => {
  it('has the optional packages of every platform, without which npm ci refuses it', () => {
    const missing = Object.entries(lockfile.packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !foldersFrom(place).some((folder) => `${folder}/${name}` in lockfile.packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('has a hash of every package, also for other platforms, so that npm accepts no other bytes', () => {
    const without = Object.entries(lockfile.packages).filter(
      ([place, { integrity }]) => place !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    );
    expect(without.map(([place]) => place)).toEqual([]);
  });

  it('names no registry’s host, so that any mirror works', () => {
    expect(Object.values(lockfile.packages).filter((entry) => 'resolved' in entry)).toEqual([]);
  });
});

describe('installed packages agree with the lockfile', () => {
  const locked = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' },
      'node_modules/keytar': { version: '7.9.0', integrity: 'sha512-b', optional: true },
    },
  };
  const fastify = { version: '5.0.0', integrity: 'sha512-a' };

  it.each([
    ['all but an optional one are there', { 'node_modules/fastify': fastify }, true],
    [
      'one that nobody asked for is there',
      { 'node_modules/fastify': fastify, 'node_modules/extra': {} },
      true,
    ],
    ['one is missing', {}, false],
    ['one has another version', { 'node_modules/fastify': { ...fastify, version: '5.0.1' } }, false],
    ['one has other bytes', { 'node_modules/fastify': { ...fastify, integrity: 'sha512-c' } }, false],
  ])('when %s: expected', (_what, packages, isAgreed) => {
    expect(installedAgree(locked, { packages })).toBe(isAgreed);
  });

  it('not when nothing was installed', () => {
    expect(installedAgree(locked, undefined)).toBe(false);
  });
});
