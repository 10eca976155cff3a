import { NumberInput, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SettingRow } from '../../service/contract/settings.ts';
import { useSaved } from '../api/index.ts';
import { settingText } from './find-settings.ts';

type Props = { row: SettingRow; value: unknown; onSet: (value: unknown) => void };

/** The control of a setting, by what its value is. Texts and numbers are set when the field is left or with Enter. */
export function SettingControl({ row, value, onSet }: Props) {
  if (row.name === 'start_screen') return <StartScreen row={row} value={value} onSet={onSet} />;
  if (row.choices)
    return (
      <SegmentedControl
        aria-label={row.title}
        data={row.choices.map((choice) => ({ value: choice.value, label: choice.title }))}
        value={String(value)}
        onChange={onSet}
      />
    );
  if (typeof row.default === 'boolean')
    return (
      <Switch
        size="sm"
        aria-label={row.title}
        checked={value === true}
        onChange={(event) => onSet(event.currentTarget.checked)}
      />
    );
  // A new field with each value from elsewhere.
  return <Field key={JSON.stringify(value)} row={row} value={value} onSet={onSet} />;
}

function Field({ row, value, onSet }: Props) {
  const isList = Array.isArray(row.default);
  const [draft, setDraft] = useState(isList && Array.isArray(value) ? value.join('\n') : String(value));
  const common = { 'aria-label': row.title, size: 'xs', value: draft } as const;
  const set = (next: unknown): void => {
    if (JSON.stringify(next) !== JSON.stringify(value)) onSet(next);
  };
  if (typeof row.default === 'number')
    return (
      <NumberInput
        {...common}
        w="8rem"
        allowDecimal={false}
        allowNegative={false}
        onChange={(next) => setDraft(String(next))}
        onBlur={() => set(draft === '' ? row.default : Number(draft))}
        onKeyDown={(event) => event.key === 'Enter' && set(draft === '' ? row.default : Number(draft))}
      />
    );
  if (!isList)
    return (
      <TextInput
        {...common}
        w="16rem"
        placeholder="none"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => set(draft.trim())}
        onKeyDown={(event) => event.key === 'Enter' && set(draft.trim())}
      />
    );
  return (
    <Textarea
      {...common}
      w="16rem"
      autosize
      minRows={1}
      placeholder="none; one a line"
      spellCheck={false}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => set(draft.split(/\s+/).filter((line) => line !== ''))}
    />
  );
}

/** Overview, what was shown last, or something that was saved. */
function StartScreen({ row, value, onSet }: Props) {
  const { data: items = [] } = useSaved();
  const saved = items
    .filter(({ kind, deleted_at }) => kind !== 'list' && deleted_at === null)
    .map(({ id, name }) => ({ value: `item:${id}`, label: name }));
  const own = row.choices?.map((choice) => ({ value: choice.value, label: choice.title })) ?? [];
  const isGone = typeof value === 'string' && ![...own, ...saved].some((each) => each.value === value);
  const gone = isGone ? [{ value: String(value), label: settingText(row, value) }] : [];
  return (
    <Select
      aria-label={row.title}
      w="16rem"
      allowDeselect={false}
      data={[...own, ...saved, ...gone]}
      value={String(value)}
      onChange={(next) => next !== null && onSet(next)}
    />
  );
}
