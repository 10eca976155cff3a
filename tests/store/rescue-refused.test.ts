import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rescue } from '../../service/store/index.ts';
import { damaged, fill, NOW, PAGE, quiet, rowsIn, rowsOf } from './damaged.ts';
import { makeFolder, publishRows, runOf } from './folder.ts';

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a text file', Buffer.from('date,series,value\n2026-01-01,a,1\n'.repeat(3000))],
  ['zeros', Buffer.alloc(5 * PAGE)],
  ['noise', Buffer.alloc(9 * PAGE + 77, 'almanac \x0a\x0d\x02 noise')],
])('%s holds nothing, which is said, and nothing is changed', async (_, bytes) => {
  using folder = makeFolder();
  publishRows(folder.path, runOf('yields'), rowsOf('US2Y', '', String));
  const file = join(folder.path, 'data.sqlite');
  const before = rowsIn(file);
  const path = join(folder.path, 'other.sqlite');
  writeFileSync(path, bytes);
  await expect(rescue(folder.path, path, NOW, quiet)).rejects.toMatchObject({
    code: 'invalid_file',
    message: expect.stringMatching(
      /Nothing of Almanac's data could be read in other\.sqlite.*Nothing was changed/,
    ),
  });
  expect(rowsIn(file)).toEqual(before);
});

test('a rescue from the file in use is refused, and from a missing file', async () => {
  using folder = makeFolder();
  fill(folder.path);
  const file = join(folder.path, 'data.sqlite');
  await expect(rescue(folder.path, file, NOW, quiet)).rejects.toMatchObject({ code: 'invalid_file' });
  await expect(rescue(folder.path, `${file}.gone`, NOW, quiet)).rejects.toMatchObject({
    code: 'invalid_file',
  });
});

test('a rescue that is cancelled stores nothing', async () => {
  using folder = makeFolder();
  const { path } = damaged(folder.path, (bytes) => Buffer.concat([bytes, Buffer.alloc(300 * PAGE)]));
  const cancelling = new AbortController();
  const work = rescue(folder.path, path, NOW, {
    signal: cancelling.signal,
    onProgress: () => cancelling.abort(),
  });
  await expect(work).rejects.toMatchObject({ code: 'cancelled' });
  expect(rowsIn(join(folder.path, 'data.sqlite'))).toEqual([]);
});
