import { shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { datasetState } from './describe.ts';

/** Whether a dataset is current, due or late, and what is missing. */
export function FreshnessCell({ dataset }: { dataset: CatalogDataset }) {
  const { text, tone } = datasetState(dataset);
  return (
    <td data-label="Freshness">
      <span className="chip" data-tone={tone}>
        <span aria-hidden />
        {text}
      </span>
      <div className="sub">{missingText(dataset)}</div>
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
