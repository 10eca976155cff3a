import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { answerChannels, type ChannelHandlers, type InvokeEvent } from '../../electron/desktop/index.ts';
import { DESKTOP_CHANNELS } from '../../service/contract/desktop.ts';

const OURS = 7;
const ORIGIN = 'http://127.0.0.1:4781';
const trusted: InvokeEvent = { senderFrame: { origin: ORIGIN, parent: null }, sender: { id: OURS } };

function open(origin: string | undefined = ORIGIN) {
  const handlers = {
    'next-command': vi.fn(async () => ({ t: 'go' as const, to: '/data' })),
    offer: vi.fn(),
    'set-theme': vi.fn(),
    'choose-file': vi.fn(),
    'reveal-download': vi.fn(async () => true),
    'window-action': vi.fn(),
    'open-data-folder': vi.fn(async () => true),
  } satisfies ChannelHandlers;
  const channels = new Map<string, (event: InvokeEvent, input: unknown) => Promise<unknown>>();
  answerChannels(
    (channel, listener) => void channels.set(channel, listener),
    (id) => id === OURS,
    () => origin,
    handlers,
  );
  const ask = (channel: string, event: InvokeEvent, input: unknown = null) =>
    channels.get(`almanac:${channel}`)?.(event, input);
  const calls = () => Object.values(handlers).flatMap((handler) => handler.mock.calls);
  return { handlers, channels, ask, calls };
}

test('our own page is answered', async () => {
  const { ask, handlers } = open();
  expect(await ask('next-command', trusted)).toEqual({ t: 'go', to: '/data' });
  expect(await ask('set-theme', trusted, 'dark')).toBe(null);
  expect(handlers['set-theme']).toHaveBeenCalledWith('dark');
  const offer = { screens: [{ path: '/data', title: 'Data' }], actions: ['find'] };
  await ask('offer', trusted, offer);
  expect(handlers.offer).toHaveBeenCalledWith(offer);
  expect(await ask('reveal-download', trusted)).toBe(true);
  await ask('window-action', trusted, 'zoom-in');
  expect(handlers['window-action']).toHaveBeenCalledWith('zoom-in');
  expect(await ask('open-data-folder', trusted)).toBe(true);
});

test.each<[string, InvokeEvent]>([
  ['a frame that has gone', { ...trusted, senderFrame: null }],
  ['a frame inside the page', { ...trusted, senderFrame: { origin: ORIGIN, parent: {} } }],
  ['another origin', { ...trusted, senderFrame: { origin: 'https://evil.test', parent: null } }],
  ['the API’s port', { ...trusted, senderFrame: { origin: 'http://127.0.0.1:4780', parent: null } }],
  ['an opaque origin', { ...trusted, senderFrame: { origin: 'null', parent: null } }],
  [
    'an origin that begins alike',
    { ...trusted, senderFrame: { origin: 'http://127.0.0.1:47811', parent: null } },
  ],
  ['a blank page', { ...trusted, senderFrame: { origin: '', parent: null } }],
  ['contents that are no window of ours', { ...trusted, sender: { id: 8 } }],
])('%s is refused on every channel', async (_, event) => {
  const { channels, ask, calls } = open();
  expect(channels.size).toBe(Object.keys(DESKTOP_CHANNELS).length);
  for (const channel of Object.keys(DESKTOP_CHANNELS))
    await expect(
      ask(channel, event, { 'set-theme': 'dark', 'window-action': 'quit' }[channel] ?? null),
    ).rejects.toThrow('sender');
  expect(calls()).toEqual([]);
});

test('an input that does not fit its channel is refused before any handler gets it', async () => {
  const { ask, calls } = open();
  for (const [channel, input] of [
    ['set-theme', 'blue'],
    ['set-theme', undefined],
    ['offer', null],
    ['offer', { screens: [], actions: ['format-disk'] }],
    ['offer', { screens: [{ path: 'https://evil.test', title: 'x' }], actions: [] }],
    ['offer', { screens: [{ path: '/../x', title: 'x' }], actions: [] }],
    ['offer', { screens: [], actions: [], more: 1 }],
    ['choose-file', '/etc/passwd'],
    ['reveal-download', { path: '/etc' }],
    ['open-data-folder', '/etc'],
    ['next-command', {}],
    ['window-action', 'format-disk'],
  ] as const)
    await expect(ask(channel, trusted, input)).rejects.toThrow('does not take');
  await fc.assert(
    fc.asyncProperty(fc.anything(), async (input) => {
      fc.pre(input !== null && input !== undefined);
      await expect(ask('choose-file', trusted, input)).rejects.toThrow('does not take');
    }),
  );
  expect(calls()).toEqual([]);
});

test.each([
  ['next-command', { t: 'go' }],
  ['next-command', { t: 'theme', theme: 'blue' }],
  ['choose-file', '/home/me/taxes.csv'],
  ['reveal-download', '/home/me/taxes.csv'],
  ['reveal-download', undefined],
  ['open-data-folder', '/home/me/.almanac'],
] as const)('a wrong answer of %s does not reach the page', async (channel, answer) => {
  const { ask, handlers } = open();
  handlers[channel].mockReturnValue(answer as never);
  const told = await ask(channel, trusted)?.catch((error: unknown) => String(error));
  expect(told).toBe(`Error: The answer of ${channel} is not what it should be.`);
});
