import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayNumber } from '../../service/contract/dates.ts';

type IndexDateProps = {
  /** Absent: the usual one. */
  date: string | undefined;
  /** What stands there while there is none of its own. */
  usual: string;
  label?: string;
  width?: number;
  onTake: (date: string | undefined) => void;
};

/** The day that is 100. What is no day stays in the field, marked, and is not taken; an empty field takes the usual one. */
export function IndexDate({ date, usual, label, width, onTake }: IndexDateProps) {
  const [text, setText] = useState(date ?? '');
  const isRight = text === '' || dayNumber(text) !== undefined;
  const take = () => {
    if (isRight && text !== (date ?? '')) onTake(text === '' ? undefined : text);
  };
  return (
    <TextInput
      {...(label === undefined ? { 'aria-label': 'Index date' } : { label })}
      {...(width !== undefined && { w: width })}
      placeholder={usual}
      value={text}
      error={!isRight}
      title={isRight ? 'The day that stands for 100' : 'Type a day as YYYY-MM-DD'}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
