import { Anchor, Box, Flex, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { dateText, dayNumber, shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { type Dataset, findDataset } from '../../service/datasets/index.ts';
import { STATES } from '../../service/datasets/states.ts';
import type { Matrix } from '../../service/series-math/matrix.ts';
import { useCatalog, useWideTable } from '../api/index.ts';
import { LoadFailed, NoDataView, Notice, Screen, TakeTable, usePlainKeys } from '../frame/index.ts';
import { DayStepper } from '../range/index.ts';
import { loadedAround, OFFERED, releasePath } from './release-path.ts';
import { dayOnOrBefore, releaseRows } from './release-rows.ts';
import { type ReleaseSearch, SHOWN_NUMBERS } from './release-search.ts';
import { ReleaseTable } from './release-table.tsx';
import { releaseCsv, releaseFileName, releaseTsv } from './release-text.ts';

// In the chunk of the screen, with which it shares the drawing.
export { ReleaseTile } from './release-tile.tsx';

const route = getRouteApi('/release');
const STATE_OPTIONS = Object.entries(STATES).map(([value, label]) => ({ value, label }));
const SHOWN_LABELS = { changes: 'Changes', values: 'Values', percent: 'Percent' };
const TITLE_ID = 'release-title';

/** The newest numbers of a dataset in one table, and what they were a day, week, month or year before. */
export function ReleaseScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const dataset = findDataset(search.dataset ?? '') ?? (OFFERED[0] as Dataset);
  const { data, error, refetch } = useCatalog();
  const held = data?.datasets.find(({ id }) => id === dataset.id);
  const change = (part: ReleaseSearch) => void navigate({ search: (before) => ({ ...before, ...part }) });
  return (
    <Screen datasets={[dataset.id]}>
      <Box className="column gap-12" maw="72rem" p="sm">
        <Flex wrap="wrap" align="center" gap={8}>
          <Select
            aria-label="Dataset"
            w={280}
            allowDeselect={false}
            data={OFFERED.map(({ id, title }) => ({ value: id, label: title }))}
            value={dataset.id}
            onChange={(id) =>
              id && void navigate({ search: ({ show }) => ({ dataset: id, ...(show && { show }) }) })
            }
          />
          {dataset.byState && (
            <Select
              aria-label="State"
              w={190}
              searchable
              allowDeselect={false}
              data={STATE_OPTIONS}
              value={search.state ?? 'CA'}
              onChange={(state) => state && change({ state })}
            />
          )}
          {held?.last_date && held.first_date && (
            <Release
              key={dataset.id}
              dataset={dataset}
              held={held}
              search={search}
              from={held.first_date}
              to={held.last_date}
              onChange={change}
            />
          )}
        </Flex>
        {held && held.last_date === null && <NoDataView />}
        {!data && !error && <Skeleton height={480} width="auto" role="img" aria-label="Loading the table" />}
        {!data && error && (
          <LoadFailed onRetry={() => void refetch()}>
            The catalogue could not be loaded: {error.message}
          </LoadFailed>
        )}
      </Box>
    </Screen>
  );
}

function Release(props: {
  dataset: Dataset;
  held: CatalogDataset;
  search: ReleaseSearch;
  /** First and last day with data. */
  from: string;
  to: string;
  onChange: (part: ReleaseSearch) => void;
}) {
  const { dataset, search, from, to, onChange } = props;
  const asked = search.date !== undefined && dayNumber(search.date) !== undefined ? search.date : to;
  const area = dataset.byState ? (search.state ?? 'CA') : '';
  const { data, error, refetch, isPlaceholderData } = useWideTable(
    releasePath(dataset, area, loadedAround(asked, to)),
  );
  const day = data && dayOnOrBefore(data, dayNumber(asked) as number);
  const rows = data && day !== undefined ? releaseRows(dataset, data, day) : undefined;
  const date = day === undefined ? asked : dateText(day);
  const missing = rows?.filter(({ value }) => value === undefined).length ?? 0;
  const { before, after } = neighbours(data, day);
  const shown = search.show ?? SHOWN_NUMBERS[0];
  usePlainKeys({
    '[': before === undefined ? undefined : () => onChange({ date: before }),
    ']': after === undefined ? undefined : () => onChange({ date: after }),
  });
  const content = rows && { dataset, rows, date, state: area, isSample: props.held.origin === 'sample' };
  return (
    <>
      <DayStepper
        label="Date"
        date={date}
        held={{ from, to }}
        before={before}
        after={after}
        keys={{ before: '[', after: ']' }}
        onChange={(next) => onChange({ date: next })}
      />
      <SegmentedControl
        aria-label="Columns show"
        data={SHOWN_NUMBERS.map((value) => ({ value, label: SHOWN_LABELS[value] }))}
        value={shown}
        onChange={(value) =>
          onChange({ show: value === SHOWN_NUMBERS[0] ? undefined : (value as typeof shown) })
        }
      />
      <TakeTable
        what={`the table of ${shownDate(date)}`}
        texts={
          content && {
            tabs: releaseTsv(content),
            csv: () => releaseCsv(content),
            fileName: releaseFileName(content),
          }
        }
      />
      <div className="full-width">
        {search.date !== undefined && search.date !== asked && (
          <Notice tone="note">
            {`'${search.date}' in the link is not a date of the form YYYY-MM-DD: these are the newest numbers.`}
          </Notice>
        )}
        {error && (
          <LoadFailed onRetry={() => void refetch()}>
            The table could not be loaded: {error.message}
          </LoadFailed>
        )}
        <article
          className="card sheet"
          aria-labelledby={TITLE_ID}
          aria-busy={isPlaceholderData || !data}
          data-dimmed={isPlaceholderData || undefined}
        >
          <h2 id={TITLE_ID} className="large strong">
            {dataset.title}
            {area && `, ${STATES[area as keyof typeof STATES]}`},{' '}
            <time dateTime={date}>{shownDate(date)}</time>
          </h2>
          {rows ? (
            <ReleaseTable dataset={dataset} area={area} rows={rows} shown={shown} labelledBy={TITLE_ID} />
          ) : (
            !error && <Skeleton height={360} width="auto" role="img" aria-label="Loading the table" />
          )}
          <Box component="p" className="quiet fine" mt="sm">
            {missing > 0 && `There are no data of ${missing} other series. `}
            <Anchor href={dataset.source.url} target="_blank" rel="noreferrer" inherit underline="always">
              {dataset.source.name}
            </Anchor>
            , {dataset.publisher}. {dataset.release.text}.
          </Box>
        </article>
      </div>
    </>
  );
}

/** @returns the dates with observations before and after a day. */
function neighbours(data: Matrix | undefined, day: number | undefined) {
  const row = data === undefined || day === undefined ? -1 : data.days.indexOf(day);
  const at = (to: number) => {
    const found = row < 0 ? undefined : data?.days[to];
    return found === undefined ? undefined : dateText(found);
  };
  return { before: at(row - 1), after: at(row + 1) };
}
