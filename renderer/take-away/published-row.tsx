import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { csvPath, type DateRange, startDownload } from '../api/index.ts';
import styles from './export.module.css';
import type { PublishedFile } from './published-files.ts';

/** One file of published series, with the button that saves it. */
export function PublishedRow(props: {
  file: PublishedFile;
  range: DateRange;
  /** Takes the place of the API's own stream. */
  write?: () => void;
  isBusy?: boolean;
}) {
  const { file, range, write, isBusy = false } = props;
  const download = useMutation({ mutationFn: () => startDownload(csvPath(file.choices, range)) });
  const Icon = download.isError ? IconAlertTriangle : download.isSuccess ? IconCheck : IconDownload;
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <strong>{file.title}</strong>
        <span className={styles.quiet}>{file.detail}</span>
        {download.isError && (
          <span className={styles.failure} role="alert">
            The download failed: {download.error.message}
          </span>
        )}
      </div>
      <Button
        variant="default"
        leftSection={<Icon size={16} stroke={1.6} />}
        loading={download.isPending || isBusy}
        aria-label={`Save CSV: ${file.title}, ${file.detail}`}
        onClick={write ?? (() => download.mutate())}
      >
        Save CSV
      </Button>
      <VisuallyHidden role="status">{download.isSuccess ? 'The download has started.' : ''}</VisuallyHidden>
    </li>
  );
}
