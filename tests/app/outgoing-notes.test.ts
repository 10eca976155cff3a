import { expect, it } from 'vitest';
import { createOutgoingNotes } from '../../electron/team/index.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { OutgoingRequest } from '../../service/contract/preferences.ts';

/** The host's own requests on their way into the list of what left this computer. */

const line = (url: string) => ({ url }) as Omit<OutgoingRequest, 'id'>;

/** A host whose service answers what `state.answer` says. */
function host() {
  const state = { answer: async (): Promise<void> => undefined, noted: [] as string[], log: [] as string[] };
  let changed: (status: { port: number | undefined }) => void = () => undefined;
  const note = createOutgoingNotes(
    {
      async call(name: string, input: { url: string }) {
        state.noted.push(`${name} ${input.url}`);
        await state.answer();
      },
      onChange(listen: typeof changed) {
        changed = listen;
      },
    } as never,
    (text) => state.log.push(text),
  );
  return { note, state, listens: (port: number | undefined) => changed({ port }) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('come one after the other, each once', async () => {
  const { note, state } = host();
  const held = Promise.withResolvers<void>();
  state.answer = () => held.promise;
  for (const url of ['a', 'b', 'c']) note(line(url));
  await settled();
  expect(state.noted).toEqual(['note-outgoing a']);
  held.resolve();
  await settled();
  expect(state.noted).toEqual(['note-outgoing a', 'note-outgoing b', 'note-outgoing c']);
  note(line('d'));
  await settled();
  expect(state.noted).toHaveLength(4);
});

it('wait while the service does not listen, and come once it does', async () => {
  const { note, state, listens } = host();
  state.answer = () => Promise.reject(new Failure('cancelled', 'It is starting.'));
  note(line('a'));
  await settled();
  note(line('b'));
  await settled();
  expect([state.noted, state.log]).toEqual([['note-outgoing a', 'note-outgoing a'], []]);
  state.answer = async () => undefined;
  listens(undefined);
  await settled();
  expect(state.noted).toHaveLength(2);
  listens(4780);
  await settled();
  expect(state.noted.slice(2)).toEqual(['note-outgoing a', 'note-outgoing b']);
  listens(4780);
  await settled();
  expect(state.noted).toHaveLength(4);
});

it('are in the log where they are refused, and the next ones come all the same', async () => {
  const { note, state } = host();
  let isFull = true;
  state.answer = async () => {
    if (isFull) throw new Failure('folder_unusable', 'The disk is full.');
  };
  note(line('a'));
  await settled();
  isFull = false;
  note(line('b'));
  await settled();
  expect([state.noted, state.log]).toEqual([
    ['note-outgoing a', 'note-outgoing b'],
    ['A request that left this computer could not be noted: The disk is full.'],
  ]);
});
