import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EVENTS_PATH, Versions } from '../../service/contract/app-state.ts';
import { fits } from '../../service/contract/fits.ts';
import { appStateQuery, useCan } from './app-state.ts';
import { catalogQuery } from './catalog.ts';
import { dataStateQuery, jobsQuery, runLogQuery, storageQuery } from './data-work.ts';
import { forgetReports, NoAnswer, send, setReported, throwIfUnanswered } from './request.ts';
import { fileSettingsQuery } from './settings.ts';
import { teamChoiceQuery, teamStateQuery } from './team.ts';
import { workVersionQuery } from './work.ts';

/** Follows the service's change reports (`service/contract/events.ts`), and reloads what changed. */

type Subject = keyof Versions;

const ASKED: Readonly<Record<Subject, readonly { queryKey: QueryKey }[]>> = {
  state: [appStateQuery],
  jobs: [jobsQuery],
  data: [catalogQuery, dataStateQuery, runLogQuery, storageQuery],
  work: [workVersionQuery],
  settings: [fileSettingsQuery, dataStateQuery],
  runs: [runLogQuery, dataStateQuery],
  team: [teamChoiceQuery, teamStateQuery],
};

/** A connection that is silent for this long is treated as broken. */
const SILENT_MS = 60_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
/** Long, because a service that refuses reports will refuse again. */
const REFUSED_WAIT_MS = 60_000;

/** Keeps the visible page up to date. Call once per page. Only this computer's service sends reports. */
export function useEvents(): void {
  const client = useQueryClient();
  const isReported = useCan('computer');
  useEffect(() => {
    if (!isReported) return;
    const known: Partial<Versions> = {};
    let following: AbortController | undefined;
    const stop = (): void => {
      following?.abort();
      following = undefined;
      setReported(false);
    };
    const look = (): void => {
      if (document.hidden) stop();
      else if (!following) {
        following = new AbortController();
        void follow(client, known, following.signal);
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      stop();
      forgetReports();
    };
  }, [client, isReported]);
}

/** Reconnects until the signal aborts. @param known the latest versions received, updated in place */
async function follow(client: QueryClient, known: Partial<Versions>, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let isRefused = false;
    try {
      for await (const next of versionsFrom(signal)) {
        if (signal.aborted) return;
        failures = 0;
        setReported(true);
        take(client, known, next);
      }
    } catch (error) {
      isRefused = !(error instanceof NoAnswer);
    }
    if (signal.aborted) return;
    setReported(false);
    // A broken connection is the first sign that the service has ended.
    if (!isRefused)
      void client.refetchQueries({ queryKey: appStateQuery.queryKey }, { cancelRefetch: false });
    await pause(
      isRefused ? REFUSED_WAIT_MS : Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS),
      signal,
    );
    failures += 1;
  }
}

function take(client: QueryClient, known: Partial<Versions>, next: Versions): void {
  for (const subject of Object.keys(ASKED) as Subject[]) {
    const [before, now] = [known[subject], next[subject]];
    known[subject] = now;
    // The first report changes nothing: the page has just loaded its data.
    if (before === undefined || before === now) continue;
    for (const { queryKey } of ASKED[subject]) void client.invalidateQueries({ queryKey });
  }
}

/** @returns one connection's messages. @throws NoAnswer, ApiError, SignInNeeded, or the abort's reason */
async function* versionsFrom(signal: AbortSignal): AsyncGenerator<Versions> {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), SILENT_MS);
  try {
    const init = { cache: 'no-store', headers: { Accept: 'text/event-stream' } } as const;
    const answer = await send(EVENTS_PATH, {
      ...init,
      signal: AbortSignal.any([signal, silent.signal]),
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (reader) {
      const { done, value } = await throwIfUnanswered(() => reader.read());
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), SILENT_MS);
      const messages = (text + value).split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const versions = read(message);
        if (versions) yield versions;
      }
    }
  } catch (error) {
    throw silent.signal.aborted ? new NoAnswer(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** @returns the message's data; `undefined` for a comment or a message that this page does not understand. */
function read(message: string): Versions | undefined {
  const data = message
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('\n');
  if (data === '') return undefined;
  const versions: unknown = JSON.parse(data);
  return fits(Versions, versions) ? (versions as Versions) : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
