import { Autocomplete, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import type { DateRange } from '../api/index.ts';
import { DATE_FORMS, parseDate, recessionStarts } from '../range/index.ts';
import styles from './legend.module.css';

type IndexDateProps = {
  /** Absent: the usual one. */
  date: string | undefined;
  /** What stands there while there is none of its own. */
  usual: string;
  /** The days that there are data of: recessions that begin there are offered, and '-5Y' counts from the last. */
  held?: DateRange | undefined;
  label?: string;
  width?: number;
  onTake: (date: string | undefined) => void;
};

const FIRST = '0001-01-01';

/**
 * The day that is 100: typed in any form that the fields of the range take, or the beginning of a recession. How a text is
 * understood is said as one types; what is no day stays in the field, marked, and is not taken; an empty field takes the usual one.
 */
export function IndexDate({ date, usual, held, label, width, onTake }: IndexDateProps) {
  const [draft, setDraft] = useState<string | undefined>();
  const text = draft ?? date ?? '';
  const parsed = parseDate(text, 'from', { today: todayText(), anchor: held?.to ?? todayText() });
  const problem = text.trim() !== '' && 'problem' in parsed ? parsed.problem : undefined;
  const isTyping = draft !== undefined && draft !== date;
  const hint =
    text.trim() === '' ? `100 is ${usual}.` : (problem ?? ('meaning' in parsed ? parsed.meaning : ''));
  const starts = recessionStarts(held ?? { from: FIRST, to: todayText() });
  const names = new Map(starts.map((one) => [one.date, one.name]));
  const take = (typed: string) => {
    if (typed.trim() === '') {
      setDraft(undefined);
      if (date !== undefined) onTake(undefined);
      return;
    }
    const read = parseDate(typed, 'from', { today: todayText(), anchor: held?.to ?? todayText() });
    if ('problem' in read) return;
    setDraft(undefined);
    if (read.date !== date) onTake(read.date);
  };
  return (
    <Tooltip label={hint} opened={isTyping} position="top-start" multiline maw={320} withinPortal={false}>
      <Autocomplete
        {...(label === undefined ? { 'aria-label': 'Index date' } : { label })}
        {...(width !== undefined && { w: width })}
        description={isTyping ? hint : `The day that stands for 100. Type ${DATE_FORMS}.`}
        // Seen as the tooltip over the field, so that nothing moves.
        descriptionProps={{ role: 'status', className: 'unseen one-line' }}
        size="xs"
        classNames={{ wrapper: styles.field as string }}
        placeholder={usual}
        value={text}
        error={problem !== undefined}
        data={[{ group: 'Start of a recession', items: starts.map((one) => one.date) }]}
        // All of them, whatever is typed: they are a choice, not a completion.
        filter={({ options }) => options}
        renderOption={({ option }) => names.get(option.value) ?? option.value}
        // Within the landmark that the field is in: a group's name and the tooltip are text.
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
