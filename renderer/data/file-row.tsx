import { Button } from '@mantine/core';
import type { FilePreview } from '../../service/contract/ingest.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { ListFacts, SaidOfFile } from '../api/index.ts';
import styles from './data.module.css';
import { ListFields } from './list-fields.tsx';

/** A file of several: what it is, once it is read, and what became of it. */
export type PickedFile = {
  file: File;
  preview?: FilePreview;
  /** Why it cannot be imported, or was not. */
  problem?: string;
  /** What its import changed. */
  result?: string;
  /** The code of the problem, where the user may overrule it. */
  refusal?: string;
} & SaidOfFile;

/** What a file is, and what became of it; where it has a list without a date or a code, fields for them. @param props.onAnyway imports it although it was refused */
export function FileRow(props: {
  row: PickedFile;
  titles: ReadonlyMap<string, string>;
  onAnyway: (() => void) | undefined;
  /** Takes what is typed in the fields; `undefined` while that cannot be said. */
  onFacts: ((facts: ListFacts) => void) | undefined;
}) {
  const { row, titles, onAnyway, onFacts } = props;
  const { file, preview, problem, result } = row;
  const datasets = preview?.datasets ?? [];
  const days = filePeriod(row);
  /** Nothing is known of it but why. */
  const isUnreadable = problem !== undefined && !preview;
  return (
    <tr>
      <th scope="row" className="breaks">
        {file.name}
        {preview && <div className="sub">{preview.format.title}</div>}
        {preview && onFacts && (
          <ListFields
            preview={preview}
            usual={preview.datasets[0]?.last ?? ''}
            facts={row}
            onFacts={onFacts}
            file={file.name}
          />
        )}
      </th>
      {isUnreadable || (
        <>
          <td className={styles.wraps}>
            {datasets.map(({ dataset }) => titles.get(dataset) ?? dataset).join(', ')}
          </td>
          <td className="to-right">
            {preview && groupDigits(String(datasets.reduce((sum, { rows }) => sum + rows, 0)))}
          </td>
          <td>{days && (days[0] === days[1] ? days[0] : `${days[0]} – ${days[1]}`)}</td>
        </>
      )}
      <td
        colSpan={isUnreadable ? 4 : undefined}
        className={`${styles.outcome} ${problem === undefined ? '' : 'error breaks'}`}
      >
        {problem ?? result ?? (needsCode(row) ? 'Needs a list code' : preview ? 'Ready' : 'Waits')}
        {onAnyway && (
          <Button
            variant="default"
            size="compact-sm"
            mt={4}
            display="block"
            aria-label={`Import anyway: ${file.name}`}
            onClick={onAnyway}
          >
            Import anyway
          </Button>
        )}
      </td>
    </tr>
  );
}

/** @returns whether the file does not name its list, and no code was given for it. */
export function needsCode({ preview, listCode }: PickedFile): boolean {
  return preview?.isUnnamed === true && !listCode;
}

/** @returns the first and last day of all observations of the file, or the day that its lists are said to be of. */
export function filePeriod({ preview, listDate }: PickedFile): [string, string] | undefined {
  if (listDate) return [listDate, listDate];
  const firsts = preview?.datasets.flatMap(({ first }) => first ?? []).sort() ?? [];
  const lasts = preview?.datasets.flatMap(({ last }) => last ?? []).sort() ?? [];
  const [first, last] = [firsts[0], lasts.at(-1)];
  return first === undefined || last === undefined ? undefined : [first, last];
}
