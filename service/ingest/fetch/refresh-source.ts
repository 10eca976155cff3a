import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dateText } from '../../calendar/dates.ts';
import { Failure, isAllowable } from '../../contract/failure.ts';
import type { DatasetId } from '../../datasets/index.ts';
import {
  type Delivery,
  type FetchSession,
  type FetchWay,
  KEYED_PUBLISHERS,
  PublisherFailure,
  type SourceWays,
} from '../../sources/ways.ts';
import type { Truth } from '../../store/copy/index.ts';
import { type FetchNote, openReader, type Reader, type RunResult } from '../../store/index.ts';
import { importFiles } from '../import-files.ts';
import { type IngestWriter, openIngestWriter } from '../ingest-writer.ts';
import { makeWorkFolder, removeWorkFolder } from '../work-folders.ts';
import { type DownloadTools, download } from './download.ts';
import { type RequestLedger, recordedClient } from './ledger.ts';
import type { RefreshEvent, RefreshOutcome, Validators } from './types.ts';

export type SourceTools = {
  id: string;
  dataDir: string;
  truth?: Truth | undefined;
  download: Omit<DownloadTools, 'onProgress'>;
  ledger: RequestLedger;
  emit(event: RefreshEvent): void;
};

/** Fetches and imports a source by the first way that works. @returns the outcome, which may be a Failure. */
export async function refreshSource(
  dataset: DatasetId,
  source: SourceWays,
  tools: SourceTools,
): Promise<RefreshOutcome> {
  const { allowFred = false } = tools.download.settings;
  let ways = source.ways.filter(({ isFred }) => !isFred || allowFred);
  const failures: Failure[] = [];
  const runs: RunResult[] = [];
  for (let way = ways.shift(); way; way = ways.shift()) {
    try {
      await takeWay(way, dataset, tools, runs);
      const { completedBy } = source;
      if (completedBy && allowFred && !way.isFred) await complete(completedBy, dataset, tools, runs);
      return { dataset, source: way.title, state: runs.length > 0 ? 'stored' : 'unchanged', runs };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
      const outcome = { dataset, source: source.ways[0].title, runs };
      if (error.code === 'cancelled') {
        const message = await masked(error.message, tools);
        return { ...outcome, state: 'cancelled', refused: { code: error.code, message } };
      }
      if (error instanceof PublisherFailure && error.isUnreached) ways = ways.filter(usesOtherHosts(way));
      const [next] = ways;
      // With a full disk no other way would work either.
      if (!next || error.code === 'folder_unusable') {
        const { code, message } = failureOfWays(failures, runs);
        return { ...outcome, state: 'failed', refused: { code, message: await masked(message, tools) } };
      }
      const text = await masked(`${reasonOf(error)} Trying ${next.title}.`, tools);
      tools.emit({ t: 'note', id: tools.id, dataset, source: way.title, text });
    }
  }
  throw new Error(`${dataset} has no way to be fetched`);
}

/** @returns whether a way uses none of the hosts of a way that nobody answered. */
const usesOtherHosts = (unreached: FetchWay) => (way: FetchWay) =>
  way.hosts.every((host) => !unreached.hosts.includes(host));

/** Adds newer data to the publisher's own. If that fails, it only emits a note. */
async function complete(
  way: FetchWay,
  dataset: string,
  tools: SourceTools,
  runs: RunResult[],
): Promise<void> {
  try {
    await takeWay(way, dataset, tools, runs);
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'cancelled') throw error;
    const text = await masked(error.message, tools);
    tools.emit({ t: 'note', id: tools.id, dataset, source: way.title, text });
  }
}

