import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DATA_FILE } from '../../service/contract/names.ts';
import { makeSample } from '../../service/ingest/sample/index.ts';

/** A folder with only sample data, made once per test process that needs it, and removed at its end. */
let made: Promise<string> | undefined;

/**
 * Puts sample data into a new folder, like the first start of an app, half of whose processor time goes into
 * making them.
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
