import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const asked: string[] = [];

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response('{}'));
  });
  vi.stubGlobal('sessionStorage', { getItem: () => 'bearer', setItem: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
  // The next test must not get the requests that this test began.
  vi.resetModules();
});

async function begun(address: string, copy: object | undefined) {
  const { pathname, search } = new URL(address, 'http://127.0.0.1');
  vi.stubGlobal('location', { pathname, search, hostname: '127.0.0.1' });
  const stored = copy === undefined ? null : JSON.stringify(copy);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'almanac-preferences' ? stored : null),
  });
  const { beginFirstRequests, takeBegun } = await import('../../../renderer/api/session.ts');
  beginFirstRequests();
  await vi.waitFor(() => expect(asked).toContain('/host/state'));
  return takeBegun;
}

const OF_OVERVIEW = ['/host/headlines', '/host/calendar?days=14'];
const changes = (run: number) => `/host/changes?since_run=${run}&since=&dataset=&rows=`;

describe('the first requests', () => {
  test.each([
    ['/overview', { read_until: { run: 7, at: '' } }, [changes(7), ...OF_OVERVIEW]],
    ['/', {}, [changes(0), ...OF_OVERVIEW]],
    ['/overview?since=7d', {}, OF_OVERVIEW],
    // Without preferences, it is not known which run was read.
    ['/overview', undefined, OF_OVERVIEW],
    ['/', { start_screen: 'last' }, []],
    ['/explore', {}, []],
  ])('are made at %s with the preferences %o', async (address, copy, expected) => {
    await begun(address, copy);
    expect(asked.filter((path) => /changes|headlines|calendar/.test(path))).toEqual(expected);
  });

  test('an answer is taken once, and not if it may be out of date', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(100);
    const take = await begun('/overview', {});
    expect(take('/host/headlines')).toBeInstanceOf(Promise);
    expect(take('/host/headlines')).toBeUndefined();
    now.mockReturnValue(6_000);
    expect(take('/host/calendar?days=14')).toBeUndefined();
    vi.restoreAllMocks();
  });
});
