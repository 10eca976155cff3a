import { Input, Paper } from '@mantine/core';
import { useId, useState } from 'react';
import { DATE_FORMS, type DateContext, parseDate, type RangeEnd, readOpen } from './parse-date.ts';
import styles from './range.module.css';

/**
 * One end of the range, typed. While it has the focus it says how what stands there is understood, or what is wrong with it
 * and what would be right. Enter or leaving the field takes it; Escape puts the old day back.
 */
export function DateField(props: {
  label: string;
  end: RangeEnd;
  date: string;
  context: DateContext;
  /** What speaks against this day as this end of the range, if anything. */
  refuse: (date: string) => string | undefined;
  /** @param isOpen the range goes on with the data: 'since 2020-02' as its beginning, 'latest' as its end. */
  onTake: (date: string, isOpen: boolean) => void;
}) {
  const { label, end, date, context, refuse, onTake } = props;
  const [draft, setDraft] = useState<string | undefined>();
  const hintId = useId();
  const { text, isOpen } = readOpen(draft ?? date, end);
  const parsed = parseDate(text, end, context);
  const problem = 'problem' in parsed ? parsed.problem : refuse(parsed.date);
  const isTyping = draft !== undefined;
  const take = () => {
    if (isTyping && 'date' in parsed && problem === undefined) {
      setDraft(undefined);
      if (parsed.date !== date || isOpen) onTake(parsed.date, isOpen);
    }
  };
  return (
    <div className={styles.field}>
      <Input
        size="xs"
        // Mantine's own describes a field by its wrapper only, and there is none.
        withAria={false}
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={(isTyping && problem !== undefined) || undefined}
        error={isTyping && problem !== undefined}
        classNames={{ input: styles.date as string }}
        value={draft ?? date}
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setDraft(undefined);
        }}
        onBlur={() => {
          take();
          setDraft(undefined);
        }}
      />
      <Paper
        id={hintId}
        className={styles.hint as string}
        data-problem={(isTyping && problem !== undefined) || undefined}
        role="status"
        shadow="sm"
      >
        {!isTyping ? `Type ${DATE_FORMS}.` : (problem ?? ('meaning' in parsed ? parsed.meaning : ''))}
      </Paper>
    </div>
  );
}
