import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, isAllowable } from '../../contract/failure.ts';
import type { RefreshedSource } from '../../contract/ingest.ts';
import { DATASETS, type DatasetId, findDataset } from '../../datasets/index.ts';
import { SOURCES } from '../../datasets/sources/index.ts';
import type { JobContext } from '../../process/thread-calls.ts';
import type { SourceWays } from '../../sources/ways.ts';
import type { Truth } from '../../store/copy/index.ts';
import { createTurns } from './download.ts';
import { createHttpClient } from './http-client.ts';
import { openLedger } from './ledger.ts';
import { refreshSource, type SourceTools } from './refresh-source.ts';
import type { FetchClock, FetchSettings, RefreshEvent, RefreshOutcome, RefreshProgress } from './types.ts';

export type { FetchSettings, KeyFor, RefreshEvent, RefreshOutcome, RefreshProgress } from './types.ts';

export type RefreshOptions = {
  dataDir: string;
  now: () => Date;
  /** The team's database, if the folder has a team's copy. */
  truth?: Truth | undefined;
  /** All datasets if absent. They are refreshed in the catalogue's order. */
  datasets?: readonly string[] | undefined;
  settings?: FetchSettings;
  /** Tests pass their own, so that they do not wait. */
  clock?: Omit<FetchClock, 'now'>;
};

/** @returns whether the dataset can be fetched. */
export function isRefreshable(dataset: string): boolean {
  const known = findDataset(dataset);
  return known !== undefined && SOURCES[known.id].fetched.length > 0;
}

/**
 * Starts fetching datasets from their publishers, one file after the other, and stores what is new. A failure
 * does not stop the rest: it is in the `outcome` of its source.
 * @throws Failure 'wrong_usage' if the environment's proxy variables are wrong.
 */
export function startRefresh(options: RefreshOptions) {
  const { dataDir, truth, now, settings = {}, datasets = DATASETS.map(({ id }) => id) } = options;
  const id = randomUUID();
  const controller = new AbortController();
  let queue!: ReadableStreamDefaultController<RefreshEvent>;
  const events = new ReadableStream<RefreshEvent>({
    start(opened) {
      queue = opened;
    },
  });
  const clock: FetchClock = {
    now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    random: Math.random,
    ...options.clock,
  };
  const tools: SourceTools = {
    id,
    dataDir,
    truth,
    download: {
      client: createHttpClient(settings.limits),
      turns: createTurns(clock),
      clock,
      settings,
      signal: controller.signal,
    },
    ledger: openLedger(dataDir, now),
    emit: (event) => queue.enqueue(event),
  };
  const chosen = DATASETS.filter(({ id }) => datasets.includes(id)).flatMap(({ id: dataset }) =>
    SOURCES[dataset].fetched.map((source) => ({ dataset, source })),
  );
  refreshAll(chosen, tools)
    .finally(async () => {
      await tools.download.client.close();
      tools.ledger.close();
    })
    .then(
      () => queue.close(),
      (error: unknown) => queue.error(error),
    );
  return {
    id,
    /** The number of sources to fetch; each has an `outcome`. */
    sources: chosen.length,
    /** Ends after `done`; can be read once. @throws only for a bug. */
    // If the reader stops, the refresh can still emit its outcome.
    events: events.values({ preventCancel: true }),
    /** Stops as soon as possible; an unfinished import leaves no trace. `events` then ends with `done`. */
    cancel: (): void => controller.abort(),
  };
}

async function refreshAll(
  chosen: readonly { dataset: DatasetId; source: SourceWays }[],
  tools: SourceTools,
): Promise<void> {
  const outcomes: RefreshOutcome[] = [];
  for (const { dataset, source } of chosen) {
    const outcome: RefreshOutcome = tools.download.signal.aborted
      ? { dataset, source: source.ways[0].title, state: 'cancelled', runs: [] }
      : await refreshSource(dataset, source, tools);
    outcomes.push(outcome);
    tools.emit({ t: 'outcome', id: tools.id, ...outcome });
  }
  tools.emit({ t: 'done', id: tools.id, outcomes });
}

export type RefreshDatasetOptions = Omit<RefreshOptions, 'datasets'> & Partial<JobContext<RefreshProgress>>;

/** Refreshes one dataset like `startRefresh`, but yields only results and throws the failures at the end. */
export async function* refreshDataset(
  dataset: string,
  { signal, onProgress, ...options }: RefreshDatasetOptions,
): AsyncGenerator<RefreshedSource, void> {
  const refresh = startRefresh({ ...options, datasets: [dataset] });
  const stop = () => refresh.cancel();
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  const failures: Failure[] = [];
  try {
    for await (const event of refresh.events) {
      if (event.t === 'progress') onProgress?.(event);
      else if (event.t === 'stored') yield { source: event.source, runs: event.runs, notes: event.notes };
      else if (event.t === 'unchanged') {
        yield { source: event.source, runs: [], notes: ['The publisher has nothing newer.'] };
      } else if (event.t === 'note') yield { source: event.source, runs: [], notes: [event.text] };
      else if (event.t === 'outcome' && event.refused) {
        failures.push(new Failure(event.refused.code, event.refused.message));
      } else if (event.t === 'outcome' && event.state === 'cancelled') {
        failures.push(new Failure('cancelled', `${event.source}: stopped before it was fetched.`));
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    // The caller may have stopped reading.
    refresh.cancel();
  }
  const [first] = failures;
  if (!first) return;
  throw failures.length === 1
    ? first
    : new Failure(
        // A failure that a person can allow comes first.
        (failures.find(({ code }) => isAllowable(code)) ?? first).code,
        joined(failures.map(({ message }) => message)),
      );
}

/** @returns one text on several sources. A reason that all share, such as no network, is given once. */
function joined(messages: readonly string[]): string {
  const parts = messages.map((message) => message.split(/: (.*)/s));
  const [[, reason = ''] = []] = parts;
  return reason !== '' && parts.every(([, other]) => other === reason)
    ? `${parts.map(([source]) => source).join(', ')}: ${reason}`
    : messages.join(' ');
}
