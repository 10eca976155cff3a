import { Autocomplete, NumberInput, type NumberInputProps, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import { type DateRange, LONGEST_AVERAGE } from '../../service/view/types.ts';
import { DATE_FORMS, parseDate, recessionStarts } from '../range/index.ts';
import styles from './legend.module.css';

type IndexDateProps = {
  /** Absent: `usual` applies. */
  date: string | undefined;
  /** The default date, in words or digits. */
  usual: string;
  /** First and last day of the data: limits the offered recessions, and '-5Y' counts from the last. */
  held?: DateRange | undefined;
  label?: string;
  width?: number;
  onTake: (date: string | undefined) => void;
};

/** A field for the day of an index's 100, with recessions. Marks invalid dates; empty means `usual`. */
export function IndexDate({ date, usual, held, label, width, onTake }: IndexDateProps) {
  const [draft, setDraft] = useState<string | undefined>();
  const text = draft ?? date ?? '';
  const read = (typed: string) =>
    parseDate(typed, 'from', { today: todayText(), anchor: held?.to ?? todayText() });
  const parsed = read(text);
  const problem = text.trim() !== '' && 'problem' in parsed ? parsed.problem : undefined;
  const isTyping = draft !== undefined && draft !== date;
  const hint =
    text.trim() === '' ? `100 is ${usual}.` : (problem ?? ('meaning' in parsed ? parsed.meaning : ''));
  const starts = recessionStarts(held ?? { from: '0001-01-01', to: todayText() });
  const names = new Map(starts.map((one) => [one.date, one.name]));
  const take = (typed: string) => {
    if (typed.trim() === '') {
      setDraft(undefined);
      if (date !== undefined) onTake(undefined);
      return;
    }
    const entered = read(typed);
    if ('problem' in entered) return;
    setDraft(undefined);
    if (entered.date !== date) onTake(entered.date);
  };
  return (
    <Tooltip label={hint} opened={isTyping} position="top-start" multiline maw={320} withinPortal={false}>
      <Autocomplete
        {...(label === undefined ? { 'aria-label': 'Index date' } : { label })}
        {...(width !== undefined && { w: width })}
        description={isTyping ? hint : `The day that is set to 100. Type ${DATE_FORMS}.`}
        // For screen readers. The tooltip shows the same above the field, so that nothing moves.
        descriptionProps={{ role: 'status', className: 'unseen one-line' }}
        size="xs"
        classNames={{ wrapper: styles.field as string }}
        placeholder={usual}
        value={text}
        error={problem !== undefined}
        data={[{ group: 'Start of a recession', items: starts.map((one) => one.date) }]}
        // Always all recessions: they are choices, not completions of the typed text.
        filter={({ options }) => options}
        renderOption={({ option }) => names.get(option.value) ?? option.value}
        // Without a portal, the texts of group and tooltip are inside the field's landmark.
        comboboxProps={{ withinPortal: false, width: 170, position: 'bottom-start' }}
        maxDropdownHeight={260}
        spellCheck={false}
        onChange={setDraft}
        onOptionSubmit={take}
        onBlur={() => take(text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(text);
          if (event.key === 'Escape') setDraft(undefined);
        }}
      />
    </Tooltip>
  );
}

type AverageInputProps = Pick<
  NumberInputProps,
  'label' | 'aria-label' | 'placeholder' | 'w' | 'className' | 'prefix' | 'suffix' | 'title'
> & {
  /** Number of observations; `undefined` if there is no average. */
  value: number | undefined;
  /** The smallest number. 1 turns off the chart's average for a line. */
  least: 1 | 2;
  onTake: (value: number | undefined) => void;
};

/** A field for a moving average's observations. Ignores invalid numbers; empty removes the average. */
export function AverageInput({ value, least, onTake, ...rest }: AverageInputProps) {
  return (
    <NumberInput
      size="xs"
      {...rest}
      min={least}
      max={LONGEST_AVERAGE}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="blur"
      value={value ?? ''}
      onChange={(typed) => {
        const count = Number(typed);
        if (typed === '') onTake(undefined);
        else if (count >= least && count <= LONGEST_AVERAGE) onTake(count);
      }}
    />
  );
}
