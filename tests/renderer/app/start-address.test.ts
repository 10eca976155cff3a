import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { preferencesQuery, savedQuery } from '../../../renderer/api/work.ts';
import { keepLastAddress, startAddress } from '../../../renderer/app/start-address.ts';
import type { SavedItem } from '../../../service/contract/saved.ts';

const ITEM: SavedItem = {
  id: 'abcdefgh',
  kind: 'view',
  name: 'Claims',
  note: '',
  folder: '',
  content: { address: '/explore?series=jolts.quits_rate_sa&range=10Y', frozen: null },
  revision: 1,
  created_at: '',
  changed_at: '',
  deleted_at: null,
};

/** @returns a client that has these preferences and saved items, so that it requests nothing */
function knowing(values: Record<string, unknown>, items: readonly SavedItem[] = []) {
  const client = new QueryClient();
  onTestFinished(() => client.clear());
  client.setQueryData(preferencesQuery.queryKey, values);
  client.setQueryData(savedQuery.queryKey, items);
  return client;
}

test.each([
  [{}, { to: '/overview', search: {} }],
  [{ start_screen: 'last' }, { to: '/overview', search: {} }],
  [
    { start_screen: 'last', last_address: '/states?week=2020-04-04' },
    { to: '/states', search: { week: '2020-04-04' } },
  ],
  [
    { start_screen: 'last', last_address: '//elsewhere.example/' },
    { to: '/overview', search: {} },
  ],
  [
    { start_screen: 'item:abcdefgh' },
    { to: '/explore', search: { series: 'jolts.quits_rate_sa', range: '10Y' } },
  ],
  [{ start_screen: 'item:gonegone' }, { to: '/overview', search: { gone: '1' } }],
])('with %j the app opens at %j', async (values, address) => {
  expect(await startAddress(knowing(values, [ITEM]))).toEqual(address);
});

test('a saved view in the bin counts as gone', async () => {
  const client = knowing({ start_screen: 'item:abcdefgh' }, [
    { ...ITEM, deleted_at: '2026-11-20T00:00:00Z' },
  ]);
  expect(await startAddress(client)).toEqual({ to: '/overview', search: { gone: '1' } });
});

afterEach(() => {
  vi.useRealTimers();
});

test('an address is stored once it stops changing, and only if the app starts with the last address', () => {
  vi.useFakeTimers();
  const kept: string[] = [];
  const go = (values: Record<string, unknown>, addresses: readonly string[]) => {
    let changed: (address: string) => void = () => undefined;
    keepLastAddress(
      knowing(values),
      (follow) => {
        changed = follow;
      },
      async (address) => kept.push(address),
    );
    for (const address of addresses) {
      changed(address);
      vi.advanceTimersByTime(500);
    }
    vi.advanceTimersByTime(5_000);
  };
  go({ start_screen: 'last' }, ['/explore?from=a', '/explore?from=b', '/explore?from=c']);
  expect(kept).toEqual(['/explore?from=c']);
  go({ start_screen: 'last', last_address: '/explore?from=c' }, ['/explore?from=c']);
  go({ start_screen: 'overview' }, ['/explore']);
  expect(kept).toEqual(['/explore?from=c']);
});