/** @param runs gets the stored runs, which stay even if a later file of the way cannot be fetched. */
async function takeWay(way: FetchWay, dataset: string, tools: SourceTools, runs: RunResult[]): Promise<void> {
  const { id, dataDir, emit } = tools;
  const folder = makeWorkFolder(dataDir);
  const fetched: FetchedFile[] = [];
  try {
    for await (const delivery of way.fetch(sessionFor(way, dataset, folder, fetched, tools))) {
      if (delivery.path === undefined) {
        const { source, location: url } = delivery;
        await noteFetch(tools, { url, dataset, source, outcome: 'unchanged' });
        emit({ t: 'unchanged', id, dataset, source });
        continue;
      }
      const stored = await store(delivery, delivery.path, dataset, tools);
      runs.push(...stored);
      const whole = delivery.wholeBlocks?.(stored) ?? [];
      // Whole blocks need not be fetched again.
      if (whole.length > 0) await writing(tools, (writer) => writer.noteWholeBlocks(dataset, whole));
      for (const file of fetched.splice(0)) {
        await noteFetch(tools, { ...file, dataset, outcome: 'stored' });
      }
    }
  } finally {
    removeWorkFolder(dataDir, folder);
  }
}

/** A file that the next refresh can request with a condition; noted once it is imported. */
type FetchedFile = { url: string; source: string; validators: Validators };

/** @param fetched gets the files that `get` has fetched. */
function sessionFor(
  way: FetchWay,
  dataset: string,
  folder: string,
  fetched: FetchedFile[],
  tools: SourceTools,
): FetchSession {
  const {
    dataDir,
    download: { clock, settings },
  } = tools;
  return {
    now: () => clock.now(),
    hasKey: async (publisher) => (await settings.keyFor?.(publisher)) !== undefined,
    held: (code, area = '') => reading(dataDir, (reader) => heldFromPublisher(reader, dataset, code, area)),
    whole: () => reading(dataDir, (reader) => reader.wholeBlocks(dataset)),
    async get(publication) {
      const { url, source, isPart = false, form, json } = publication;
      const { host } = new URL(url);
      if (!way.hosts.includes(host))
        throw new Error(`${dataset}: ${host} is not among the hosts of its way.`);
      const isConditional = !isPart && !form && !json;
      const known = isConditional
        ? reading(dataDir, (reader) => findValidators(reader, dataset, url))
        : undefined;
      const got = await download(publication, folder, known, downloadTools(dataset, source, tools));
      if (isConditional && !got.isUnchanged) fetched.push({ url, source, validators: got.validators });
      return got;
    },
    async write(fileName, text) {
      const file = path.join(folder, fileName);
      await writeFile(file, text);
      return file;
    },
  };
}

function downloadTools(dataset: string, source: string, tools: SourceTools): DownloadTools {
  return {
    ...tools.download,
    client: recordedClient(tools.download.client, tools.ledger, {
      purpose: `Refresh of ${dataset}: ${source}`,
      dataset,
      now: tools.download.clock.now,
      secrets: () => secretsOf(tools),
    }),
    onProgress({ bytes, totalBytes, waitMs }) {
      const phase = waitMs === undefined ? 'fetching' : 'waiting';
      tools.emit({ t: 'progress', id: tools.id, dataset, source, phase, bytes, totalBytes, rows: 0 });
    },
  };
}

function heldFromPublisher(reader: Reader, dataset: string, code: string | undefined, area: string) {
  const holding = reader.holdings().find((each) => each.dataset === dataset);
  if (holding?.origin !== 'publisher') return undefined;
  const held =
    code === undefined
      ? holding
      : holding.series.find((series) => series.code === code && series.area === area);
  return held && held.first !== null && held.last !== null
    ? { first: held.first, last: held.last }
    : undefined;
}

function reading<Result>(dataDir: string, read: (reader: Reader) => Result): Result {
  const reader = openReader(dataDir);
  try {
    return read(reader);
  } finally {
    reader.close();
  }
}

async function writing(
  { dataDir, truth }: SourceTools,
  write: (writer: IngestWriter) => unknown,
): Promise<void> {
  const writer = openIngestWriter(dataDir, truth);
  try {
    await write(writer);
  } finally {
    writer.close();
  }
}

