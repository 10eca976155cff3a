import { setImmediate } from 'node:timers/promises';
import { observedOnOrBefore } from '../../calendar/business-days.ts';
import { dayNumber } from '../../calendar/dates.ts';
import { newestReleased } from '../../calendar/releases.ts';
import { DATASETS, type Dataset } from '../../datasets/index.ts';
import { SOURCES } from '../../datasets/sources/index.ts';
import type { ObservationsDefinition } from '../../datasets/types.ts';
import {
  openReader,
  openWriter,
  type PublishedRun,
  type RunResult,
  type RunStart,
} from '../../store/index.ts';

/**
 * Fills a folder with sample data up to the newest date that can be released at `now`, one transaction per
 * dataset. The same `now` gives the same bytes on every machine; a later `now` only adds rows. Existing
 * samples stay, so an interrupted first start is completed. If any dataset has other data, nothing is made.
 * @returns the runs, one for each dataset that was made.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version', 'folder_in_use'.
 */
export async function makeSample({
  dataDir,
  now: clock,
}: {
  dataDir: string;
  now: () => Date;
}): Promise<RunResult[]> {
  const writer = openWriter(dataDir);
  const runs: RunResult[] = [];
  try {
    const reader = openReader(dataDir);
    const now = clock();
    try {
      if (reader.holdings().some(({ origin }) => origin !== 'sample')) return runs;
      for (const dataset of DATASETS) {
        if (reader.origin(dataset.id) !== undefined) continue;
        try {
          const publish = writer.begin(sampleStart(dataset.id, now.toISOString()));
          try {
            writeSample(publish, dataset, now.getTime());
            runs.push(publish.commit());
          } finally {
            publish.abandon();
          }
        } catch (error) {
          // Another process may have just published data of this dataset.
          if (reader.origin(dataset.id) === undefined) throw error;
        }
        // Lets a service that is already listening answer in between.
        await setImmediate();
      }
      return runs;
    } finally {
      reader.close();
    }
  } finally {
    writer.close();
  }
}

/** @returns the start of a run that makes a dataset's sample. @param fetchedAt when it is made, ISO 8601. */
export function sampleStart(dataset: string, fetchedAt: string): RunStart {
  const [source, location, sha256] = ['almanac-sample', '', ''];
  return { kind: 'sample', dataset, origin: 'sample', source, location, sha256, fetchedAt };
}

/** Writes a dataset's sample as of `now`, in milliseconds since 1970-01-01 UTC. */
export function writeSample(publish: PublishedRun, dataset: Dataset, now: number): void {
  const source = SOURCES[dataset.id];
  if (dataset.kind === 'list' || source.kind === 'list') {
    if (source.kind !== 'list') throw new Error(`The source of ${dataset.id} makes no list`);
    const { code, rows } = source.sample();
    publish.constituents(code, newestReleased(dataset, code, now), rows);
    return;
  }
  const own: ObservationsDefinition = dataset;
  const known = new Map<string, readonly number[]>();
  const daysOf = (code: string, definition = own): readonly number[] => {
    const key = `${definition.id}/${code}`;
    const days =
      known.get(key) ??
      observedDays(definition, code, now, definition === own ? source.sampleFrom : undefined);
    known.set(key, days);
    return days;
  };
  for (const { code, area = '', days, values } of source.sample(daysOf)) {
    if (days.length === 0) continue; // a clock before the series began
    const series = publish.series({ dataset: dataset.id, code, area });
    for (const [i, value] of values.entries()) publish.observation(series, days[i] ?? 0, value, i + 1);
  }
}

/** @returns a series' days, from its start or `notBefore` to the newest out at `now` (ms since 1970 UTC). */
export function observedDays(
  dataset: ObservationsDefinition,
  code: string,
  now: number,
  notBefore = '0001-01-01',
): number[] {
  const series = dataset.series.find((one) => one.code === code);
  if (!series) throw new Error(`${dataset.id}/${code} is not in the catalogue`);
  const starts = [series.historyFrom ?? dataset.historyFrom, notBefore].map((date) => dayNumber(date) ?? 0);
  const [from, kind] = [Math.max(...starts), dataset.observedOn];
  const days: number[] = [];
  let day = observedOnOrBefore(kind, newestReleased(dataset, code, now));
  for (; day >= from; day = observedOnOrBefore(kind, day - 1)) days.push(day);
  return days.reverse();
}
