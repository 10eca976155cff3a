import { Input, Paper } from '@mantine/core';
import { useId, useState } from 'react';
import type { Back } from '../../service/view/types.ts';
import {
  DATE_FORMS,
  type DateContext,
  type ParsedDate,
  parseDate,
  type RangeEnd,
  readOpen,
} from './parse-date.ts';
import styles from './range.module.css';

/** What was typed, understood. */
export type TakenDate = {
  date: string;
  /** The range goes on with the data: 'since 2020-02' as its beginning, 'latest' as its end. */
  isOpen: boolean;
  /** It was typed as so far back from the anchor. */
  back: Back | undefined;
};

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
  /** Said after what a text that counts back means, where it will go on meaning that. */
  backNote?: string | undefined;
  onTake: (taken: TakenDate) => void;
}) {
  const { label, end, date, context, refuse, onTake, backNote } = props;
  const [draft, setDraft] = useState<string | undefined>();
  // The hint stands over what is below: it goes once the day is taken or given up, until something is typed again.
  const [isHinting, setHinting] = useState(false);
  const hintId = useId();
  const { text, isOpen } = readOpen(draft ?? date, end);
  const parsed = parseDate(text, end, context);
  const problem = 'problem' in parsed ? parsed.problem : refuse(parsed.date);
  const isTyping = draft !== undefined;
  const take = () => {
    if (isTyping && 'date' in parsed && problem === undefined) {
      setDraft(undefined);
      const { back } = parsed;
      if (parsed.date !== date || isOpen || back) onTake({ date: parsed.date, isOpen, back });
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
        onFocus={(event) => {
          setHinting(true);
          event.currentTarget.select();
        }}
        onChange={(event) => {
          setHinting(true);
          setDraft(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            take();
            setHinting(isTyping && problem !== undefined);
          }
          if (event.key === 'Escape') {
            setDraft(undefined);
            setHinting(false);
          }
        }}
        onBlur={() => {
          take();
          setDraft(undefined);
          setHinting(false);
        }}
      />
      <Paper
        id={hintId}
        className={`fine ${styles.hint}`}
        style={isHinting ? undefined : { visibility: 'hidden' }}
        data-problem={(isTyping && problem !== undefined) || undefined}
        role="status"
        shadow="sm"
      >
        {!isTyping ? `Type ${DATE_FORMS}.` : (problem ?? meaningOf(parsed, backNote))}
      </Paper>
    </div>
  );
}

function meaningOf(parsed: ParsedDate, backNote: string | undefined): string {
  if ('problem' in parsed) return parsed.problem;
  return parsed.back && backNote !== undefined ? `${parsed.meaning} ${backNote}` : parsed.meaning;
}
