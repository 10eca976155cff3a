import { Failure, isAllowable } from '../../contract/failure.ts';
import type { RefreshedSource } from '../../contract/ingest.ts';
import { type RefreshOptions, startRefresh } from './start-refresh.ts';
import type { RefreshProgress } from './types.ts';

export type RefreshDatasetOptions = Omit<RefreshOptions, 'datasets'> & {
  signal?: AbortSignal;
  onProgress?: (progress: RefreshProgress) => void;
};

/**
 * Refreshes one dataset, as `startRefresh` does, but yields only results and fails at the end.
 * @throws Failure where a source of the dataset could not be refreshed, once the others have been; 'cancelled'.
 */
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
        // The one that a person can allow comes first.
        (failures.find(({ code }) => isAllowable(code)) ?? first).code,
        joined(failures.map(({ message }) => message)),
      );
}

/** @returns the sentences of several sources; what is the same for all of them, as without a network, is said once. */
function joined(messages: readonly string[]): string {
  const parts = messages.map((message) => message.split(/: (.*)/s));
  const [[, reason = ''] = []] = parts;
  return reason !== '' && parts.every(([, other]) => other === reason)
    ? `${parts.map(([source]) => source).join(', ')}: ${reason}`
    : messages.join(' ');
}
