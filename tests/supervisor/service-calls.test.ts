import { expect, test } from 'vitest';
import { createServiceCalls } from '../../electron/supervisor/service-calls.ts';
import type { HostMessage } from '../../service/contract/control.ts';
import { Failure } from '../../service/contract/failure.ts';

function channel(isThere = true) {
  const sent: HostMessage[] = [];
  const calls = createServiceCalls((message) => {
    sent.push(message);
    return isThere;
  });
  return { ...calls, sent };
}

const STATE = { auto_refresh: true, allow_fred: false, contact: '', settings_notes: [], datasets: [] };
const PROGRESS = { file: 'a', phase: 'read', bytes: 1, totalBytes: 2, rows: 3 } as const;

test('answers find their calls by number, in whatever order they come', async () => {
  const { call, hear, sent } = channel();
  const seen: unknown[] = [];
  const one = call('runs', { limit: 1 }, { onProgress: (progress) => seen.push(progress) });
  const two = call('data-state', {});
  expect(sent).toEqual([
    { t: 'call', id: 1, name: 'runs', input: { limit: 1 } },
    { t: 'call', id: 2, name: 'data-state', input: {} },
  ]);
  hear({ t: 'result', id: 2, ok: true, output: STATE });
  hear({ t: 'progress', id: 1, progress: PROGRESS });
  hear({ t: 'result', id: 1, ok: true, output: [] });
  expect(await two).toEqual(STATE);
  expect([await one, seen]).toEqual([[], [PROGRESS]]);
  // What comes too late, or for nobody, is no error.
  hear({ t: 'progress', id: 1, progress: PROGRESS });
  expect(seen).toHaveLength(1);
});

test('a failure of the service is a Failure here, an error of ours is not', async () => {
  const { call, hear } = channel();
  const failing = call('runs', { limit: 1 });
  hear({ t: 'result', id: 1, ok: false, code: 'invalid_file', message: 'Bad.', at: { line: 3 } });
  const error = await failing.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ code: 'invalid_file', message: 'Bad.', at: { line: 3 } });
  const broken = call('runs', { limit: 1 });
  hear({ t: 'result', id: 2, ok: false, code: 'bug', message: 'Broken.' });
  expect(await broken.catch((reason: unknown) => reason)).not.toBeInstanceOf(Failure);
});

test('an abort is told to the service, which then says how it ended', async () => {
  const { call, hear, sent } = channel();
  const cancelling = new AbortController();
  const waiting = call('runs', { limit: 1 }, { signal: cancelling.signal });
  cancelling.abort();
  expect(sent.at(-1)).toEqual({ t: 'cancel', id: 1 });
  hear({ t: 'result', id: 1, ok: false, code: 'cancelled', message: 'Cancelled.' });
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
});

test('a service that goes away, or is not there, ends its calls', async () => {
  const { call, lose } = channel();
  const waiting = call('runs', { limit: 1 });
  lose();
  await expect(waiting).rejects.toMatchObject({
    code: 'cancelled',
    message: expect.stringMatching(/stopped/),
  });
  await expect(channel(false).call('runs', { limit: 1 })).rejects.toMatchObject({ code: 'cancelled' });
});
