import { CloseButton } from '@mantine/core';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { type Line, linesText } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { NoAnswer, type Observations, useCatalog } from '../api/index.ts';
import { type ChartSeries, chartNotes } from '../chart/index.ts';
import { FoldedRow } from '../frame/index.ts';
import { CoarserChip } from './coarser-chip.tsx';
import { keepDates } from './keep-dates.tsx';
import { LoadNotice } from './load-status.tsx';
import { Note } from './note.tsx';
import { UndrawnNote } from './undrawn-note.tsx';
import { WithoutData } from './without-data.tsx';

/** The chart's notes, in one line under its heading: faults first, then offers, then how the lines were made. */
export function ChartNotes(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  range: DateRange;
  observations: Observations;
  /** What of the link could not be shown. */
  problems: readonly string[];
  onChange: (view: View, how?: { replace?: boolean }) => void;
}) {
  const { view, lines, series, range, observations, problems, onChange } = props;
  const catalog = useCatalog();
  return (
    <FoldedRow label="Notes" what="notes">
      <li>
        {problems.length > 0 && (
          <Note
            actions={
              <CloseButton
                size={24}
                iconSize={14}
                aria-label="Dismiss"
                onClick={() => onChange(view, { replace: true })}
              />
            }
          >
            <strong>Part of this link could not be shown.</strong>{' '}
            {problems.map((problem) => (
              <span key={problem}>{inDateStyle(problem)} </span>
            ))}
          </Note>
        )}
      </li>
      <li>
        <LoadNotice
          observations={observations}
          // The banner says that the service is away; the catalogue that is there still holds.
          catalogError={catalog.data && catalog.error instanceof NoAnswer ? null : catalog.error}
          onRetryCatalog={catalog.refetch}
        />
      </li>
      <li>
        <WithoutData view={view} />
      </li>
      <li>
        <UndrawnNote view={view} series={series} onChange={onChange} />
      </li>
      {chartNotes(series, range, view.isLog).map((note) => (
        <li key={note}>
          <Note isQuiet>{note}</Note>
        </li>
      ))}
      <li>
        <CoarserChip view={view} lines={lines} range={range} onChange={onChange} />
      </li>
      <LineNotes lines={lines} />
    </FoldedRow>
  );
}

/** Notes on the shown lines, each once: how frequencies were aligned, which incomplete periods are left out, what is wrong. */
function LineNotes({ lines }: { lines: readonly Line[] }) {
  const noted = lines.filter(({ hidden, notes }) => !hidden && notes.length > 0);
  const groups = Map.groupBy(noted, ({ notes }) => notes.join(' '));
  return [...groups].map(([note, group]) => (
    <li key={note}>
      <Note isQuiet>
        <b className="medium">{linesText(group)}</b> {keepDates(note)}
      </Note>
    </li>
  ));
}
