import { Button, Popover, UnstyledButton } from '@mantine/core';
import { shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset, DatasetFreshness } from '../../service/contract/catalog.ts';
import { useCan, useRefresh } from '../api/index.ts';
import { shownFreshness } from '../frame/index.ts';
import { titleOfCode } from './words.ts';

/** How many of the late series are named. */
const NAMED = 4;

/** Says that a publisher has newer numbers; a click says which, and refreshes. */
export function LateChip({ dataset, freshness }: { dataset: CatalogDataset; freshness: DatasetFreshness }) {
  const refresh = useRefresh();
  const canRefresh = useCan('import');
  const { behind, expected_last_date: expected } = freshness;
  const named = behind.slice(0, NAMED).map((code) => titleOfCode(dataset.id, code));
  const rest = behind.length - named.length;
  return (
    <Popover width={300} position="bottom-end" trapFocus>
      <Popover.Target>
        <UnstyledButton className="chip" data-tone="late">
          <span aria-hidden />
          {shownFreshness(freshness)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <p>
          {expected === null ? 'Newer numbers' : `The numbers of ${shownDate(expected)}`} should be here:{' '}
          {dataset.publisher} releases {dataset.release.text}.
        </p>
        <p className="quiet fine">
          Behind: {named.join('; ')}
          {rest > 0 && ` and ${rest} more`}.
        </p>
        {canRefresh && (
          <Button
            variant="default"
            size="compact-sm"
            mt={8}
            loading={refresh.isPending}
            onClick={() => refresh.mutate([dataset.id])}
          >
            Refresh
          </Button>
        )}
        <p className="fine" role="status">
          {refresh.isSuccess && 'The refresh has begun. Data has its progress.'}
          {refresh.error && <span className="error">{refresh.error.message}</span>}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
