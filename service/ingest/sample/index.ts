import { setImmediate } from 'node:timers/promises';
import { newestReleased } from '../../calendar/releases.ts';
import { DATASETS, type Dataset } from '../../datasets/index.ts';
import { observedDays } from '../../datasets/sample/observed-days.ts';
import type { SampleDays } from '../../datasets/sample/types.ts';
import { SOURCES } from '../../datasets/sources/index.ts';
import type { ObservationsDefinition } from '../../datasets/types.ts';
import {
  openReader,
  openWriter,
  type Publish,
  type PublishedRun,
  type Reader,
  type RunResult,
  type RunStart,
  type Writer,
} from '../../store/index.ts';

/**
 * Fills a folder with sample data up to the newest date that can have been released at `now`, one transaction for each dataset. The
 * same `now` gives the same bytes on every machine; a later `now` only adds rows. Datasets that have a sample keep it, so a
 * first start that was interrupted is completed. Where any dataset has other data nothing is made.
 * @returns the runs, one for each dataset that was made.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version', 'folder_in_use'.
 */
export async function makeSample({
  dataDir,
  now,
}: {
  dataDir: string;
  now: () => Date;
}): Promise<RunResult[]> {
  const writer = openWriter(dataDir);
  try {
    const reader = openReader(dataDir);
    try {
      return await fill(writer, reader, now());
    } finally {
      reader.close();
    }
  } finally {
    writer.close();
  }
}

async function fill(writer: Writer, reader: Reader, now: Date): Promise<RunResult[]> {
  const runs: RunResult[] = [];
  if (reader.holdings().some(({ origin }) => origin !== 'sample')) return runs;
  for (const dataset of DATASETS) {
    if (reader.origin(dataset.id) !== undefined) continue;
    const publish = begin(writer, reader, dataset.id, now);
    if (!publish) continue;
    try {
      writeSample(publish, dataset, now.getTime());
      runs.push(publish.commit());
    } finally {
      publish.abandon();
    }
    // So that a service that is already listening can answer in between.
    await setImmediate();
  }
  return runs;
}

/** @returns `undefined` where another process published data of this dataset just now. */
function begin(writer: Writer, reader: Reader, dataset: string, now: Date): Publish | undefined {
  try {
    return writer.begin(sampleStart(dataset, now.toISOString()));
  } catch (error) {
    if (reader.origin(dataset) !== undefined) return undefined;
    throw error;
  }
}

/** @param fetchedAt when it is made, ISO 8601. @returns the beginning of a run that makes the sample of a dataset. */
export function sampleStart(dataset: string, fetchedAt: string): RunStart {
  return {
    kind: 'sample',
    dataset,
    origin: 'sample',
    source: 'almanac-sample',
    location: '',
    sha256: '',
    fetchedAt,
  };
}

/** Writes the sample of a dataset as it is made at `now`, in milliseconds since 1970-01-01 UTC. */
export function writeSample(publish: PublishedRun, dataset: Dataset, now: number): void {
  const source = SOURCES[dataset.id];
  if (dataset.kind === 'list' || source.kind === 'list') {
    if (source.kind !== 'list') throw new Error(`The source of ${dataset.id} makes no list`);
    const { code, rows } = source.sample();
    publish.constituents(code, newestReleased(dataset, code, now), rows);
    return;
  }
  for (const { code, area = '', days, values } of source.sample(daysFor(dataset, now, source.sampleFrom))) {
    if (days.length === 0) continue; // a clock before the series began
    const series = publish.series({ dataset: dataset.id, code, area });
    for (const [i, value] of values.entries()) publish.observation(series, days[i] ?? 0, value, i + 1);
  }
}

/** @returns the days of a series, calculated once for each. */
function daysFor(dataset: ObservationsDefinition, now: number, from: string | undefined): SampleDays {
  const known = new Map<string, readonly number[]>();
  return (code, of) => {
    const key = `${of?.id}/${code}`;
    const days = known.get(key) ?? observedDays(of ?? dataset, code, now, of ? undefined : from);
    known.set(key, days);
    return days;
  };
}
