import { Box } from '@mantine/core';
import { minuteText, shownDate } from '../../service/calendar/dates.ts';
import type { Rescue, RescuedDataset, RescuedSeries } from '../../service/contract/incidents.ts';
import { asShown, countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import styles from './data.module.css';

/** What a rescue brought back of each dataset, and what is lost. */
export function RescueResult(props: { rescue: Rescue; titles: ReadonlyMap<string, string> }) {
  const { at, datasets, notes } = props.rescue;
  const read = datasets.reduce((sum, one) => sum + one.read, 0);
  const lost = datasets.reduce((sum, one) => sum + one.lost, 0);
  return (
    <Box p="0 0 0.75rem">
      <Box component="p" p="0 1rem 0.75rem" role="status">
        Rescued {minuteText(at)}: {countOf(read, 'row')} of the damaged file could be read,{' '}
        {lost === 0 ? 'none are known to be lost' : `${number(lost)} are lost`}.
      </Box>
      {datasets.length > 0 && (
        <table className={`data-table ${styles.table}`} aria-label="What was rescued">
          <thead>
            <tr>
              <th scope="col">Dataset</th>
              <th scope="col" className="to-right">
                Read
              </th>
              <th scope="col" className="to-right">
                Added here
              </th>
              <th scope="col" className="to-right">
                Here already
              </th>
              <th scope="col">Lost</th>
            </tr>
          </thead>
          <tbody>
            {datasets.map((one) => (
              <tr key={one.dataset}>
                <th scope="row">{props.titles.get(one.dataset) ?? one.dataset}</th>
                <td className="to-right">{number(one.read)}</td>
                <td className="to-right">{number(one.added)}</td>
                <td className="to-right">{number(one.held)}</td>
                <td className={styles.lost}>
                  <Lost dataset={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notes.length > 0 && (
        <Box component="ul" className="quiet fine" m="0.5rem 0 0" p="0 1rem 0 2rem">
          {notes.map((note) => (
            <li key={note}>{asShown(note)}</li>
          ))}
        </Box>
      )}
    </Box>
  );
}

function Lost({ dataset: { lost, damaged } }: { dataset: RescuedDataset }) {
  if (damaged.length === 0) return lost === 0 ? 'nothing' : number(lost);
  return (
    <details>
      <summary>{lost === 0 ? 'not known' : countOf(lost, 'row')}</summary>
      <Box component="ul" className="fine" mt={4} pl="1.125rem">
        {damaged.map((one) => (
          <li key={`${one.series} ${one.area}`}>{lostText(one)}</li>
        ))}
      </Box>
    </details>
  );
}

/** @returns 'US10Y: 512 rows, 512 of 1997-03-02 to 1999-05-01'. */
function lostText({ series, area, lost, ranges }: RescuedSeries): string {
  const name = area === '' ? series : `${series} ${area}`;
  const where = ranges.map(
    ({ from, to, rows }) => `${number(rows)} of ${shownDate(from)} to ${shownDate(to)}`,
  );
  return `${name}: ${[lost === null ? 'how many cannot be read' : countOf(lost, 'row'), ...where].join(', ')}`;
}

function number(count: number): string {
  return groupDigits(String(count));
}
