import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

test('the archive of an H.4.1 of 130 MB is read with a heap of 48 MB', {
  timeout: 180_000,
  tags: 'soak',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-large-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'FRB_h41_xml.zip');
  const written = await run(process.execPath, [program('./write-large-h41.ts'), path, '130']);
  const { bytes } = JSON.parse(written.stdout);
  expect(bytes).toBeGreaterThan(130 << 20);
  const packed = statSync(path).size;
  const { stdout, stderr } = await run(process.execPath, [
    '--max-old-space-size=48',
    program('./read-large-file.ts'),
    path,
  ]);
  expect(stderr).toBe('');
  const { megabytesMore, steps, ...read } = JSON.parse(stdout);
  expect(read).toMatchObject({ format: 'fed-h41-xml-zip', observations: 14 * 1240 });
  // The importer may stop after each step of at most 16 KiB.
  expect(steps).toBeGreaterThanOrEqual(Math.floor(packed / (16 << 10)));
  // The archive, a heap of 48 MB and garbage: far less than the size of the XML.
  expect(megabytesMore).toBeLessThan(packed / 2 ** 20 + 110);
});
