import { shownDate } from '../../service/calendar/dates.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { ListAsk } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import { askedOf, useExportChoice } from './export-choice.ts';
import { ExportNote, ExportSteps } from './export-form.tsx';

export type ExportedList = ListAsk & {
  members: number;
  isSample: boolean;
  terms: string;
};

const COLUMNS = ['series', 'as_of', 'ticker', 'name', 'sector', 'weight'];

/** The dialog that exports a list of constituents in any format, with the API's columns. */
export function ListExportDialog({ list, onClose }: { list: ExportedList; onClose: () => void }) {
  const [choice, change] = useExportChoice();
  const { code, date, members } = list;
  return (
    <Dialog title="Export data" onClose={onClose}>
      <ExportSteps
        choice={choice}
        onChange={change}
        hasLayouts={false}
        stem={`${code}, ${date}`}
        isReady
        ask={(chosen, baseUrl) => {
          const { format, csv, zipped } = askedOf(chosen);
          return { total: members, drawn: { code, date, format, csv, zipped, base_url: baseUrl } };
        }}
      >
        <p className="strong" role="status">
          {groupDigits(String(members))} members of {code} on {shownDate(date)}, {COLUMNS.length} columns
        </p>
        <code className="fine mono breaks">{COLUMNS.join(', ')}</code>
        <p className="quiet fine">{list.terms}</p>
        {list.isSample && (
          <ExportNote>This is sample data: the file’s name and provenance say so.</ExportNote>
        )}
      </ExportSteps>
    </Dialog>
  );
}
