import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { useCatalog } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import { DrawnExport } from './drawn-export.tsx';
import { ExportOption, Options } from './export-form.tsx';
import { PublishedExportForm } from './published-export.tsx';
import { heldOfView } from './use-drawn.ts';

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
        label="All that is held"
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
