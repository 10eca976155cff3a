import { SETTINGS_FILE } from '../../../service/contract/names.ts';
import type { SavedItem } from '../../../service/contract/saved.ts';
import { SETTINGS, type SettingRow } from '../../../service/contract/settings.ts';
import type { SearchAction } from '../../picker/index.ts';

/** Settings for which the palette has other actions. */
const ELSEWHERE: readonly string[] = ['theme'];
/** As many saved views are offered as a start; Settings lists all. */
const MOST_STARTS = 100;

/**
 * @param given.values of all settings by name, as they are now; one that is absent has its default. @param given.set changes one.
 * @param given.open shows an address of the app. @param given.items what is saved: each view or board can be the start.
 * @param given.hasFile the settings of settings.json can be changed here.
 * @returns an action for each switch, and for each value that a setting can have: the palette stays open and shows what is set. What has to
 * be typed is opened in Settings.
 */
export function settingActions(given: {
  values: Readonly<Record<string, unknown>>;
  set: (name: string, value: unknown) => void;
  open: (address: string) => void;
  items?: readonly SavedItem[];
  hasFile?: boolean;
}): SearchAction[] {
  const { values, set, open, items = [], hasFile = true } = given;
  return SETTINGS.flatMap((row): SearchAction[] => {
    const { name, title } = row;
    if (ELSEWHERE.includes(name) || (!hasFile && row.keptIn === SETTINGS_FILE)) return [];
    const now = values[name] ?? row.default;
    const setTo = (id: string, value: unknown) => ({ id, staysOpen: true, run: () => set(name, value) });
    const choices = name === 'start_screen' ? [...(row.choices ?? []), ...startsOf(items)] : row.choices;
    if (choices)
      return choices.map((choice) => ({
        ...setTo(`setting:${name}:${choice.value}`, choice.value),
        ...said(row, choice.value === now ? 'Setting, is so now' : 'Setting'),
        title: `${title}: ${choice.title}`,
      }));
    if (typeof row.default === 'boolean')
      return [
        {
          ...setTo(`setting:${name}`, !now),
          ...said(row, `Setting, is ${now ? 'on' : 'off'}`, 'on off switch'),
        },
      ];
    const address = `/settings?${new URLSearchParams({ q: title })}`;
    return [
      {
        ...said(row, `Setting, is ${textOf(now)}`),
        ...{ id: `setting:${name}`, title: `${title}…`, address, run: () => open(address) },
      },
    ];
  });
}

function said({ title, text, words }: SettingRow, detail: string, more = '') {
  return { title, detail, words: `${words} ${more} setting preference`, facts: text };
}

/** What is saved as choices of the start. */
function startsOf(items: readonly SavedItem[]): { value: string; title: string }[] {
  return items
    .filter(({ kind, deleted_at }) => kind !== 'list' && deleted_at === null)
    .slice(0, MOST_STARTS)
    .map(({ id, name }) => ({ value: `item:${id}`, title: name }));
}

function textOf(value: unknown): string {
  return (Array.isArray(value) ? value.join(', ') : String(value)) || 'none';
}
