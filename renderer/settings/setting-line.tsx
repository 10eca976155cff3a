import {
  ActionIcon,
  Box,
  CopyButton,
  NumberInput,
  SegmentedControl,
  Select,
  Switch,
  Textarea,
  TextInput,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { SettingRow } from '../../service/contract/settings.ts';
import { usualShell } from '../../service/contract/shell.ts';
import { useCan, useSaved } from '../api/index.ts';
import { commandOf, isChanged, settingText } from './setting-values.ts';

/** A setting: description, control, mark of a change, default, and the file that stores it. */
export function SettingLine(props: {
  row: SettingRow;
  value: unknown;
  isWaiting: boolean;
  onSet: (value: unknown) => void;
}) {
  const { row, value, onSet } = props;
  const id = useId();
  const isOnComputer = useCan('computer');
  const wasChanged = isChanged(row, value);
  return (
    <Box
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      className="row wrap gap-8-12 ruled"
      p="0.625rem 1rem"
      data-setting={row.name}
      data-changed={wasChanged || undefined}
    >
      <Box flex="1 1 18rem" className="shrink">
        <Box component="h3" id={id} className="medium" fz="md">
          {wasChanged && <ChangedMark />}
          {row.title}
        </Box>
        <p className="sub">{row.text}</p>
        {isOnComputer && (
          <p className="sub row wrap gap-4">
            <span>kept in {row.keptIn}</span>
            {row.isOnRestart && (
              <span> · {props.isWaiting ? 'waits for a restart' : 'takes effect on restart'}</span>
            )}
            <CopyButton value={commandOf(row, value, usualShell(navigator.platform))} timeout={1500}>
              {({ copied, copy }) => (
                <>
                  ·
                  <UnstyledButton
                    className="hovers rounded accent"
                    fz="xs"
                    px={4}
                    aria-label={`Copy as command: ${row.title}`}
                    onClick={copy}
                  >
                    {copied ? 'Copied' : 'Copy as command'}
                  </UnstyledButton>
                  <span className="unseen" role="status">
                    {copied ? 'Copied' : ''}
                  </span>
                </>
              )}
            </CopyButton>
          </p>
        )}
      </Box>
      <SettingControl row={row} value={value} onSet={onSet} />
      <Box w="11rem" className="row gap-4 fine quiet">
        {wasChanged && (
          <>
            <span className="cut one-line grow" title={settingText(row, row.default)}>
              default {settingText(row, row.default)}
            </span>
            <Tooltip label="Back to the default">
              <ActionIcon aria-label={`Reset ${row.title}`} onClick={() => onSet(null)}>
                <IconArrowBackUp size={16} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </Box>
    </Box>
  );
}

type Props = { row: SettingRow; value: unknown; onSet: (value: unknown) => void };

/** A setting's control, by the type of its value. Texts and numbers are set on leaving the field or Enter. */
function SettingControl({ row, value, onSet }: Props) {
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
  // The key makes a new field when the value changes elsewhere.
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
      placeholder="none; one per line"
      spellCheck={false}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => set(draft.split(/\s+/).filter((line) => line !== ''))}
    />
  );
}

/** The start screen: Overview, the last address, or a saved item. */
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

/** Marks a setting whose value is not the default. */
export function ChangedMark() {
  return (
    <span className="accent" title="Changed">
      <span aria-hidden>● </span>
      <span className="unseen">Changed: </span>
    </span>
  );
}
