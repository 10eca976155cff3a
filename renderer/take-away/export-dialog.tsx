import { Box, Button, SegmentedControl } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { NPM_PROGRAM } from '../../service/contract/shell.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import { countOf } from '../../service/series-math/decimal-text.ts';
import { asksOf, fileStem, type Line, linesOf, withIndexDates } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { csvPath, useAppState, useCatalog, useObservations, useStableAsks } from '../api/index.ts';
import { Dialog, LoadFailed } from '../frame/index.ts';
import { heldRange } from '../range/index.ts';
import {
  chosenFormat,
  exportLines,
  exportRequest,
  inexactColumns,
  type PublishedFile,
  publishedFiles,
  tableSize,
  useExportChoice,
  usualChoice,
} from './export-choice.ts';
import { ExportNote, ExportOption, ExportSteps, Options } from './export-form.tsx';
import { ExportRun, type ScreenExport, useExport } from './export-run.tsx';

/** The dialog that exports data: the lines of the chart, or the series as published. */
export function ExportDialog(props: { view: View; range: DateRange; onClose: () => void }) {
  const { view, range, onClose } = props;
  const held = heldOfView(view, useCatalog().data);
  const [what, setWhat] = useState<'drawn' | 'published'>('drawn');
  const [isAll, setIsAll] = useState(false);
  const rangeChoice = (
    <Options label="Dates">
      <ExportOption
        name="dates"
        label="Shown"
        detail={`${shownDate(range.from)} to ${shownDate(range.to)}`}
        isChosen={!isAll}
        onChoose={() => setIsAll(false)}
      />
      <ExportOption
        name="dates"
        label="Everything stored"
        detail={held ? `${shownDate(held.from)} to ${shownDate(held.to)}` : 'nothing yet'}
        isChosen={isAll}
        onChoose={() => setIsAll(true)}
      />
    </Options>
  );
  return (
    <Dialog title="Export data" onClose={onClose}>
      <SegmentedControl
        aria-label="What to export"
        fullWidth
        value={what}
        onChange={(value) => setWhat(value === 'published' ? 'published' : 'drawn')}
        data={[
          { value: 'drawn', label: 'As drawn' },
          { value: 'published', label: 'As published' },
        ]}
      />
      {what === 'drawn' ? (
        <DrawnExport view={view} range={range} isAll={isAll} rangeChoice={rangeChoice} />
      ) : (
        <PublishedExportForm view={view} range={range} isAll={isAll} rangeChoice={rangeChoice} />
      )}
    </Dialog>
  );
}

/** Exports the chart's lines in any format. Shows the file's size before and a receipt afterwards. */
function DrawnExport(props: { view: View; range: DateRange; isAll: boolean; rangeChoice: ReactNode }) {
  const [choice, change] = useExportChoice();
  const { isForExcel, isWorkbook } = chosenFormat(choice);
  const catalog = useCatalog().data;
  const { view, range, lines, isWhole, error, retry } = useDrawn(props.view, props.range, props.isAll);
  const table = useMemo(() => exportLines(view, lines, range), [view, lines, range]);
  const inexact = useMemo(() => inexactColumns(table), [table]);
  const { rows, columns } = useMemo(
    () => tableSize(table, isWorkbook, choice.layout),
    [table, isWorkbook, choice.layout],
  );
  const shown = lines.filter(({ hidden }) => !hidden);
  const samples = new Set(catalog?.datasets.flatMap(({ id, origin }) => (origin === 'sample' ? id : [])));
  const isSample = shown.some(({ choice }) => choice && samples.has(choice.dataset));
  return (
    <ExportSteps
      choice={choice}
      onChange={change}
      rangeChoice={props.rangeChoice}
      stem={fileStem(shown, range, isSample)}
      isReady={isWhole && table.length > 0}
      ask={(chosen, baseUrl) => ({ total: rows, drawn: exportRequest(view, range, chosen, baseUrl) })}
    >
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
      {(isForExcel || isWorkbook) && inexact.length > 0 && (
        <ExportNote>
          Excel keeps 15 digits, and {inexact.join(', ')} {inexact.length === 1 ? 'has' : 'have'} more.{' '}
          {isWorkbook
            ? 'In the workbook they come as text, exact; VALUE() makes numbers of them.'
            : 'The file holds all digits, but Excel rounds them when it opens it: take the workbook, where they come as text.'}
        </ExportNote>
      )}
      {isSample && <ExportNote>It includes sample data: the file’s name and provenance say so.</ExportNote>}
    </ExportSteps>
  );
}

