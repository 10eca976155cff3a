import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Signing a tab in: another tab is a channel of the test, the host a `fetch` that accepts one bearer. */

const GOOD = 'good';
let stored: Map<string, string>;
let asked: (string | null)[];
let tab: BroadcastChannel;
const channels: BroadcastChannel[] = [];
let session: typeof import('../../../renderer/api/session.ts');

beforeEach(async () => {
  stored = new Map();
  asked = [];
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('location', { hostname: '127.0.0.1', hash: '', pathname: '/', search: '' });
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    const bearer = headers.Authorization?.replace('Bearer ', '') ?? null;
    if (path === '/host/state') asked.push(bearer);
    return new Response('{}', { status: bearer === GOOD ? 200 : 401 });
  });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
  tab = new BroadcastChannel('almanac.session');
  vi.resetModules();
  session = await import('../../../renderer/api/session.ts');
});
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  vi.unstubAllGlobals();
});

/** Another tab that answers with these bearers. @returns the messages that it gets */
function tabThatHas(...bearers: string[]): unknown[] {
  const heard: unknown[] = [];
  tab.onmessage = ({ data }: MessageEvent<unknown>) => {
    heard.push(data);
    if (data === 'ask') for (const bearer of bearers) tab.postMessage({ bearer });
  };
  return heard;
}
const ask = async (): Promise<number> => (await session.fetchSignedIn('/host/state', {})).status;

test('a tab without a bearer takes the bearer of another tab, and keeps it', async () => {
  tabThatHas(GOOD, 'later');
  expect([await ask(), await ask(), asked]).toEqual([200, 200, [GOOD, GOOD]]);
  expect([...stored.values()]).toEqual([GOOD]);
});

test('if no tab answers in time, the request is sent without a bearer, and the host refuses it', async () => {
  const heard = tabThatHas();
  const begun = performance.now();
  expect([await ask(), asked, heard]).toEqual([401, [null], ['ask']]);
  expect(performance.now() - begun).toBeGreaterThan(90);
});

test('a bearer that the host has forgotten is replaced once, by another bearer that a tab has', async () => {
  stored.set('almanac.bearer', 'old');
  tabThatHas('old', GOOD);
  expect([await ask(), asked]).toEqual([200, ['old', GOOD]]);
});

test('if the tabs have only the forgotten bearer, the refusal stays, and the bearer is removed', async () => {
  stored.set('almanac.bearer', 'old');
  tabThatHas('old');
  expect([await ask(), asked, stored.size]).toEqual([401, ['old'], 0]);
});

test('a tab answers the question of another tab only if it is signed in', async () => {
  const heard = tabThatHas();
  session.openSession();
  tab.postMessage('ask');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(heard).toEqual([]);
  stored.set('almanac.bearer', GOOD);
  tab.postMessage('ask');
  await vi.waitFor(() => expect(heard).toEqual([{ bearer: GOOD }]));
});

test.each(['localhost', '[::1]', 'bundle'])('at %s no other tab is asked', async (hostname) => {
  vi.stubGlobal('location', { hostname, hash: '', pathname: '/', search: '' });
  const heard = tabThatHas(GOOD);
  expect([await ask(), asked, heard]).toEqual([401, [null], []]);
});

test('several requests at the start ask other tabs only once', async () => {
  const heard = tabThatHas(GOOD);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200]);
  expect(heard).toEqual(['ask']);
});
