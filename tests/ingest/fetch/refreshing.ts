import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { dateText } from '../../../service/calendar/dates.ts';
import {
  type FetchSettings,
  type RefreshEvent,
  type RefreshOutcome,
  startRefresh,
} from '../../../service/ingest/fetch/index.ts';
import { openReader } from '../../../service/store/index.ts';

export const NOW = new Date('2026-11-20T18:00:00Z');

/** @returns the path of a data folder, which is removed after the test. */
export function makeDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-fetch-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'data');
}

export type Refreshed = {
  events: RefreshEvent[];
  outcomes: readonly RefreshOutcome[];
  /** The pauses between attempts and requests, in ms; the test does not wait for them. */
  waits: number[];
};

/** Refreshes with a clock that does not wait, and with the largest jitter. */
export async function refreshed(
  dataDir: string,
  datasets: readonly string[] | undefined,
  settings: FetchSettings,
  onEvent: (event: RefreshEvent, cancel: () => void) => void = () => undefined,
  now = NOW,
): Promise<Refreshed> {
  const waits: number[] = [];
  const { events, cancel } = startRefresh({
    dataDir,
    now: () => now,
    datasets,
    settings,
    clock: {
      random: () => 0.999999,
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        waits.push(ms);
      },
    },
  });
  const seen: RefreshEvent[] = [];
  let outcomes: readonly RefreshOutcome[] = [];
  for await (const event of events) {
    seen.push(event);
    onEvent(event, cancel);
    if (event.t === 'done') outcomes = event.outcomes;
  }
  return { events: seen, outcomes, waits };
}

/** @returns the number of stored rows and their days, by dataset. */
export function held(dataDir: string): Record<string, string> {
  const reader = openReader(dataDir);
  try {
    return Object.fromEntries(
      reader
        .holdings()
        .map(({ dataset, origin, count, first, last }) => [
          dataset,
          `${count} ${origin} ${first === null ? '' : dateText(first)} ${last === null ? '' : dateText(last)}`,
        ]),
    );
  } finally {
    reader.close();
  }
}
