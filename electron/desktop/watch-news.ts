import type { RunLine } from '../../service/contract/app-state.ts';
import { Failure } from '../../service/contract/failure.ts';
import { findDataset } from '../../service/datasets/index.ts';

export type NewsOptions = {
  /** @returns the latest runs, newest first. @throws Failure if the service does not answer. */
  runs: () => Promise<readonly RunLine[]>;
  isWanted: () => boolean;
  notify: (news: News) => void;
  log: (line: string) => void;
  everyMs?: number;
};
export type News = { title: string; body: string };

/** Checks regularly whether a refresh stored new data, and notifies. @returns a function that stops it. */
export function watchNews(options: NewsOptions): () => void {
  let lastId: number | undefined;
  async function look(): Promise<void> {
    if (!options.isWanted()) {
      lastId = undefined;
      return;
    }
    const runs = await options.runs();
    const news = lastId === undefined ? undefined : newsOf(runs, lastId);
    lastId = Math.max(0, ...runs.map(({ id }) => id));
    if (news) options.notify(news);
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      // A restarting service answers at the next check.
      if (!(error instanceof Failure)) options.log(`News: ${error instanceof Error ? error.stack : error}`);
    });
  }, options.everyMs ?? 60_000);
  timer.unref();
  return () => clearInterval(timer);
}

/** @returns what refreshes after run `afterId` added and revised, by dataset; undefined if nothing. */
export function newsOf(runs: readonly RunLine[], afterId: number): News | undefined {
  const fresh = runs.filter(
    ({ id, kind, added, revised }) => id > afterId && kind === 'refresh' && added + revised > 0,
  );
  const byDataset = Map.groupBy(fresh, ({ dataset }) => dataset);
  if (byDataset.size === 0) return undefined;
  const lines = [...byDataset].map(([dataset, ofIt]) => {
    const added = sum(ofIt.map((run) => run.added));
    const revised = sum(ofIt.map((run) => run.revised));
    const parts = [added > 0 && `${count(added)} added`, revised > 0 && `${count(revised)} revised`];
    return `${findDataset(dataset)?.title ?? dataset}: ${parts.filter(Boolean).join(', ')}`;
  });
  return {
    title: lines.length === 1 ? 'New data' : `New data in ${lines.length} datasets`,
    body: lines.join('\n'),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const count = (number: number): string => new Intl.NumberFormat('en-US').format(number);
