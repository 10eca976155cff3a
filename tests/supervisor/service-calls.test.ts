import { expect, test } from 'vitest';
import { HOST_CALLS, SERVICE_CALLS } from '../../service/contract/control.ts';
import { Failure } from '../../service/contract/failure.ts';
import {
  type AnswerMessage,
  answererOf,
  type CallMessage,
  CallOverdue,
  callerOf,
} from '../../service/process/rpc.ts';

const GONE = new Failure('cancelled', 'The data service stopped.');

function channel(isThere = true) {
  const sent: CallMessage[] = [];
  const calls = callerOf(SERVICE_CALLS, (message) => {
    if (!isThere) throw GONE;
    sent.push(message);
  });
  return { ...calls, sent };
}

const STATE = { auto_refresh: true, allow_fred: false, contact: '', settings_notes: [], datasets: [] };
const PROGRESS = { file: 'a', phase: 'read', bytes: 1, totalBytes: 2, rows: 3 } as const;

test('answers are matched to calls by id, in any order', async () => {
  const { call, hear, sent } = channel();
  const seen: unknown[] = [];
  const one = call('import', { files: [] }, { onProgress: (progress) => seen.push(progress) });
  const two = call('data-state', {});
  expect(sent).toEqual([
    { t: 'call', id: 1, name: 'import', input: { files: [] } },
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

test('a failure of the service is a Failure here, a bug is not', async () => {
  const { call, hear } = channel();
  const failing = call('runs', {});
  hear({ t: 'result', id: 1, ok: false, code: 'invalid_file', message: 'Bad.', at: { line: 3 } });
  const error = await failing.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ code: 'invalid_file', message: 'Bad.', at: { line: 3 } });
  const broken = call('runs', {});
  hear({ t: 'result', id: 2, ok: false, code: 'bug', message: 'Broken.' });
  expect(await broken.catch((reason: unknown) => reason)).not.toBeInstanceOf(Failure);
});

test('an abort is told to the service, which then says how it ended', async () => {
  const { call, hear, sent } = channel();
  const cancelling = new AbortController();
  const waiting = call('runs', {}, { signal: cancelling.signal });
  cancelling.abort();
  expect(sent.at(-1)).toEqual({ t: 'cancel', id: 1 });
  hear({ t: 'result', id: 1, ok: false, code: 'cancelled', message: 'Cancelled.' });
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
});

test('a service that goes away, or is not there, ends its calls', async () => {
  const { call, lose } = channel();
  const waiting = call('runs', {});
  lose(GONE);
  await expect(waiting).rejects.toMatchObject({
    code: 'cancelled',
    message: expect.stringMatching(/stopped/),
  });
  await expect(channel(false).call('runs', {})).rejects.toMatchObject({ code: 'cancelled' });
});

test('a call that is not answered in time says so', async () => {
  const overdue = channel().call('runs', {}, { timeoutMs: 1 });
  await expect(overdue).rejects.toBeInstanceOf(CallOverdue);
});

test('an answer that does not fit the table is an error, which does not repeat it', async () => {
  const { call, hear } = channel();
  const asked = call('create-api-key', { label: 'x' });
  hear({ t: 'result', id: 1, ok: true, output: { key: 'ak_secret' } });
  const error = await asked.catch((reason: unknown) => reason);
  expect(String(error)).toBe("Error: The answer of 'create-api-key' is not what it should be");
  const failing = call('runs', {});
  hear({ t: 'result', id: 2, ok: false, code: 3 });
  await expect(failing).rejects.toThrow('A failure came that is not what it should be');
});

test('the answering end checks every input before a handler gets it', async () => {
  const sent: AnswerMessage[] = [];
  const said: unknown[] = [];
  const asked: unknown[] = [];
  const { hear } = answererOf(
    HOST_CALLS,
    async (_, input) => asked.push(input),
    (message) => sent.push(message),
    (error) => {
      said.push(error);
      return 'A bug.';
    },
  );
  hear({ t: 'call', id: 1, name: 'publisher-keys', input: { publishers: ['Nobody'] } });
  hear({ t: 'call', id: 2, name: 'constructor', input: {} });
  await Promise.resolve();
  expect(sent).toEqual([1, 2].map((id) => ({ t: 'result', id, ok: false, code: 'bug', message: 'A bug.' })));
  expect(said.map(String)).toEqual([
    "Error: 'publisher-keys' was given what it does not take",
    "Error: There is no call 'constructor'",
  ]);
  expect(asked).toEqual([]);
  expect(hear({ t: 'ping', id: 1 })).toBe(false);
});
