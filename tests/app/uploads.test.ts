import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createUploads, type Uploads } from '../../electron/data-work/index.ts';

async function taken(uploads: Uploads, name: string): Promise<string> {
  const upload = await uploads.take(name, new Response(name).body);
  if (upload === 'too-large') throw new Error(upload);
  return upload.upload;
}

function open(): Uploads {
  const uploads = createUploads();
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
