import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type SeriesChoice, shortTitle } from '../../service/datasets/series-choice.ts';
import { listText } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { heldSeriesOf, useCan, useCatalog, useDataState, useJobs, useRefresh } from '../api/index.ts';
import { IMPORT_FILE } from '../frame/index.ts';
import { Note } from './note.tsx';

/** More are only counted: the line is short, and the legend says 'no data' of each. */
const MOST_NAMED = 3;

/** Names the shown series that have no observations here, and offers to fetch or import them. */
export function WithoutData({ view }: { view: View }) {
  const catalog = useCatalog().data;
  const canImport = useCan('import');
  const empty = view.series.flatMap(({ hidden, choice }) =>
    !hidden && heldSeriesOf(catalog, choice)?.count === 0 ? [choice] : [],
  );
  // Jobs are asked for again and again: only while there is something to say of them.
  if (empty.length === 0) return null;
  return canImport ? (
    <Offer of={empty} />
  ) : (
    <Note>
      The team holds no data of <Names of={empty} /> yet.
    </Note>
  );
}

function Names({ of: empty }: { of: readonly SeriesChoice[] }) {
  return (
    <b className="medium">
      {empty.length > MOST_NAMED ? `${empty.length} series` : listText(empty.map(shortTitle))}
    </b>
  );
}

function Offer({ of: empty }: { of: readonly SeriesChoice[] }) {
  const refresh = useRefresh();
  const state = useDataState().data;
  const jobs = useJobs();
  const datasets = [...new Set(empty.map(({ dataset }) => dataset))];
  const can = datasets.filter((id) => state?.datasets.find(({ dataset }) => dataset === id)?.can_refresh);
  const ofThese = jobs.filter(({ kind, title }) => kind === 'refresh' && datasets.some((id) => id === title));
  const isRunning = ofThese.some((job) => job.state === 'running');
  const failed = isRunning ? undefined : ofThese.find((job) => job.state === 'failed');
  return (
    <Note
      actions={
        <>
          <Button
            variant="default"
            size="compact-xs"
            h={24}
            className="fixed"
            disabled={can.length === 0}
            loading={refresh.isPending || isRunning}
            onClick={() => refresh.mutate(can)}
          >
            Refresh
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            h={24}
            className="fixed"
            renderRoot={(props) => <Link to="/data" hash={IMPORT_FILE} {...props} />}
          >
            Import a file
          </Button>
        </>
      }
    >
      Almanac holds no data of <Names of={empty} /> yet.
      {(refresh.error ?? failed) && (
        <span className="error">
          {' '}
          {refresh.error?.message ?? failed?.message ?? 'It could not be fetched.'}
        </span>
      )}
    </Note>
  );
}
