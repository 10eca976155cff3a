import { Button, CopyButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import type { Dataset } from '../../service/datasets/index.ts';
import { saveBlob } from '../api/index.ts';
import type { ReleaseRow } from './release-rows.ts';
import { commaSeparated, fileName, type ReleaseContent, tabSeparated } from './release-text.ts';

/** Copies the table for a spreadsheet, and saves it as CSV. */
export function TakeTable(props: {
  dataset: Dataset;
  rows: readonly ReleaseRow[] | undefined;
  date: string;
  state: string;
  isSample: boolean;
}) {
  const { rows, ...rest } = props;
  const content: ReleaseContent | undefined = rows && { ...rest, rows };
  return (
    <div className="flex gap-6">
      <CopyButton value={content ? tabSeparated(content) : ''} timeout={1500}>
        {({ copied, copy }) => (
          <>
            <Button
              variant="default"
              h={30}
              leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.6} />}
              disabled={!content}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
            <VisuallyHidden role="status">
              {copied ? `Copied: the table of ${props.date}` : ''}
            </VisuallyHidden>
          </>
        )}
      </CopyButton>
      <Button
        variant="default"
        h={30}
        leftSection={<IconDownload size={15} stroke={1.6} />}
        disabled={!content}
        onClick={() =>
          content &&
          saveBlob(new Blob([commaSeparated(content)], { type: 'text/csv;charset=utf-8' }), fileName(content))
        }
      >
        CSV
      </Button>
    </div>
  );
}
