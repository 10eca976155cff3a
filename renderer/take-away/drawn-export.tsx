import { Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { countOf } from '../../service/series-math/decimal-text.ts';
import { fileStem } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { useCatalog, useHostState } from '../api/index.ts';
import { LoadFailed } from '../frame/index.ts';
import styles from './export.module.css';
import { chosenFormat } from './export-choice.ts';
import { ExportForm } from './export-form.tsx';
import { exportLines, inexactColumns, tableSize } from './export-lines.ts';
import { ExportNote } from './export-note.tsx';
import { exportRequest } from './export-request.ts';
import { ExportRun } from './export-run.tsx';
import { useDrawn } from './use-drawn.ts';
import { useExport } from './use-export.ts';
import { useExportChoice } from './use-export-choice.ts';

/** Exports the lines of the chart, in a file of any format. Shows the file's size before and a receipt after. */
export function DrawnExport(props: { view: View; range: DateRange; isAll: boolean; rangeChoice: ReactNode }) {
  const [choice, change] = useExportChoice();
  const { format, isForExcel, isWorkbook, holdsProvenance } = chosenFormat(choice);
  const catalog = useCatalog().data;
  const { base_url: baseUrl, mode } = useHostState().data ?? {};
  const drawn = useDrawn(props.view, props.range, props.isAll);
  const { view, range, lines, isWhole, error, retry } = drawn;
  const table = useMemo(() => exportLines(view, lines, range), [view, lines, range]);
  const inexact = useMemo(() => inexactColumns(table), [table]);
  const { rows, columns } = useMemo(
    () => tableSize(table, isWorkbook, choice.layout),
    [table, isWorkbook, choice.layout],
  );
  const run = useExport();
  const shown = lines.filter(({ hidden }) => !hidden);
  const samples = new Set(catalog?.datasets.flatMap(({ id, origin }) => (origin === 'sample' ? id : [])));
  const isSample = shown.some(({ choice }) => choice && samples.has(choice.dataset));
  const isExcel = isForExcel || isWorkbook;
  const canZip = mode === 'browser';
  const chosen = canZip ? choice : { ...choice, zipped: false };
  return (
    <>
      <ExportForm
        choice={choice}
        canZip={canZip}
        onChange={(changed) => {
          run.forget();
          change(changed);
        }}
      />
      {props.rangeChoice}
      <Box className="well column gap-4" p="0.5rem 0.75rem">
        {error && (
          <LoadFailed isFlush onRetry={retry}>
            The data could not be loaded: {error.message}
          </LoadFailed>
        )}
        <p className="strong" role="status">
          {error ? '' : isWhole ? `${countOf(rows, 'row')}, ${columns} columns` : 'Loading the observations…'}
        </p>
        <Box component="code" className="fine mono breaks" mah="3.5rem" style={{ overflow: 'auto' }}>
          {isWorkbook || choice.layout === 'wide'
            ? ['date', ...table.map(({ column }) => column)].join(', ')
            : `date, series, ${columns === 4 ? 'state, ' : ''}value`}
        </Box>
        {isExcel && inexact.length > 0 && (
          <ExportNote>
            Excel keeps 15 digits, and {inexact.join(', ')} {inexact.length === 1 ? 'has' : 'have'} more.{' '}
            {isWorkbook
              ? 'In the workbook they come as text, exact; VALUE() makes numbers of them.'
              : 'The file holds all digits, but Excel rounds them when it opens it: take the workbook, where they come as text.'}
          </ExportNote>
        )}
        {isSample && (
          <ExportNote>Sample data are among it: the file’s name and provenance say so.</ExportNote>
        )}
      </Box>
      <ExportRun run={run} isDesktop={mode === 'desktop'} />
      <div className={`row gap-12 ${styles.actions}`}>
        <span className="grow quiet fine mono breaks">
          {fileStem(shown, range, isSample)}.{chosen.zipped && !holdsProvenance ? 'zip' : format}
        </span>
        <Button
          data-autofocus
          leftSection={<IconDownload size={16} stroke={1.6} />}
          disabled={!isWhole || table.length === 0 || run.isRunning}
          onClick={() =>
            run.start({
              total: rows,
              drawn: exportRequest(view, range, chosen, baseUrl ?? ''),
            })
          }
        >
          Export
        </Button>
      </div>
    </>
  );
}
