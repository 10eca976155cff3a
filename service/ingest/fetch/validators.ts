import { openReader, openWriter } from '../../store/index.ts';
import type { FetchNote } from '../../store/types.ts';

/** What a server calls one state of a file (RFC 9110, 8.8), when it sent it, and the hash of what it sent. */
export type Validators = {
  etag?: string | undefined;
  lastModified?: string | undefined;
  httpDate?: string | undefined;
  sha256: string;
};

/** Runs that are looked back upon: more than the first refresh of all makes. */
const RUNS = 1000;

/**
 * @returns what the server called the file of this address that is held, or `undefined` where there is none. It counts only
 *   while neither a person nor FRED brought anything else into the dataset since: a 304 then stands for just what is held.
 */
export function findValidators(
  dataDir: string,
  dataset: string,
  url: string,
): Partial<Validators> | undefined {
  const reader = openReader(dataDir);
  try {
    const note = reader.lastFetch(url);
    if (!note?.fetchedAt || note.dataset !== dataset) return undefined;
    const { fetchedAt } = note;
    const runs = reader.runs(RUNS);
    const since = runs.filter((run) => run.fetchedAt >= fetchedAt);
    const isSeen = since.length < runs.length || runs.length < RUNS;
    // FRED stands in for the publisher, and may have written over what the publisher said.
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

/** What became of a request, for the store. */
export type Asked = Pick<FetchNote, 'url' | 'dataset' | 'source' | 'outcome'> & {
  message?: string;
  validators?: Validators | undefined;
};

/**
 * Notes that an address was asked. To be called after the import of what it gave: only then the store holds what the
 * validators stand for.
 */
export function noteAsked(dataDir: string, now: Date, asked: Asked): void {
  const { url, dataset, source, outcome, message = '', validators } = asked;
  const writer = openWriter(dataDir);
  try {
    writer.noteFetch({
      url,
      dataset,
      source,
      checkedAt: now.toISOString(),
      outcome,
      message,
      fetchedAt: now.toISOString(),
      etag: validators?.etag ?? null,
      lastModified: validators?.lastModified ?? null,
      httpDate: validators?.httpDate ?? null,
      sha256: validators?.sha256 ?? null,
    });
  } finally {
    writer.close();
  }
}
