import { Box, Skeleton } from '@mantine/core';
import { shownDate, shownDayOf } from '../../service/calendar/dates.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { useRevisions } from '../api/index.ts';
import styles from './details.module.css';

/** The last revisions of a series: date of the observation, old and new value, and when the new one was first seen. */
export function SeriesRevisions({ choice }: { choice: SeriesChoice }) {
  const { data, error } = useRevisions(choice);
  if (error)
    return (
      <Box component="p" role="alert" my="1em">
        The revisions could not be read: {error.message}
      </Box>
    );
  if (!data) return <Skeleton height={40} width="auto" role="img" aria-label="Loading the revisions" />;
  if (data.revisions.length === 0)
    return <p className="quiet">No value of this series was replaced here so far.</p>;
  return (
    <table className={`fine ${styles.numbers} ${styles.revisions}`} aria-label="Last revisions">
      <thead>
        <tr>
          <th scope="col" className="quiet">
            Date
          </th>
          <th scope="col" className="quiet">
            Old → new
          </th>
          <th scope="col" className="quiet">
            Seen
          </th>
        </tr>
      </thead>
      <tbody>
        {data.revisions.map((one) => (
          <tr key={`${one.date} ${one.superseded_at}`} title={one.new_location}>
            <th scope="row">{shownDate(one.date)}</th>
            <td>
              {groupDigits(one.old_value)} → {groupDigits(one.new_value)}
            </td>
            <td>{shownDayOf(one.superseded_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
