import { Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { shownDate } from '../../service/calendar/dates.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { type ListAsk, useHostState } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import styles from './export.module.css';
import { askedOf, chosenFormat, useExportChoice } from './export-choice.ts';
import { ExportForm, ExportNote } from './export-form.tsx';
import { ExportRun, useExport } from './export-run.tsx';

/** A list of constituents that can be taken away. */
export type TakenList = ListAsk & {
  members: number;
  isSample: boolean;
  /** What its publisher allows. */
  terms: string;
};

const COLUMNS = ['series', 'as_of', 'ticker', 'name', 'sector', 'weight'];

/** The dialog that exports a list of constituents, as the API has it, in a file of any format. */
export function ListExportDialog({ list, onClose }: { list: TakenList; onClose: () => void }) {
  const [choice, change] = useExportChoice();
  const { base_url: baseUrl = '', mode } = useHostState().data ?? {};
  const { format, csv, zipped } = askedOf(mode === 'browser' ? choice : { ...choice, zipped: false });
  const { holdsProvenance } = chosenFormat(choice);
  const run = useExport();
  const { code, date, members } = list;
  return (
    <Dialog title="Export data" onClose={onClose}>
      <ExportForm
        choice={choice}
        canZip={mode === 'browser'}
        hasLayouts={false}
        onChange={(changed) => {
          run.forget();
          change(changed);
        }}
      />
      <Box className="well column gap-4" p="0.5rem 0.75rem">
        <p className="strong" role="status">
          {groupDigits(String(members))} members of {code} on {shownDate(date)}, {COLUMNS.length} columns
        </p>
        <code className="fine mono breaks">{COLUMNS.join(', ')}</code>
        <p className="quiet fine">{list.terms}</p>
        {list.isSample && (
          <ExportNote>This is sample data: the file’s name and provenance say so.</ExportNote>
        )}
      </Box>
      <ExportRun run={run} isDesktop={mode === 'desktop'} />
      <div className={`row gap-12 ${styles.actions}`}>
        <span className="grow quiet fine mono breaks">
          {`${code}, ${date}.${zipped && !holdsProvenance ? 'zip' : format}`}
        </span>
        <Button
          data-autofocus
          leftSection={<IconDownload size={16} stroke={1.6} />}
          disabled={run.isRunning}
          onClick={() =>
            run.start({
              total: members,
              drawn: { code, date, format, csv, zipped, base_url: baseUrl ?? '' },
            })
          }
        >
          Export
        </Button>
      </div>
    </Dialog>
  );
}
