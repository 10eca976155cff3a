import { PREFERENCES, type PreferenceName, type Setting } from '../../../service/contract/preferences.ts';
import { preferenceOf } from '../../api/index.ts';
import type { SearchAction } from '../../picker/index.ts';

/** Settings for which the palette has other actions. */
const ELSEWHERE: readonly string[] = ['theme'];

/**
 * @param values the preferences by name, as they are now. @param set changes one.
 * @returns an action for each switch, and for each value that a setting can have. The palette stays open and shows what is set.
 */
export function settingActions(
  values: Readonly<Record<string, unknown>>,
  set: (name: PreferenceName, value: unknown) => void,
): SearchAction[] {
  return Object.keys(PREFERENCES).flatMap((key): SearchAction[] => {
    const name = key as PreferenceName;
    const { setting }: { default: unknown; setting?: Setting } = PREFERENCES[name];
    if (!setting || ELSEWHERE.includes(name)) return [];
    const now: unknown = preferenceOf(values, name);
    const action = (
      id: string,
      title: string,
      detail: string,
      words: string,
      value: unknown,
    ): SearchAction => ({
      id: `setting:${id}`,
      title,
      detail,
      words: `${setting.words} ${words} setting preference`,
      facts: setting.text,
      staysOpen: true,
      run: () => set(name, value),
    });
    if (!setting.choices)
      return [action(name, setting.title, `Setting, is ${now ? 'on' : 'off'}`, 'on off switch', !now)];
    return setting.choices.map(({ value, title }) =>
      action(
        `${name}:${value}`,
        `${setting.title}: ${title}`,
        value === now ? 'Setting, is so now' : 'Setting',
        '',
        value,
      ),
    );
  });
}
