import { describe, expect, it } from 'vitest';
import { datasetActions, settingActions } from '../../../renderer/frame/palette-actions.ts';
import { matchingActions } from '../../../renderer/picker/index.ts';
import { findActions } from '../../../renderer/picker/search-actions.ts';
import { findSettings } from '../../../renderer/settings/setting-values.ts';
import type { SavedItem } from '../../../service/contract/saved.ts';
import { SETTINGS } from '../../../service/contract/settings.ts';
import { DATASETS } from '../../../service/datasets/index.ts';
import { seriesId } from '../../../service/datasets/series-choice.ts';

function open(query: string): string[] {
  const done: string[] = [];
  const actions = datasetActions(
    'NY',
    (choice) => done.push(seriesId(choice)),
    (path) => done.push(path),
  );
  for (const action of findActions(actions, query)) action.run();
  return done;
}

it.each([
  ['jolts', ['jolts.job_openings_level_sa']],
  ['debt to the penny', ['us_debt.total_public_debt_outstanding']],
  ['us_debt', ['us_debt.total_public_debt_outstanding']],
  ['SP500', ['/constituents/series=SP500']],
])('%j opens %j', (query, done) => expect(open(query)).toEqual(done));

it('every dataset that can be drawn is found by its title, and shows its headline of the given state', () => {
  for (const { id, title, headline, byState, kind } of DATASETS) {
    if (kind === 'observations') expect(open(title)).toContain(`${id}.${headline}${byState ? '.NY' : ''}`);
  }
});

const nothing = () => undefined;
const settingsWith = (given: Partial<Parameters<typeof settingActions>[0]>) =>
  settingActions({ values: {}, set: nothing, open: nothing, ...given });

describe('settings', () => {
  it('are found by their titles and words, one line for each value, and changed in place', () => {
    const set: unknown[] = [];
    const actions = settingsWith({
      values: { number_style: 'space' },
      set: (name, value) => set.push([name, value]),
    });
    const found = matchingActions(actions, 'decimal');
    expect(found.map(({ title, detail }) => `${title} | ${detail}`)).toEqual([
      'Numbers: 1,234.5 | Setting',
      'Numbers: 1 234,5 | Setting, current value',
      'Numbers: 1.234,5 | Setting',
    ]);
    found[2]?.run();
    const [keys] = matchingActions(actions, 'single key');
    expect(keys?.detail).toBe('Setting, is on');
    keys?.run();
    expect(set).toEqual([
      ['number_style', 'point'],
      ['single_keys', false],
    ]);
    expect(actions.every(({ staysOpen, address }) => staysOpen || address?.startsWith('/settings?q='))).toBe(
      true,
    );
  });

  it('are all found by their titles, except the theme, which has its own actions', () => {
    const actions = settingsWith({});
    for (const { name, title, default: usual, choices } of SETTINGS.filter(({ name }) => name !== 'theme')) {
      const found = matchingActions(actions, title).filter(({ id }) => id.split(':')[1] === name);
      expect(found.length, name).toBe(choices?.length ?? 1);
      if (!choices && typeof usual !== 'boolean') {
        const q = new URLSearchParams(found[0]?.address?.split('?')[1]).get('q') ?? '';
        expect(findSettings(q, {}).map((row) => row.name)).toContain(name);
      }
    }
  });

  it('that must be typed open in Settings, and the page of a team has only personal ones', () => {
    const opened: string[] = [];
    const [port] = matchingActions(
      settingsWith({ values: { port: 5000 }, open: (address) => opened.push(address) }),
      'port',
    ).filter(({ id }) => id === 'setting:port');
    expect(port?.detail).toBe('Setting, is 5000');
    port?.run();
    expect(opened).toEqual(['/settings?q=Port']);
    const withoutFile = settingsWith({ hasFile: false }).map(({ id }) => id.split(':')[1]);
    expect(withoutFile).toContain('density');
    expect(withoutFile).not.toContain('port');
  });

  it('a saved view can be the start', () => {
    const set: unknown[] = [];
    const kept = { revision: 1, created_at: '', changed_at: '', deleted_at: null, note: '', folder: '' };
    const items = [
      {
        ...kept,
        id: 'claims2019',
        kind: 'view',
        name: 'Claims vs 2019',
        content: { address: '/yields', frozen: null },
      },
      {
        ...kept,
        id: 'binned2019',
        kind: 'view',
        name: 'Claims binned',
        deleted_at: '2026-11-20',
        content: {},
      },
      { ...kept, id: 'list2019xx', kind: 'list', name: 'Claims list', content: { series: [] } },
    ] as unknown as SavedItem[];
    const found = matchingActions(
      settingsWith({ items, set: (name, value) => set.push([name, value]) }),
      'start claims',
    );
    expect(found.map(({ title }) => title)).toEqual(['Start with: Claims vs 2019']);
    found[0]?.run();
    expect(set).toEqual([['start_screen', 'item:claims2019']]);
  });
});
