import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import type { FilePreview, PreviewedRevision } from '../../service/contract/ingest.ts';
import { asShown, groupDigits } from '../../service/series-math/decimal-text.ts';
import type { ListFacts } from '../api/index.ts';
import { Columns, sizeText } from '../frame/index.ts';
import styles from './data.module.css';
import { ListFields } from './list-fields.tsx';

const REVISIONS_SHOWN = 5;

/** The preview of a file: what it is, and what its import would change. Nothing is stored yet. */
export function FilePreviewCard(props: {
  preview: FilePreview;
  titles: ReadonlyMap<string, string>;
  isStarting: boolean;
  /** The day and the code that the user gives its list, where the file has none. */
  facts: ListFacts;
  onFacts: (facts: ListFacts) => void;
  onImport: () => void;
  onClose: () => void;
}) {
  const { preview, titles } = props;
  const [usual] = useState(preview.datasets[0]?.last ?? '');
  return (
    <Box component="section" p="0.25rem 0 0.5rem" aria-label="Preview">
      <Box className="row gap-8" p="0.5rem 1rem">
        <div className="grow breaks">
          <Box component="h3" fw={700} fz="inherit" tabIndex={-1}>
            {preview.file}
          </Box>
          <div className="sub">
            {preview.format.title} · {sizeText(preview.bytes)}
          </div>
        </div>
        <Button variant="default" onClick={props.onClose}>
          Close
        </Button>
        <Button loading={props.isStarting} disabled={preview.isUnnamed} onClick={props.onImport}>
          Import
        </Button>
      </Box>
      <table className={`data-table ${styles.table}`}>
        <Columns widths={[undefined, '12.5rem', '6.5rem', '6.5rem', '6.5rem', '7rem']} />
        <thead>
          <tr>
            <th scope="col">Dataset</th>
            <th scope="col">Range</th>
            <th scope="col" className="to-right">
              Rows
            </th>
            <th scope="col" className="to-right">
              New
            </th>
            <th scope="col" className="to-right">
              Revised
            </th>
            <th scope="col" className="to-right">
              Unchanged
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.datasets.map((one) => (
            <tr key={one.dataset}>
              <th scope="row">
                {titles.get(one.dataset) ?? one.dataset}
                <div className="sub">
                  {one.series === 1 ? '1 series' : `${groupDigits(String(one.series))} series`}
                  {one.replacesSample && ' · replaces the sample data'}
                </div>
              </th>
              <td>{[...new Set([one.first, one.last])].map((date) => shownDate(date ?? '')).join(' – ')}</td>
              {[one.rows, one.added, one.revised, one.unchanged].map((count, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the four columns never change places
                <td key={column} className="to-right">
                  {groupDigits(String(count))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ListFields preview={preview} usual={usual} facts={props.facts} onFacts={props.onFacts} />
      {preview.revisions.length > 0 && <Revisions revisions={preview.revisions} />}
      {preview.notes.map((note) => (
        <Box component="p" key={note} className="quiet fine" p="0.5rem 1rem">
          {asShown(note)}
        </Box>
      ))}
    </Box>
  );
}

function Revisions({ revisions }: { revisions: readonly PreviewedRevision[] }) {
  return (
    <Box className="quiet fine" p="0.5rem 1rem">
      Some of the values that would be replaced; the old ones are kept:
      <Box component="ul" m="0.25rem 0 0" pl="1.125rem">
        {revisions.slice(0, REVISIONS_SHOWN).map(({ dataset, series, area, date, before, after }) => (
          <li key={`${dataset} ${series} ${area} ${date}`}>
            {series}
            {area && ` ${area}`}, {shownDate(date)}: <s>{groupDigits(before)}</s> → {groupDigits(after)}
          </li>
        ))}
      </Box>
    </Box>
  );
}
