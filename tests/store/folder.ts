import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openReader,
  openWriter,
  type Publish,
  type Reader,
  type RunResult,
  type RunStart,
} from '../../service/store/index.ts';

/** A temporary data folder that `using` removes, with a reader that it closes. */
export function makeFolder(): { path: string; reader(): Reader } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'almanac-store-'));
  let reader: Reader | undefined;
  return {
    path,
    reader: () => (reader ??= openReader(path)),
    [Symbol.dispose]() {
      reader?.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** @returns the start of a file import. @param other fields that differ. */
export function runOf(dataset: string, other: Partial<RunStart> = {}): RunStart {
  return {
    kind: 'import',
    dataset,
    origin: 'file',
    source: 'long-csv',
    location: 'file.csv',
    sha256: '00',
    fetchedAt: '2026-01-01T00:00:00Z',
    ...other,
  };
}

/** Opens a writer, writes one publish, and closes it. */
export function publish(dataDir: string, run: RunStart, fill: (open: Publish) => void): RunResult {
  const writer = openWriter(dataDir);
  try {
    const open = writer.begin(run);
    fill(open);
    return open.commit();
  } finally {
    writer.close();
  }
}

export type TestRow = { code: string; area: string; day: number; value: string };

export function publishRows(dataDir: string, run: RunStart, rows: readonly TestRow[]): RunResult {
  return publish(dataDir, run, (open) => {
    for (const [index, { code, area, day, value }] of rows.entries()) {
      open.observation(open.series({ dataset: run.dataset, code, area }), day, value, index + 1);
    }
  });
}
