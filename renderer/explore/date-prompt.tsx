import { Paper, TextInput } from '@mantine/core';
import { useState } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { DateRange } from '../../service/view/types.ts';
import { DATE_FORMS, parseDate } from '../range/index.ts';
import styles from './explore.module.css';

/** A prompt for a date, over the chart. Enter goes to the date; Escape and leaving the field close the prompt. */
export function DatePrompt(props: {
  held: DateRange;
  onGo: (date: string) => void;
  /** @param isDone false where the user has moved the focus elsewhere */
  onClose: (isDone: boolean) => void;
}) {
  const { held, onGo, onClose } = props;
  const [text, setText] = useState('');
  const read = text.trim() === '' ? undefined : readDate(text, held);
  return (
    <Paper className={styles.prompt as string} shadow="md" withBorder role="dialog" aria-label="Go to date">
      <TextInput
        autoFocus
        label="Go to date"
        size="xs"
        spellCheck={false}
        autoComplete="off"
        placeholder="2008-09-15"
        value={text}
        error={read && 'problem' in read ? read.problem : undefined}
        description={read && 'meaning' in read ? read.meaning : `Type ${DATE_FORMS}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => onClose(false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter' && read && 'date' in read) {
            onClose(true);
            onGo(read.date);
          }
          if (event.key === 'Escape') onClose(true);
        }}
      />
    </Paper>
  );
}

/** @returns the date that was typed, or why it cannot be gone to. */
function readDate(text: string, held: DateRange): { date: string; meaning: string } | { problem: string } {
  const parsed = parseDate(text, 'from', { today: todayText(), anchor: held.to });
  if ('problem' in parsed) return parsed;
  const { date } = parsed;
  if (date < held.from || date > held.to)
    return {
      problem: `There are no data on ${shownDate(date)}: they go from ${shownDate(held.from)} to ${shownDate(held.to)}.`,
    };
  return { date, meaning: `To the observation nearest to ${shownDate(date)}. Enter goes there.` };
}
