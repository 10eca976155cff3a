import { describe, expect, it } from 'vitest';
import {
  heldDaysText,
  lateNames,
  lateText,
  listsText,
  shownFreshness,
} from '../../../renderer/frame/texts.ts';
import type { CatalogDataset, CatalogSeries } from '../../../service/contract/catalog.ts';
import { showNumbersAs } from '../../../service/series-math/decimal-text.ts';

const of = (state: 'current' | 'due' | 'late', days_late = 0): Pick<CatalogDataset, 'freshness'> => ({
  freshness: {
    state,
    days_late,
    expected_last_date: null,
    next_release: null,
    next_release_text: '',
    behind: [],
  },
});

describe('the freshness of the shown data', () => {
  it('says by how many days one dataset is late, and how many of several are late', () => {
    expect(lateText([of('late', 1)])).toBe('late 1 day');
    expect(lateText([of('late', 39)])).toBe('late 39 days');
    const was = showNumbersAs('point');
    expect(lateText([of('late', 1326)])).toBe('late 1.326 days');
    expect(shownFreshness(of('late', 1326).freshness)).toBe('Late 1.326 days');
    showNumbersAs(was);
    expect(lateText([of('late', 39), of('current')])).toBe('1 late');
    expect(lateText([of('late', 39), of('late', 2), of('due')])).toBe('2 late');
  });

  it('names what is late: the shown series, or else the dataset', () => {
    const late = (id: string, days: number, behind: string[] = []) => {
      const { freshness } = of('late', days);
      return { id, title: id, freshness: freshness && { ...freshness, behind } };
    };
    const quits = { dataset: 'jolts', code: 'quits_level_sa', area: '' } as const;
    const hires = { ...quits, code: 'hires_level_sa' };
    expect(lateNames([late('jolts', 3, ['quits_level_sa'])], [quits, hires])).toBe(
      'Quits, level, SA: 3 days late',
    );
    expect(lateNames([late('jolts', 3, ['quits_level_sa'])], [quits, quits])).toBe(
      'Quits, level, SA: 3 days late',
    );
    expect(lateNames([late('jolts', 1)], [quits])).toBe('jolts: 1 day late');
    expect(lateNames([late('jolts', 3), late('yields', 2)], [])).toBe('jolts and yields are late');
    expect(lateNames([late('a', 3), late('b', 2), late('c', 1)], [])).toBe('a and 2 others are late');
    expect(lateNames([{ id: 'a', title: 'A', ...of('due') }], [])).toBe('');
  });

  it('says nothing of current, due or sample data', () => {
    expect(lateText([of('current'), of('due'), { freshness: null }])).toBe('');
    expect(lateText([])).toBe('');
  });

  it('shows the oldest and the newest last date if they differ', () => {
    expect(heldDaysText([{ last_date: '2026-11-19' }])).toBe('Data to 2026-11-19');
    expect(
      heldDaysText([{ last_date: '2026-11-19' }, { last_date: null }, { last_date: '2026-10-01' }]),
    ).toBe('Data to 2026-10-01 … 2026-11-19');
    expect(heldDaysText([{ last_date: null }])).toBe('No data yet');
  });

  it('has the dates of lists for each index and fund, not only the newest of all', () => {
    const held = (code: string, last_date: string) =>
      ({ code, last_date, lists: [{ as_of: last_date, count: 1, origin: 'file' }] }) as CatalogSeries;
    const series = [held('IVV', '2024-12-06'), held('SP500', '2026-11-25'), { lists: [] } as never];
    expect(heldDaysText([{ last_date: '2026-11-25', series }, { last_date: '2026-11-20' }])).toBe(
      'Data to 2024-12-06 … 2026-11-25',
    );
    expect(listsText([{ code: 'IVV', date: '2024-12-06' }])).toBe('IVV as of 2024-12-06');
    expect(listsText([{ code: 'A'.repeat(60), date: '2024-12-06' }])).toBe(
      `${'A'.repeat(24)}… as of 2024-12-06`,
    );
    const two = [
      { code: 'SPY', date: '2025-02-07' },
      { code: 'IVV', date: '2024-12-06' },
    ];
    expect(listsText(two)).toBe('2 lists as of 2024-12-06 … 2025-02-07');
    expect(listsText([two[0], two[0]].flatMap((one) => one ?? []))).toBe('2 lists as of 2025-02-07');
  });
});
