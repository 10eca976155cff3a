import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hostStateQuery } from '../../../renderer/api/host-state.ts';
import { createQueryClient } from '../../../renderer/api/query-client.ts';
import { ApiError, SignInNeeded } from '../../../renderer/api/request.ts';

const READY = {
  mode: 'browser',
  version: '0.1.0',
  service: 'ready',
  base_url: null,
  message: null,
  problem: null,
  damage: null,
  incidents: [],
};
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

/** A host that gives these answers in turn, and repeats the last. @returns how often it was asked. */
function hostThat(...answers: (() => Response | Promise<Response>)[]) {
  const fetch = vi.fn(async () => (answers.length > 1 ? answers.shift() : answers[0])?.());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const ready = () => Response.json(READY);
const gone = () => Promise.reject(new TypeError('Failed to fetch'));

async function asked(): Promise<unknown> {
  const answer = client.fetchQuery(hostStateQuery).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  return answer;
}

test('one failed poll does not mean that the host is gone', async () => {
  const fetch = hostThat(gone, ready);
  expect(await asked()).toEqual(READY);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('two failed polls in a row do', async () => {
  const fetch = hostThat(gone, gone, ready);
  expect(await asked()).toBeInstanceOf(TypeError);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('an unknown session is reported at once', async () => {
  const fetch = hostThat(() => Response.json({ detail: 'Sign-in needed' }, { status: 401 }));
  expect(await asked()).toBeInstanceOf(SignInNeeded);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a machine without any network reaches its own host', async () => {
  hostThat(ready);
  onlineManager.setOnline(false);
  expect(await asked()).toEqual(READY);
});

test('an answer that does not fit the table of endpoints is an error, and is not requested again', async () => {
  const fetch = hostThat(() => Response.json({ ...READY, service: 'asleep' }));
  const error = await asked();
  expect(error).toBeInstanceOf(ApiError);
  expect(String(error)).toContain('does not understand. Load the page again.');
  expect(fetch.mock.calls.length).toBeLessThanOrEqual(2);
});
