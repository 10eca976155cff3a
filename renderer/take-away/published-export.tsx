import { Box, Button } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { NPM_PROGRAM } from '../../service/contract/shell.ts';
import { CSV_FORMAT } from '../../service/contract/table-formats.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { csvPath, useCatalog, useHostState } from '../api/index.ts';
import type { ExportChoice } from './export-choice.ts';
import { ExportNote } from './export-note.tsx';
import { exportRequest } from './export-request.ts';
import { ExportRun } from './export-run.tsx';
import { type PublishedFile, publishedFiles } from './published-files.ts';
import { heldOfView, useDrawn } from './use-drawn.ts';
import { type ScreenExport, useExport } from './use-export.ts';

const LONG_CSV: ExportChoice = {
  format: CSV_FORMAT,
  layout: 'long',
  separator: ',',
  decimal: '.',
  guarded: false,
  guardedForExcel: true,
  zipped: false,
};

/** Exports the visible series as published, in the API's CSV: streamed, of any length, one file for each dataset. */
export function PublishedExportForm(props: {
  view: View;
  range: DateRange;
  isAll: boolean;
  rangeChoice: ReactNode;
}) {
  const { view, range, isAll } = props;
  const shown = view.series.filter(({ hidden }) => !hidden).map(({ choice }) => choice);
  const catalog = useCatalog().data;
  const { base_url: baseUrl, mode } = useHostState().data ?? {};
  const held = heldOfView(view, catalog);
  // Yields of a range are exported as lines of a view, so that their file has its provenance.
  const yields = useMemo(() => rawYields(view), [view]);
  const drawn = useDrawn(yields, range, false);
  const yieldsInRange = (): ScreenExport => {
    const total = drawn.lines.reduce((sum, { column: { days } }) => sum + days.length, 0);
    const plain = { ...drawn.view, heading: {} };
    return { total, drawn: exportRequest(plain, drawn.range, LONG_CSV, baseUrl ?? '', 'code') };
  };
  const shownRange = isAll ? (held ?? range) : range;
  return (
    <>
      {props.rangeChoice}
      <p className="quiet fine">
        The publishers’ own numbers, whatever the chart makes of them, as the API gives them: date, series,
        value. Formulas are not among them. All formats and everything that is held:{' '}
        <code>{NPM_PROGRAM} export DATASET</code>
      </p>
      {shown.length === 0 ? (
        <ExportNote>No series is shown.</ExportNote>
      ) : (
        <ul className="column gap-6 list" aria-label="Files">
          {publishedFiles(shown).map((file) => (
            <PublishedRow
              key={`${file.title} ${file.detail}`}
              file={file}
              ask={
                isOfMarket(file) && !isAll
                  ? yieldsInRange
                  : () => ({ path: csvPath(file.choices, shownRange) })
              }
              isReady={!isOfMarket(file) || isAll || drawn.isWhole}
              isDesktop={mode === 'desktop'}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function isOfMarket({ choices: [first] }: PublishedFile): boolean {
  return first !== undefined && isMarketData(first.dataset);
}

function rawYields(view: View): View {
  const series = view.series
    .filter(({ choice, hidden }) => isMarketData(choice.dataset) && !hidden)
    .map((one) => ({ ...one, style: {} }));
  return { ...view, series, formulas: [], units: 'lin', frequency: undefined, average: undefined };
}

/** One file of published series, with the button that saves it and the state of its export. */
function PublishedRow(props: {
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
