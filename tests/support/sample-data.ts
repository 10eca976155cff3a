import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DATA_FILE } from '../../service/contract/names.ts';
import { makeSample } from '../../service/ingest/sample/index.ts';

/** A folder with sample data alone, made once for each process of tests that asks for it, and removed when that ends. */
let made: Promise<string> | undefined;

/**
 * Puts sample data into a new folder, as the first start of an app would: making them is more than half of the processor time
 * of such a start.
 */
export async function copySample(dataDir: string): Promise<void> {
  made ??= makeOnce();
  await copyFile(path.join(await made, DATA_FILE), path.join(dataDir, DATA_FILE));
}

async function makeOnce(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-sample-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await makeSample({ dataDir: folder, now: () => new Date() });
  return folder;
}
