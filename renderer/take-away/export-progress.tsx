import { Button, Progress } from '@mantine/core';
import type { ExportProgress } from '../../service/contract/table-export.ts';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import styles from './export.module.css';

/** A progress bar with the number of rows and a Cancel button. Without a known total the bar only moves. */
export function ExportProgressBar(props: { progress: ExportProgress; onCancel: () => void }) {
  const { rows, total } = props.progress;
  // A workbook is written in one piece, and the API may not know the length of a published file.
  const isKnown = rows > 0 && total !== null && total > 0;
  const share = isKnown ? Math.min(100, Math.round((100 * rows) / total)) : 0;
  const text = exportedRowsText(props.progress);
  return (
    <div className="first-fills row gap-12">
      <Progress.Root size="sm">
        <Progress.Section
          value={isKnown ? share : 100}
          animated={!isKnown}
          withAria={false}
          role="progressbar"
          aria-label="The file is being written"
          {...(isKnown && {
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': share,
            'aria-valuetext': text,
          })}
        />
      </Progress.Root>
      <span className={`quiet fine ${styles.said}`}>{text}</span>
      <Button variant="default" size="compact-xs" onClick={props.onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** '12,400 of 24,312 rows', '12,400 rows', or '' before the first. */
export function exportedRowsText({ rows, total }: ExportProgress): string {
  if (rows === 0) return '';
  return total === null ? countOf(rows, 'row') : `${groupDigits(String(rows))} of ${countOf(total, 'row')}`;
}
