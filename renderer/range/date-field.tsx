import { Input, Paper } from '@mantine/core';
import { useId, useState } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import type { Back, RangeChoice } from '../../service/view/types.ts';
import {
  DATE_FORMS,
  type DateContext,
  type ParsedDate,
  parseDate,
  type RangeEnd,
  readOpen,
} from './parse-date.ts';
import { type ParsedRange, RANGE_FORMS } from './parse-range.ts';
import styles from './range.module.css';

/** A date that was typed, as it was understood. */
export type TakenDate = {
  date: string;
  /** The end of the range moves on with the data: 'since 2020-02' was typed as its beginning, or 'latest' as its end. */
  isOpen: boolean;
  /** Set where it was typed as a distance from the anchor: '-5Y'. */
  back: Back | undefined;
};

/**
 * A field for one end of the range. While it has the focus, a hint says how the text is understood, or what is wrong with it and
 * what would be right. Enter or leaving the field takes the date; Escape puts the old one back.
 */
export function DateField(props: {
  label: string;
  end: RangeEnd;
  date: string;
  context: DateContext;
  /** @returns why the date cannot be this end of the range, if it cannot. */
  refuse: (date: string) => string | undefined;
  /** Added to the hint for a text like '-5Y', where the date will move on with the data. */
  backNote?: string | undefined;
  /** Reads a text that is a whole range; absent: the field takes a date only. */
  readWhole?: (text: string) => ParsedRange | undefined;
  onTakeRange?: (choice: RangeChoice) => void;
  onTake: (taken: TakenDate) => void;
}) {
  const { label, end, date, context, refuse, onTake, backNote } = props;
  const [draft, setDraft] = useState<string | undefined>();
  // The hint covers what is below it, so it goes once the date is taken or given up, and returns when somebody types again.
  const [isHinting, setHinting] = useState(false);
  const hintId = useId();
  const { text, isOpen } = readOpen(draft ?? date, end);
  const isTyping = draft !== undefined;
  const whole = isTyping ? props.readWhole?.(draft) : undefined;
  const parsed = parseDate(text, end, context);
  const ofDate = 'problem' in parsed ? parsed.problem : refuse(parsed.date);
  const problem = whole ? ('problem' in whole ? whole.problem : undefined) : ofDate;
  const forms = props.readWhole ? `${DATE_FORMS}; or both ends: ${RANGE_FORMS}` : DATE_FORMS;
  const take = () => {
    if (whole) {
      if ('problem' in whole) return;
      setDraft(undefined);
      props.onTakeRange?.(whole.choice);
      return;
    }
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
        // Mantine would describe the field by its wrapper, and there is none.
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
        {!isTyping
          ? `Type ${forms}.`
          : inDateStyle(
              problem ?? (whole && 'meaning' in whole ? whole.meaning : meaningOf(parsed, backNote)),
            )}
      </Paper>
    </div>
  );
}

function meaningOf(parsed: ParsedDate, backNote: string | undefined): string {
  if ('problem' in parsed) return parsed.problem;
  return parsed.back && backNote !== undefined ? `${parsed.meaning} ${backNote}` : parsed.meaning;
}