async function store(
  { source, location }: Delivery,
  file: string,
  dataset: string,
  tools: SourceTools,
): Promise<readonly RunResult[]> {
  const { id, dataDir, truth, download, emit } = tools;
  const { allowShrink, allowJumps, allowFred } = download.settings;
  const imported = await importFiles({
    dataDir,
    truth,
    files: [{ path: file, name: source }],
    now: download.clock.now,
    signal: download.signal,
    allowShrink,
    allowJumps,
    isCompleted: allowFred,
    provenance: { kind: 'refresh', origin: 'publisher', location },
    onProgress({ phase: step, bytes, totalBytes, rows }) {
      const phase = step === 'publish' ? 'storing' : 'reading';
      emit({ t: 'progress', id, dataset, source, phase, bytes, totalBytes, rows });
    },
  });
  const runs = imported.flatMap((each) => each.runs);
  const notes = await Promise.all(imported.flatMap((each) => each.notes).map((note) => masked(note, tools)));
  emit({ t: 'stored', id, dataset, source, runs, notes });
  return runs;
}

/** Hides keys: a publisher may repeat one in its answer, and it must not be in a message. */
async function masked(text: string, tools: SourceTools): Promise<string> {
  return (await secretsOf(tools)).reduce((clean, key) => clean.replaceAll(key, '…'), text);
}

async function secretsOf({ download }: SourceTools): Promise<string[]> {
  const keys = await Promise.all(KEYED_PUBLISHERS.map((publisher) => download.settings.keyFor?.(publisher)));
  return keys.filter((key) => key !== undefined && key !== '') as string[];
}

/** @returns why a way did not work, without advice. */
function reasonOf(failure: Failure): string {
  return failure instanceof PublisherFailure ? `${failure.reason}.` : failure.message;
}

/** Explains why no way worked: each reason once, then what was stored before, then what to do. */
function failureOfWays(failures: readonly Failure[], runs: readonly RunResult[]): Failure {
  // The most useful failure is one that a person can allow.
  const allowable = failures.find(({ code }) => isAllowable(code));
  const code = (allowable ?? failures.at(-1))?.code ?? 'publisher_unreachable';
  const advised = failures.findLast((failure) => failure instanceof PublisherFailure);
  const reasons = [...new Set(failures.map(reasonOf))];
  const days = runs.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last]));
  const range = days.length > 0 ? `${dateText(Math.min(...days))} to ${dateText(Math.max(...days))}` : '';
  const stored = range === '' ? '' : `What came before, ${range}, is stored`;
  const end = advised
    ? [`${stored === '' ? 'Nothing was changed' : stored}; ${advised.advice}`]
    : stored === ''
      ? []
      : [`${stored}.`];
  return new Failure(code, [...reasons, ...end].join(' '));
}

/** How many of the newest runs to look at: more than a first refresh of all datasets makes. */
const RUNS = 1000;

/**
 * @returns the validators of the file last imported from this address, if there are any. They count only
 * while no other data came into the dataset, from a person or FRED: a 304 then means exactly what is stored.
 */
function findValidators(reader: Reader, dataset: string, url: string): Validators | undefined {
  const note = reader.lastFetch(url);
  if (!note?.fetchedAt || note.dataset !== dataset) return undefined;
  const { fetchedAt } = note;
  const runs = reader.runs(RUNS);
  const since = runs.filter((run) => run.fetchedAt >= fetchedAt);
  const isSeen = since.length < runs.length || runs.length < RUNS;
  // FRED stands in for the publisher and may have replaced the publisher's values.
  const isOfFred = (address: string) => address.startsWith('https://fred.stlouisfed.org/');
  const isOwn = since.every(
    (run) => run.dataset !== dataset || (run.kind === 'refresh' && isOfFred(run.location) === isOfFred(url)),
  );
  if (!isSeen || !isOwn) return undefined;
  return { etag: note.etag ?? undefined, lastModified: note.lastModified ?? undefined };
}

/** Call it after the import: only then does the store hold the version that the validators name. */
async function noteFetch(
  tools: SourceTools,
  result: {
    url: string;
    dataset: string;
    source: string;
    outcome: FetchNote['outcome'];
    validators?: Validators;
  },
): Promise<void> {
  const { url, dataset, source, outcome, validators } = result;
  const at = tools.download.clock.now().toISOString();
  const { etag = null, lastModified = null } = validators ?? {};
  await writing(tools, (writer) =>
    writer.noteFetch({
      url,
      dataset,
      source,
      checkedAt: at,
      outcome,
      message: '',
      fetchedAt: at,
      etag,
      lastModified,
    }),
  );
}
