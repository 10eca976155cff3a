import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { guardFormula } from '../../service/series-math/spreadsheet-cells.ts';
import type { SheetColumn } from './types.ts';

/**
 * Writes rows as tab-separated text with a header row, which spreadsheets paste as cells. Values are the publisher's own text
 * without thousands separators, so that they arrive as numbers; a gap is an empty cell. A single cell has no header, because
 * somebody who copies one number wants just that number.
 * @param rows of the columns' sheet, in the order in which they are copied.
 */
export function tabSeparated(columns: readonly SheetColumn[], rows: Uint32Array): string {
  if (columns.length === 1 && rows.length === 1) return columns[0]?.text(rows[0] as number) ?? '';
  const lines = [columns.map(headerText).join('\t')];
  for (const row of rows) lines.push(columns.map(({ text }) => cleanCell(text(row))).join('\t'));
  return lines.join('\n');
}

/** 'Initial claims, SA (% yr ago)'. Columns that are not lines ('date') have lower-case names, as in exported files. */
function headerText({ slot, title, detail }: SheetColumn): string {
  if (slot === undefined) return title.toLowerCase();
  return guardFormula(cleanCell(detail === '' ? title : `${title} (${detail})`));
}

/** A tab or line break inside a cell would open a new one. */
function cleanCell(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

/** Copies text to the clipboard. For a while afterwards `message` says whether that worked, or why it was refused. */
export function useCopy(): {
  copy: (text: string, what: string) => void;
  refuse: (why: string) => void;
  message: string | undefined;
} {
  const [message, setMessage] = useState<string | undefined>();
  const forget = useTimeout(() => setMessage(undefined), 4000);
  const say = (text: string) => {
    setMessage(text);
    forget.clear();
    forget.start();
  };
  const copy = (text: string, what: string) => {
    navigator.clipboard.writeText(text).then(
      () => say(`${what} copied`),
      () => say('The clipboard took nothing. Click into the table and copy again.'),
    );
  };
  return { copy, refuse: (why) => say(`Nothing copied: ${why}`), message };
}
