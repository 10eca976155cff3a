import { Box } from '@mantine/core';
import { shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { heldLists } from '../frame/index.ts';
import { datasetState } from './describe.ts';

/** The most indices and funds with a line of their own. */
const LISTED = 6;

/** Whether a dataset is current, due or late, and what is missing; of lists, the newest day of each index and fund. */
export function FreshnessCell({ dataset }: { dataset: CatalogDataset }) {
  const { text, tone } = datasetState(dataset);
  const lists = heldLists(dataset);
  return (
    <td data-label="Freshness">
      <span className="chip" data-tone={tone}>
        <span aria-hidden />
        {text}
      </span>
      {lists.length === 0 && <div className="sub">{missingText(dataset)}</div>}
      {lists.slice(0, LISTED).map(({ code, last_date }) => (
        <Box key={code} className="sub row gap-6" maw="13rem">
          <span className="cut one-line" title={code}>
            {code}
          </span>
          <span className="fixed">{shownDate(last_date ?? '')}</span>
        </Box>
      ))}
      {lists.length > LISTED && <div className="sub">and {lists.length - LISTED} more</div>}
    </td>
  );
}

function missingText({ freshness, series, last_date }: CatalogDataset): string {
  if (!freshness || freshness.state === 'current' || freshness.state === 'unscheduled') return '';
  const held = series.filter(({ count }) => count > 0).length;
  const isPart = freshness.behind.length > 0 && freshness.behind.length < held;
  if (isPart) return `${freshness.behind.length} of ${held} series behind`;
  const expected = freshness.expected_last_date;
  return expected !== null && last_date !== null && expected > last_date
    ? `${shownDate(expected)} is out`
    : '';
}