/** Exports the visible series as published, in the API's CSV: streamed, one file per dataset. */
function PublishedExportForm(props: {
  view: View;
  range: DateRange;
  isAll: boolean;
  rangeChoice: ReactNode;
}) {
  const { view, range, isAll } = props;
  const shown = view.series.filter(({ hidden }) => !hidden).map(({ choice }) => choice);
  const catalog = useCatalog().data;
  const { base_url: baseUrl, mode } = useAppState().data ?? {};
  const held = heldOfView(view, catalog);
  // Yields in a range are exported as lines of a view, so that the file gets its provenance.
  const yields = useMemo(() => rawYields(view), [view]);
  const drawn = useDrawn(yields, range, false);
  const yieldsInRange = (): ScreenExport => {
    const total = drawn.lines.reduce((sum, { column: { days } }) => sum + days.length, 0);
    const plain = { ...drawn.view, heading: {} };
    const longCsv = { ...usualChoice('en-US'), layout: 'long' as const };
    return { total, drawn: exportRequest(plain, drawn.range, longCsv, baseUrl ?? '', 'code') };
  };
  const shownRange = isAll ? (held ?? range) : range;
  return (
    <>
      {props.rangeChoice}
      <p className="quiet fine">
        The publishers’ own numbers, unchanged by the chart, as the API returns them: date, series, value.
        Formulas are left out. For all formats and all stored data: <code>{NPM_PROGRAM} export DATASET</code>
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
                isMarketFile(file) && !isAll
                  ? yieldsInRange
                  : () => ({ path: csvPath(file.choices, shownRange) })
              }
              isReady={!isMarketFile(file) || isAll || drawn.isWhole}
              isDesktop={mode === 'desktop'}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function isMarketFile({ choices: [first] }: PublishedFile): boolean {
  return first !== undefined && isMarketData(first.dataset);
}

function rawYields(view: View): View {
  const series = view.series
    .filter(({ choice, hidden }) => isMarketData(choice.dataset) && !hidden)
    .map((one) => ({ ...one, style: {} }));
  return { ...view, series, formulas: [], units: 'lin', frequency: undefined, average: undefined };
}

/** One file of published series, with a button to save it and the state of its export. */
function PublishedRow(props: {
  file: PublishedFile;
  ask: () => ScreenExport;
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

type DrawnLines = {
  view: View;
  range: DateRange;
  lines: readonly Line[];
  isWhole: boolean;
  error: Error | undefined;
  retry: () => void;
};

/** @returns a view's lines over the shown range or all stored data. An index keeps its base day. */
function useDrawn(view: View, shown: DateRange, isAll: boolean): DrawnLines {
  const catalog = useCatalog().data;
  const { from, to } = (isAll && heldOfView(view, catalog)) || shown;
  const { asks, range } = useMemo(() => {
    const range = { from, to };
    return { asks: asksOf(view, range, todayText()), range };
  }, [view, from, to]);
  const observations = useObservations(useStableAsks(asks));
  const { columns } = observations;
  const fixed = useMemo(
    () => withIndexDates(view, linesOf(view, columns, { from: shown.from, to: shown.to })),
    [view, columns, shown.from, shown.to],
  );
  const lines = useMemo(() => linesOf(fixed, columns, range), [fixed, columns, range]);
  return {
    view: fixed,
    range,
    lines,
    isWhole: !observations.isLoading && !observations.isPartial && !observations.isStale,
    error: observations.error,
    retry: observations.retry,
  };
}

/** @returns the first and last day with data of the view; `undefined` if there are no data. */
function heldOfView(view: View, catalog: Catalog | undefined): DateRange | undefined {
  const { observed, ...held } = heldRange(view, catalog);
  return observed === undefined ? undefined : held;
}
