import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { importRequests, proofOf, readSavedFile } from '../../../renderer/saved/import-dialog.tsx';
import { savedFileName, savedFileText } from '../../../renderer/tiles/index.ts';
import { fits } from '../../../service/contract/fits.ts';
import { ItemFields, type SavedItem, SaveItemRequest } from '../../../service/contract/saved.ts';
import { largestValues } from '../../support/largest-values.ts';
import { AT, FROZEN, view } from './items.ts';

describe('the file of saved items', () => {
  const lines = 'jolts.quits_rate_sa,,2024-01-01,2.1\n';
  const sha256 = createHash('sha256').update(lines).digest('hex');
  const proved = view({ content: { address: '/explore?series=x', frozen: { ...FROZEN, sha256, rows: 1 } } });

  test('holds items and their data, which match their hash, do not match it, or are absent', async () => {
    const read = readSavedFile(
      savedFileText([{ item: proved, lines }, { item: view({ id: 'otherone1' }) }], AT),
    );
    expect(read).toEqual([{ item: proved, lines }, { item: view({ id: 'otherone1' }) }]);
    expect(await Promise.all(read.map(proofOf))).toEqual(['right', 'absent']);
    expect(await proofOf({ item: proved, lines: lines.replace('2.1', '2.2') })).toBe('wrong');
    expect(savedFileName([{ name: 'Claims: 2019/2020' }])).toBe('Claims- 2019-2020.almanac.json');
    expect(savedFileName([proved, proved])).toBe('2 saved items.almanac.json');
  });

  test.each([
    ['date,value\n2024-01-01,1', /^This file is not JSON/],
    ['[1]', /^This is not a file of saved items: it lacks "almanac_file"/],
    [
      '{"almanac_file":2,"items":[]}',
      /^This file has layout 2, and this Almanac reads up to 1\. A newer Almanac/,
    ],
    ['{"almanac_file":1,"items":[]}', /^This file has no saved items/],
    [
      JSON.stringify({ almanac_file: 1, items: [{ item: { ...view(), kind: 'chart' } }] }),
      /^Item 1 \(Claims\) is not in the form that Almanac writes, so nothing was imported\.$/,
    ],
    [savedFileText([{ item: view() }, { item: view() }], AT), /^Item 2 \(Claims\) has the same id/],
  ])('is refused with the reason: %s', (text, message) => {
    expect(() => readSavedFile(text)).toThrow(message);
  });

  test('is imported by id: new items as they are, known ones as copies or in place of the stored ones', () => {
    const here = view({ name: 'Mine', revision: 9 });
    const offered = [
      { filed: { item: view() }, proof: 'absent' as const, here },
      {
        filed: { item: view({ id: 'otherone1', deleted_at: AT }) },
        proof: 'absent' as const,
        here: undefined,
      },
    ];
    const [copy, fresh] = importRequests(offered, 'copy', ['Claims']);
    expect(copy).toMatchObject({ name: 'Claims (2)', revision: 0 });
    expect(copy?.id).not.toBe(here.id);
    expect(fresh).toMatchObject({ id: 'otherone1', revision: 0, is_deleted: false, name: 'Claims' });
    const twice = importRequests([...offered, ...offered.slice(0, 1)], 'copy', ['Claims']);
    expect(twice.map(({ name }) => name)).toEqual(['Claims (2)', 'Claims', 'Claims (3)']);
    const [replaced] = importRequests(offered, 'replace', ['Claims']);
    expect(replaced).toMatchObject({ id: here.id, name: 'Claims', revision: 9 });
    const list = { ...view(), kind: 'list', content: { series: [] } } as SavedItem;
    const [apart] = importRequests([{ filed: { item: list }, proof: 'absent', here }], 'replace', []);
    // An item of another kind is not replaced.
    expect(apart?.id).not.toBe(here.id);
  });
});

test.each(['中', '😀', '\u0001'])(
  'the largest possible items come back unchanged from a file: %j',
  (character) => {
    const items = (largestValues(ItemFields, character) as SavedItem[]).map((fields, at) => ({
      ...fields,
      ...{ id: `largest${at}0`, revision: 3, created_at: AT, changed_at: AT, deleted_at: null },
    }));
    const filed = readSavedFile(
      savedFileText(
        items.map((item) => ({ item })),
        AT,
      ),
    );
    expect(filed.map(({ item }) => item)).toEqual(items);
    const offered = filed.map((one) => ({ filed: one, proof: 'absent' as const, here: undefined }));
    for (const [at, request] of importRequests(offered, 'copy', []).entries()) {
      expect(fits(SaveItemRequest, request)).toBe(true);
      expect(request).toMatchObject({ content: items[at]?.content, note: items[at]?.note });
    }
  },
);
