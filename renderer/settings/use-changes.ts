import { useState } from 'react';
import { findSetting } from '../../service/contract/check-setting.ts';
import { useSetSettings } from '../api/index.ts';
import type { SettingsByName } from './find-settings.ts';
import { isChanged, settingText } from './find-settings.ts';

/** Sets settings at once, says what became of it, and can undo the last change. */
export function useSettingChanges(values: SettingsByName | undefined) {
  const { mutate } = useSetSettings();
  const [last, setLast] = useState<{ notice: string; before?: SettingsByName }>();
  const [problem, setProblem] = useState<string>();

  function set(changes: SettingsByName, isUndo = false): void {
    if (values === undefined) return;
    const before = Object.fromEntries(
      Object.keys(changes).map((name) => [name, valueOrNull(name, values[name])]),
    );
    setProblem(undefined);
    setLast(isUndo ? { notice: `Undone: ${said(changes)}` } : { notice: said(changes), before });
    mutate(changes, {
      onError: (error) => {
        setLast(undefined);
        setProblem(error.message);
      },
    });
  }

  return {
    set: (changes: SettingsByName) => set(changes),
    notice: last?.notice,
    problem,
    undo: last?.before && (() => set(last.before ?? {}, true)),
  };
}

/** @returns the value to give back: null where it is the default. */
function valueOrNull(name: string, value: unknown): unknown {
  const row = findSetting(name);
  return row && isChanged(row, value) ? value : null;
}

function said(changes: SettingsByName): string {
  const [first, ...more] = Object.entries(changes);
  if (first === undefined) return '';
  if (more.length > 0) return `${more.length + 1} settings were changed.`;
  const row = findSetting(first[0]);
  if (!row) return '';
  return `${row.title}: ${settingText(row, first[1] ?? row.default)}${first[1] === null ? ', the default' : ''}.`;
}
