import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appStateQuery, withRestart } from '../../../renderer/api/app-state.ts';
import {
  ApiError,
  askApp,
  createQueryClient,
  NoAnswer,
  SignInNeeded,
} from '../../../renderer/api/request.ts';

const STATE = {
  ...{ mode: 'browser', version: '0.1.0', can: [], started_at: '2026-11-27T08:00:00.000Z' },
  ...{ base_url: 'http://127.0.0.1:4780', damage: null, incidents: [] },
};
const LATER = { ...STATE, started_at: '2026-11-27T08:00:02.000Z' };
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  client = createQueryClient();
});
afterEach(() => {
  client.clear();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A service that gives these answers in turn, and repeats the last. @returns its calls */
function serviceThat(...answers: (() => Response | Promise<Response>)[]) {
  const fetch = vi.fn(async (_path: string) => (answers.length > 1 ? answers.shift() : answers[0])?.());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const ready = () => Response.json(STATE);
const done = () => Response.json({});
const away = () => Promise.reject(new TypeError('Failed to fetch'));

async function asked(): Promise<unknown> {
  const answer = client.fetchQuery(appStateQuery).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  return answer;
}

test('one failed poll does not mean that the service is away', async () => {
  const fetch = serviceThat(away, ready);
  expect(await asked()).toEqual(STATE);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('two failed polls in a row mean that it is away', async () => {
  const fetch = serviceThat(away, away, ready);
  expect(await asked()).toBeInstanceOf(NoAnswer);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a service that takes the request and answers nothing is away, too', async () => {
  const late = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => signal?.throwIfAborted());
  expect(await asked()).toBeInstanceOf(NoAnswer);
  expect(late).toHaveBeenCalledTimes(2);
  late.mockRestore();
});

test('an unknown session is reported at once', async () => {
  const fetch = serviceThat(() => Response.json({ detail: 'Sign-in needed' }, { status: 401 }));
  expect(await asked()).toBeInstanceOf(SignInNeeded);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a machine without any network reaches its own service', async () => {
  serviceThat(ready);
  onlineManager.setOnline(false);
  expect(await asked()).toEqual(STATE);
});

test('an answer that does not fit its endpoint is an error, and is not requested again', async () => {
  const fetch = serviceThat(() => Response.json({ ...STATE, mode: 'asleep' }));
  const error = await asked();
  expect(error).toBeInstanceOf(ApiError);
  expect(String(error)).toContain('could not read Almanac’s answer. Load the page again.');
  expect(fetch.mock.calls.length).toBeLessThanOrEqual(2);
});

const broken = () =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }));

test.each([
  ['three seconds without a service', [away, away, away, away, away], 4_000],
  ['an answer that broke off', [broken], 300],
])('a query survives %s', async (_what, answers, ms) => {
  serviceThat(...answers, () => Response.json({ jobs: [] }));
  const answer = client.fetchQuery({
    queryKey: ['jobs'],
    queryFn: () => askApp('jobs'),
    ...client.getDefaultOptions().queries,
  });
  await vi.advanceTimersByTimeAsync(ms);
  expect(await answer).toEqual({ jobs: [] });
});

test('a query fails if there is no service for longer', async () => {
  const fetch = serviceThat(away);
  const answer = client
    .fetchQuery({ queryKey: ['jobs'], queryFn: () => askApp('jobs'), ...client.getDefaultOptions().queries })
    .catch(String);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await answer).toBe('NoAnswer: The data service does not answer.');
  expect(fetch).toHaveBeenCalledTimes(10);
});

test('a restart is over when the new start answers, not while the old one still does', async () => {
  const fetch = serviceThat(ready, done, ready, ready, away, away, away, () => Response.json(LATER));
  let isOver = false;
  const restarted = withRestart(client, () => askApp('restart-service')).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(450);
  expect([isOver, client.isMutating()]).toEqual([false, 1]);
  await vi.advanceTimersByTimeAsync(3_000);
  await restarted;
  expect(client.isMutating()).toBe(0);
  expect(client.getQueryData(appStateQuery.queryKey)).toEqual(LATER);
  expect(fetch.mock.calls.filter(([path]) => path === '/host/restart-service')).toHaveLength(1);
});

test('a service that does not come back is reported after a minute, one that refuses at once', async () => {
  serviceThat(ready, done, away);
  const late = withRestart(client, () => askApp('restart-service')).catch(String);
  await vi.advanceTimersByTimeAsync(62_000);
  expect(await late).toBe('Error: The data service did not start again within a minute.');
  serviceThat(ready, () => Response.json({ detail: 'Not now.' }, { status: 409 }));
  const refused = withRestart(client, () => askApp('restart-service')).catch(String);
  await vi.advanceTimersByTimeAsync(100);
  expect(await refused).toBe('ApiError: Not now.');
});
