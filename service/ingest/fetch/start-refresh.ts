import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATASETS, type DatasetId, findDataset } from '../../datasets/index.ts';
import { SOURCES } from '../../datasets/sources/index.ts';
import type { Source } from '../../sources/ways.ts';
import type { Truth } from '../../store/copy/types.ts';
import { createEventStream } from './event-stream.ts';
import { createHttpClient } from './http-client.ts';
import { openLedger } from './ledger.ts';
import { refreshSource, type SourceTools } from './refresh-source.ts';
import { createTurns } from './turns.ts';
import type { FetchClock, FetchSettings, RefreshEvent, RefreshOutcome } from './types.ts';

export type RefreshOptions = {
  dataDir: string;
  now: () => Date;
  /** Of the team whose copy the folder has. */
  truth?: Truth | undefined;
  /** All where it is absent. They are refreshed in the order of the catalogue. */
  datasets?: readonly string[] | undefined;
  settings?: FetchSettings;
  /** Tests have their own, so that they do not wait. */
  clock?: Omit<FetchClock, 'now'>;
};

/** A refresh that is running. */
export type Refresh = {
  id: string;
  /** How many sources it fetches; each has an `outcome`. */
  sources: number;
  /** Ends after `done`; can be read once. @throws only for a bug. */
  events: AsyncGenerator<RefreshEvent, void>;
  /** Stops as soon as possible; the file that is being imported leaves no trace. `events` then ends with `done`. */
  cancel(): void;
};

/** @returns whether there is a way to fetch the dataset. */
export function isRefreshable(dataset: string): boolean {
  const known = findDataset(dataset);
  return known !== undefined && SOURCES[known.id].fetched.length > 0;
}

/**
 * Starts fetching datasets from their publishers, one file after the other, and storing what is new. A failure does not stop
 * the rest: it is in the `outcome` of its source.
 * @throws Failure 'wrong_usage' where the proxy variables of the environment are wrong.
 */
export function startRefresh(options: RefreshOptions): Refresh {
  const { dataDir, truth, now, settings = {}, datasets = DATASETS.map(({ id }) => id) } = options;
  const id = randomUUID();
  const controller = new AbortController();
  const stream = createEventStream<RefreshEvent>();
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
    emit: (event) =>
      stream.push(
        event,
        (last) => event.t === 'progress' && last.t === 'progress' && last.source === event.source,
      ),
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
      () => stream.end(),
      (error: unknown) => stream.end(error),
    );
  return { id, sources: chosen.length, events: stream.events, cancel: () => controller.abort() };
}

async function refreshAll(
  chosen: readonly { dataset: DatasetId; source: Source }[],
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
