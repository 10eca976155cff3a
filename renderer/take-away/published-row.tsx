import { Box, Button } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { ExportRun } from './export-run.tsx';
import type { PublishedFile } from './published-files.ts';
import { type ScreenExport, useExport } from './use-export.ts';

/** One file of published series, with the button that saves it and the state of its export. */
export function PublishedRow(props: {
  file: PublishedFile;
  ask: () => ScreenExport;
  /** Whether the request can be made. */
  isReady: boolean;
  isDesktop: boolean;
}) {
  const { file, ask, isReady, isDesktop } = props;
  const run = useExport();
  const Icon = run.answer ? IconCheck : IconDownload;
  return (
    <Box component="li" className="framed column gap-8" p="0.5rem 0.75rem">
      <div className="row gap-12">
        <div className="column grow breaks">
          <strong>{file.title}</strong>
          <span className="quiet fine">{file.detail}</span>
        </div>
        <Button
          variant="default"
          leftSection={<Icon size={16} stroke={1.6} />}
          loading={!isReady}
          disabled={run.isRunning}
          aria-label={`Save CSV: ${file.title}, ${file.detail}`}
          onClick={() => run.start(ask())}
        >
          Save CSV
        </Button>
      </div>
      <ExportRun run={run} isDesktop={isDesktop} />
    </Box>
  );
}
