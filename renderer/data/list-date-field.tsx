import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayNumber, shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';

/**
 * The day of a list of constituents whose file has no date. @param usual the day that it counts as of if nothing is said.
 * @param onDate is called with each whole day that is typed, and with `undefined` where the field is emptied.
 */
export function ListDateField(props: {
  usual: string;
  onDate: (date: string | undefined) => void;
  /** Its name, in a table of several, whose cell has the room around the field. */
  file?: string;
}) {
  const [text, setText] = useState('');
  const problem = problemOf(text);
  return (
    <TextInput
      label="List date"
      aria-label={props.file === undefined ? undefined : `List date of ${props.file}`}
      description={`The file has no date. Write the day that the list is of; without it, ${shownDate(props.usual)}.`}
      size="sm"
      maw={420}
      mx={props.file === undefined ? 'md' : 0}
      my="xs"
      spellCheck={false}
      autoComplete="off"
      placeholder={props.usual}
      value={text}
      error={text.length < 10 ? undefined : problem}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        if (typed === '') props.onDate(undefined);
        else if (problemOf(typed) === undefined) props.onDate(typed);
      }}
    />
  );
}

function problemOf(text: string): string | undefined {
  if (text === '') return undefined;
  if (dayNumber(text) === undefined) return 'Write a calendar day like 2014-12-07.';
  return text > todayText() ? `It cannot be after today, ${todayText()}.` : undefined;
}
