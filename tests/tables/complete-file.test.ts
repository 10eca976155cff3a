import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import { writeCompleteFile } from '../../service/tables/complete-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-complete-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe('a complete file', () => {
  test('holds all chunks, is the only file in its folder, and has the reported hash', async () => {
    const written = await writeCompleteFile(path.join(folder, 'a.csv'), chunks('one\n', 'two\n'));
    expect(readdirSync(folder)).toEqual(['a.csv']);
    expect(readFileSync(path.join(folder, 'a.csv'), 'utf8')).toBe('one\ntwo\n');
    expect(written).toEqual({ bytes: 8, sha256: createHash('sha256').update('one\ntwo\n').digest('hex') });
  });

  test('replaces the old file only when the last chunk is written', async () => {
    const target = path.join(folder, 'a.csv');
    writeFileSync(target, 'old');
    async function* watched() {
      yield Buffer.from('new ');
      expect(readFileSync(target, 'utf8')).toBe('old');
      yield Buffer.from('text');
    }
    await writeCompleteFile(target, watched());
    expect(readFileSync(target, 'utf8')).toBe('new text');
  });

  test('leaves nothing when its source fails', async () => {
    const target = path.join(folder, 'a.csv');
    writeFileSync(target, 'old');
    async function* failing() {
      yield Buffer.from('new');
      throw new Error('broken source');
    }
    await expect(writeCompleteFile(target, failing())).rejects.toThrow('broken source');
    expect(readdirSync(folder)).toEqual(['a.csv']);
    expect(readFileSync(target, 'utf8')).toBe('old');
  });

  test('leaves nothing when it is cancelled, even after the last chunk', async () => {
    const controller = new AbortController();
    async function* cancelled() {
      yield Buffer.from('all of it');
      controller.abort();
    }
    const failure = await failureOf(
      writeCompleteFile(path.join(folder, 'a.csv'), cancelled(), controller.signal),
    );
    expect(failure.code).toBe('cancelled');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('removes the file that a killed export left, but not the file of a running one', async () => {
    writeFileSync(path.join(folder, '.a.csv.999999999-0123456789ab.draft'), 'left behind');
    const others = [
      `.a.csv.${process.ppid}-0123456789ab.draft`,
      '.a.csv.notes.draft',
      'a.csv.999999999-0123456789ab.draft.txt',
    ];
    for (const name of others) writeFileSync(path.join(folder, name), 'under way, or of others');
    await writeCompleteFile(path.join(folder, 'a.csv'), chunks('x'));
    expect(readdirSync(folder).sort()).toEqual([...others, 'a.csv'].sort());
  });

  test('is written under a random name, so that nobody can have put a link there', async () => {
    const names = new Set<string>();
    async function* watched() {
      yield Buffer.from('x');
      for (const name of readdirSync(folder)) if (name !== 'a.csv') names.add(name);
    }
    for (let count = 0; count < 5; count += 1) await writeCompleteFile(path.join(folder, 'a.csv'), watched());
    expect(names.size).toBe(5);
    for (const name of names)
      expect(name).toMatch(new RegExp(`^\\.a\\.csv\\.${process.pid}-[0-9a-f]{12}\\.draft$`));
  });

  test('replaces the target of a link and keeps the link', async () => {
    mkdirSync(path.join(folder, 'elsewhere'));
    writeFileSync(path.join(folder, 'elsewhere', 'real.csv'), 'old');
    symlinkSync(path.join(folder, 'elsewhere', 'real.csv'), path.join(folder, 'link.csv'));
    await writeCompleteFile(path.join(folder, 'link.csv'), chunks('new'));
    expect(lstatSync(path.join(folder, 'link.csv')).isSymbolicLink()).toBe(true);
    expect(readFileSync(path.join(folder, 'elsewhere', 'real.csv'), 'utf8')).toBe('new');
  });

  test('fails if the folder is missing, or the target is not a file', async () => {
    const missing = await failureOf(writeCompleteFile(path.join(folder, 'no', 'a.csv'), chunks('x')));
    expect(missing.message).toBe(
      `${path.join(folder, 'no', 'a.csv')} cannot be written: its folder does not exist: make the folder first.`,
    );
    const aFolder = await failureOf(writeCompleteFile(folder, chunks('x')));
    expect(aFolder.message).toContain('is not a file that can be replaced');
  });

  test('fails if writing is not allowed', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may write everywhere');
    skip(process.platform === 'win32', 'Windows has no such modes');
    chmodSync(folder, 0o500);
    const failure = await failureOf(writeCompleteFile(path.join(folder, 'a.csv'), chunks('x')));
    expect(failure.message).toContain('writing there is not allowed');
    chmodSync(folder, 0o700);
  });
});
