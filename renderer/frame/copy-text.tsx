import { ActionIcon, Button, CopyButton, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { saveBlob } from '../api/index.ts';

/** A button that copies `value` and confirms it. @param props.what the name of the copied text */
export function CopyText({ value, what }: { value: string; what: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <>
          <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
            <ActionIcon size={26} onClick={copy} aria-label={copied ? 'Copied' : `Copy ${what}`}>
              {copied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
          <VisuallyHidden role="status">{copied ? `Copied: ${what}` : ''}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  );
}

/** Terminal commands, one a line, with a copy button. */
export function CommandLine({ children }: { children: string }) {
  return (
    <div className="command well">
      <code style={{ whiteSpace: 'pre-wrap' }}>{children}</code>
      <CopyText value={children} what="command" />
    </div>
  );
}

/** A table, tab-separated for a spreadsheet and as a CSV file; the CSV's rows may have to load first. */
type TableTexts = { tabs: string; csv: () => string | Promise<string>; fileName: string };

export function TakeTable(props: {
  /** `undefined` while the numbers load. */
  texts: TableTexts | undefined;
  /** The name of the copied table, for screen readers: 'the statement of 2025-03-05'. */
  what: string;
}) {
  const { texts, what } = props;
  const save = useMutation({
    mutationFn: async ({ csv, fileName }: TableTexts) =>
      saveBlob(new Blob([await csv()], { type: 'text/csv;charset=utf-8' }), fileName),
  });
  return (
    <div className="flex gap-6">
      <CopyButton value={texts?.tabs ?? ''} timeout={1500}>
        {({ copied, copy }) => (
          <>
            <Button
              variant="default"
              h={30}
              leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.6} />}
              disabled={!texts}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
            <VisuallyHidden role="status">{copied ? `Copied: ${what}` : ''}</VisuallyHidden>
          </>
        )}
      </CopyButton>
      <Button
        variant="default"
        h={30}
        leftSection={<IconDownload size={15} stroke={1.6} />}
        disabled={!texts}
        loading={save.isPending}
        onClick={() => texts && save.mutate(texts)}
      >
        CSV
      </Button>
      {save.error && (
        <span role="alert" className="error fine">
          The file could not be made: {save.error.message}
        </span>
      )}
    </div>
  );
}
