import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayNumber, shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { FilePreview } from '../../service/contract/ingest.ts';
import { LIST_CODE } from '../../service/contract/names.ts';
import type { ListFacts } from '../api/index.ts';

/**
 * Fields for what a file does not say of its list of constituents: the day, filled in from the file's name where that holds one, and the
 * code. @param usual the day that the list counts as of if nothing is said.
 * @param onFacts is called with each whole day or code that is typed, and with '' where the field is emptied.
 */
export function ListFields(props: {
  preview: Pick<FilePreview, 'undated' | 'dateInName' | 'isUnnamed'>;
  usual: string;
  facts: ListFacts;
  onFacts: (facts: ListFacts) => void;
  /** Its name, in a table of several, whose cell has the room around the fields. */
  file?: string;
}) {
  const { preview, usual, facts, onFacts, file } = props;
  const isCoded = preview.isUnnamed || facts.listCode !== undefined;
  const named = preview.dateInName;
  return (
    <>
      {isCoded && (
        <FactField
          label="List code"
          file={file}
          description="The file does not name its fund. Write a code for its list."
          placeholder="IVV"
          problemOf={codeProblem}
          onText={(listCode) => onFacts({ listCode })}
        />
      )}
      {preview.undated.length > 0 && (
        <FactField
          label="List date"
          file={file}
          description={
            named === null
              ? `The file has no date. Write the day of the list; without it, ${shownDate(usual)}.`
              : `The file has no date; its name says ${shownDate(named)}. Write the day of the list; without it, ${shownDate(usual)}.`
          }
          placeholder={usual}
          first={named ?? ''}
          most={10}
          problemOf={dateProblem}
          onText={(listDate) => onFacts({ listDate })}
        />
      )}
    </>
  );
}

function FactField(props: {
  label: string;
  file: string | undefined;
  description: string;
  placeholder: string;
  first?: string;
  /** The length from which a text is complete: a shorter one shows no error. */
  most?: number;
  problemOf: (text: string) => string | undefined;
  onText: (text: string) => void;
}) {
  const { label, file, problemOf, most = 1 } = props;
  const [text, setText] = useState(props.first ?? '');
  return (
    <TextInput
      label={label}
      aria-label={file === undefined ? undefined : `${label} of ${file}`}
      description={props.description}
      size="sm"
      maw={420}
      mx={file === undefined ? 'md' : 0}
      my="xs"
      spellCheck={false}
      autoComplete="off"
      placeholder={props.placeholder}
      value={text}
      error={text.length < most ? undefined : problemOf(text)}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        if (typed === '' || problemOf(typed) === undefined) props.onText(typed);
      }}
    />
  );
}

function dateProblem(text: string): string | undefined {
  if (dayNumber(text) === undefined) return 'Write a calendar day like 2014-12-07.';
  return text > todayText() ? `It cannot be after today, ${todayText()}.` : undefined;
}

function codeProblem(text: string): string | undefined {
  return LIST_CODE.test(text)
    ? undefined
    : 'Write letters, digits and _ . - that begin and end with a letter or digit.';
}
