import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { assistantCommand } from '../../service/app/access-handlers.ts';
import { dataFolder } from '../../service/process/data-folder.ts';

/** What a person copies into the settings of an assistant. */

const LAUNCHER = path.resolve(import.meta.dirname, '../../electron/launch/launch.mjs');
const { ALMANAC_DATA_DIR: _, ...unset } = process.env;
const USUAL = dataFolder(undefined, { platform: process.platform, environment: unset, home: homedir() });
const COMMAND = [process.execPath, LAUNCHER, 'almanac', 'mcp'];

beforeEach(() => vi.stubEnv('ALMANAC_DATA_DIR', undefined));

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('the usual data folder is not named, any other is', () => {
  expect(assistantCommand(USUAL)).toEqual(COMMAND);
  expect(assistantCommand('/of/another')).toEqual([...COMMAND, '--data-dir', '/of/another']);
});

test('a folder that only this start was given is named: the assistant does not have its variable', () => {
  vi.stubEnv('ALMANAC_DATA_DIR', '/for/this/start');
  expect(assistantCommand('/for/this/start')).toEqual([...COMMAND, '--data-dir', '/for/this/start']);
  expect(assistantCommand(USUAL)).toEqual(COMMAND);
});

test('the launcher is that of the project around, however deep its own folder is', () => {
  const folder = newFolder();
  const deep = path.join(folder, '.build/service/chunks');
  for (const each of [deep, path.join(folder, 'electron/launch')]) mkdirSync(each, { recursive: true });
  const launcher = path.join(folder, 'electron/launch/launch.mjs');
  expect(assistantCommand(USUAL, deep)).toBeNull();
  writeFileSync(launcher, '');
  for (const from of [deep, folder])
    expect(assistantCommand(USUAL, from)).toEqual([process.execPath, launcher, 'almanac', 'mcp']);
});

test('a packaged app, where no folder has a launcher, has no command', () => {
  expect(assistantCommand('/data', newFolder())).toBeNull();
});

test('Electron is no Node: the one of npm is named, or whichever the assistant finds', () => {
  const versions = process.versions;
  onTestFinished(() => void Object.defineProperty(process, 'versions', { value: versions }));
  Object.defineProperty(process, 'versions', { value: { ...versions, electron: '40.0.0' } });
  vi.stubEnv('npm_node_execpath', '/of/npm/node');
  expect(assistantCommand(USUAL)).toEqual(['/of/npm/node', LAUNCHER, 'almanac', 'mcp']);
  vi.stubEnv('npm_node_execpath', undefined);
  expect(assistantCommand(USUAL)).toEqual(['node', LAUNCHER, 'almanac', 'mcp']);
});
