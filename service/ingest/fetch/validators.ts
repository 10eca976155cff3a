import type { Truth } from '../../store/copy/index.ts';
import type { FetchNote } from '../../store/index.ts';
import { openReader } from '../../store/index.ts';
import { openIngestWriter } from '../ingest-writer.ts';

/** A server's names for one version of a file (RFC 9110, 8.8). */
export type Validators = {
  etag?: string | undefined;
  lastModified?: string | undefined;
};

/** How many of the newest runs are looked at: more than a first refresh of all datasets makes. */
const RUNS = 1000;

/**
 * @returns the validators of the file that was last imported from this address, or `undefined` where there are none. They are only
 *   used while nothing else has come into the dataset since, from a person or FRED: a 304 then means exactly what is held.
 */
export function findValidators(dataDir: string, dataset: string, url: string): Validators | undefined {
  const reader = openReader(dataDir);
  try {
    const note = reader.lastFetch(url);
    if (!note?.fetchedAt || note.dataset !== dataset) return undefined;
    const { fetchedAt } = note;
    const runs = reader.runs(RUNS);
    const since = runs.filter((run) => run.fetchedAt >= fetchedAt);
    const isSeen = since.length < runs.length || runs.length < RUNS;
    // FRED stands in for the publisher and may have replaced the publisher's values.
    const isOwn = since.every(
      (run) =>
        run.dataset !== dataset || (run.kind === 'refresh' && isOfFred(run.location) === isOfFred(url)),
    );
    if (!isSeen || !isOwn) return undefined;
    return { etag: note.etag ?? undefined, lastModified: note.lastModified ?? undefined };
  } finally {
    reader.close();
  }
}

function isOfFred(url: string): boolean {
  return url.startsWith('https://fred.stlouisfed.org/');
}

/** What became of a fetch, for the store. */
type FetchResult = Pick<FetchNote, 'url' | 'dataset' | 'source' | 'outcome'> & {
  message?: string;
  validators?: Validators | undefined;
};

/**
 * Notes that an address was fetched. Call it after the import of its file: only then does the store hold the version that the
 * validators name.
 */
export async function noteFetchResult(
  dataDir: string,
  truth: Truth | undefined,
  now: Date,
  result: FetchResult,
): Promise<void> {
  const { url, dataset, source, outcome, message = '', validators } = result;
  const writer = openIngestWriter(dataDir, truth);
  try {
    await writer.noteFetch({
      url,
      dataset,
      source,
      checkedAt: now.toISOString(),
      outcome,
      message,
      fetchedAt: now.toISOString(),
      etag: validators?.etag ?? null,
      lastModified: validators?.lastModified ?? null,
    });
  } finally {
    writer.close();
  }
}
