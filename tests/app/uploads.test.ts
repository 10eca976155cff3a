import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createUploads, type Uploads } from '../../service/app/exports.ts';
import { dataHandlers } from '../../service/app/open-app.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { FileToIngest } from '../../service/contract/ingest.ts';
import { said, scriptedPage } from './page-service.ts';

async function taken(uploads: Uploads, name: string): Promise<string> {
  const upload = await uploads.take(name, Readable.from([Buffer.from(name)]));
  if (upload === 'too-large') throw new Error(upload);
  return upload.upload;
}

function open(mostBytes?: number): Uploads {
  const uploads = createUploads(mostBytes);
  onTestFinished(() => uploads.close());
  return uploads;
}

test('eight copies are kept, and the oldest is removed when a ninth comes', async () => {
  const uploads = open();
  const all: string[] = [];
  for (let i = 0; i < 9; i++) all.push(await taken(uploads, `${i}.csv`));
  expect(all.map((upload) => uploads.borrow(upload)?.name)).toEqual([
    undefined,
    ...Array.from({ length: 8 }, (_, i) => `${i + 1}.csv`),
  ]);
});

test('a copy that is in use stays, however many come', async () => {
  const uploads = open();
  const first = await taken(uploads, 'first.csv');
  const working = uploads.borrow(first);
  const second = await taken(uploads, 'second.csv');
  for (let i = 0; i < 8; i++) await taken(uploads, `${i}.csv`);
  expect(existsSync(working?.path ?? '')).toBe(true);
  expect(uploads.borrow(second)).toBeUndefined();
  await working?.release();
  // It may be tried again, and is now the oldest that may go.
  expect(uploads.borrow(first)?.name).toBe('first.csv');
});

test('a copy that is discarded while two jobs use it is removed after the second', async () => {
  const uploads = open();
  const upload = await taken(uploads, 'debt.csv');
  const [one, two] = [uploads.borrow(upload), uploads.borrow(upload)];
  await uploads.discard(upload);
  expect(uploads.borrow(upload)).toBeUndefined();
  await one?.release();
  await one?.release();
  expect(existsSync(two?.path ?? '')).toBe(true);
  await two?.release();
  expect(existsSync(two?.path ?? '')).toBe(false);
});

test('a file that is too large is refused, and nothing of it stays', async () => {
  const uploads = open(10);
  const { upload } = dataHandlers({ uploads, work: {} as never, jobs: {} as never });
  const send = (name: string, text: string) =>
    upload(
      { name },
      { query: {}, signal: new AbortController().signal, bytes: Readable.from([Buffer.from(text)]) },
    );
  const taken = await send('fits.csv', 'x'.repeat(10));
  expect(taken).toEqual({ upload: expect.any(String), name: 'fits.csv', bytes: 10 });
  await expect(send('big.csv', 'x'.repeat(11))).rejects.toMatchObject({
    status: 413,
    body: { detail: "big.csv is larger than 512 MB, more than any publisher's file." },
  });
  const folder = path.dirname(uploads.borrow(taken.upload)?.path ?? '');
  expect(readdirSync(folder)).toEqual([taken.upload]);
  await uploads.close();
  expect(existsSync(folder)).toBe(false);
});

test('a file without a name is named, and one that breaks off leaves nothing', async () => {
  const { ask } = await scriptedPage();
  expect(await said(ask('/host/upload', { method: 'POST', body: 'x' }))).toEqual([
    ...[200, { upload: expect.any(String), name: 'file', bytes: 1 }],
  ]);
  const uploads = open();
  async function* broken() {
    yield Buffer.from('date,');
    throw new Error('gone');
  }
  const before = await taken(uploads, 'x');
  await expect(uploads.take('broken.csv', broken())).rejects.toThrow('gone');
  expect(readdirSync(path.dirname(uploads.borrow(before)?.path ?? ''))).toEqual([before]);
});

test('a back-up is restored by its name, or from a copy that goes with it, whether that works or not', async () => {
  let isBroken = false;
  const given: { backUp?: string; file?: FileToIngest }[] = [];
  const restored = { set_aside: 'before.sqlite', has_brought_work: true };
  const { upload, post } = await scriptedPage({
    work: {
      restore(from) {
        given.push(from);
        if ('file' in from) expect(existsSync(from.file.path)).toBe(true);
        if (isBroken) throw new Failure('invalid_file', 'This is no back-up.');
        return restored;
      },
    },
  });
  expect(await said(post('restore', { back_up: 'almanac-2026.sqlite' }))).toEqual([200, restored]);
  const taken = await upload('mine.sqlite', 'x');
  expect(await said(post('restore', { upload: taken }))).toEqual([200, restored]);
  expect(await said(post('restore', { upload: taken }))).toEqual([404, { detail: 'Not Found' }]);
  isBroken = true;
  const broken = await upload('other.sqlite', 'y');
  expect(await said(post('restore', { upload: broken }))).toEqual([422, { detail: 'This is no back-up.' }]);
  expect((await said(post('restore', { upload: broken })))[0]).toBe(404);
  expect(given.map(({ backUp, file }) => backUp ?? file?.name)).toEqual([
    ...['almanac-2026.sqlite', 'mine.sqlite', 'other.sqlite'],
  ]);
  expect(given.some(({ file }) => file && existsSync(file.path))).toBe(false);
});
