import { Anchor, Box, Flex, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dateText, dayNumber, shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { type Dataset, findDataset } from '../../service/datasets/index.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { STATES } from '../../service/datasets/states.ts';
import { groupDigits, plainly, signedText } from '../../service/series-math/decimal-text.ts';
import type { Matrix } from '../../service/series-math/matrix.ts';
import { readDigits, shortAmount, shortChange, wholeAmount } from '../../service/series-math/short-value.ts';
import { unitChangeText } from '../../service/series-math/unit-scale.ts';
import { requestQuery, requestSearch, type ViewSearch, viewSearch } from '../../service/view/index.ts';
import { useCatalog, useWideTable } from '../api/index.ts';
import {
  Columns,
  LoadFailed,
  NO_VALUE,
  NoDataView,
  Notice,
  NoValue,
  noDataText,
  Screen,
  TakeTable,
  TileTable,
  useNewChart,
  usePlainKeys,
} from '../frame/index.ts';
import type { TileProps } from '../frame/types.ts';
import { DayStepper } from '../range/index.ts';
import { parseView } from '../view/index.ts';
import styles from './release.module.css';
import {
  dayOnOrBefore,
  loadedAround,
  OFFERED,
  type ReleaseRow,
  referenceTitles,
  releaseCsv,
  releaseFileName,
  releasePath,
  releaseRows,
  releaseTsv,
} from './release-rows.ts';
import { type ReleaseSearch, SHOWN_NUMBERS, type ShownNumbers } from './release-search.ts';

const route = getRouteApi('/release');
const STATE_OPTIONS = Object.entries(STATES).map(([value, label]) => ({ value, label }));
const SHOWN_LABELS = { changes: 'Changes', values: 'Values', percent: 'Percent' };
const TITLE_ID = 'release-title';

/** A dataset's newest numbers in one table, and those a day, week, month or year before. */
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

/** One row per series with data, by group. Names link to charts, newest numbers to explanations. */
function ReleaseTable(props: {
  dataset: Dataset;
  area: string;
  rows: readonly ReleaseRow[];
  shown: ShownNumbers;
  labelledBy: string;
}) {
  const { dataset, area, rows, shown } = props;
  const titles = referenceTitles(dataset);
  const newChart = useNewChart();
  const chartOf = (code: string, date?: string): ViewSearch => {
    const choice = { dataset: dataset.id, code, area };
    const view = newChart([choice]);
    return viewSearch(date === undefined ? view : { ...view, explained: { line: seriesId(choice), date } });
  };
  const held = rows.filter(({ value }) => value !== undefined);
  const groups = [...Map.groupBy(held, ({ series }) => series.group)];
  // Groups of one series each would only repeat the series' names.
  const hasGroups = groups.length > 1 && groups.length < held.length;
  // Fits the longest text of all three number choices, so that switching moves nothing.
  const longest = (texts: readonly (string | undefined)[]) => {
    const most = Math.max(10, ...texts.map((text = '') => text.length));
    return `calc(${most}ch + 1.25rem)`;
  };
  const widths = [
    longest([]),
    longest(held.map(({ value, series }) => value && groupDigits(readDigits(value, series.unitShort)))),
    ...titles.map((_, i) => longest(held.flatMap((row) => SHOWN_NUMBERS.map((one) => textOf(row, i, one))))),
  ];
  return (
    <table
      className={styles.table}
      style={{ minWidth: `calc(11rem + ${widths.join(' + ')})` }}
      aria-labelledby={props.labelledBy}
    >
      <Columns widths={[undefined, ...widths]} />
      <thead>
        <tr>
          <td />
          <th scope="col">Date</th>
          <th scope="col">Newest</th>
          {titles.map((title) => (
            <th key={title} scope="col">
              {shown === 'values' ? title : `From ${title.toLowerCase()}`}
              {shown === 'percent' && ', %'}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(([group, own]) => (
        <tbody key={group}>
          {hasGroups && (
            <tr>
              <th scope="rowgroup" colSpan={titles.length + 3} className="strong">
                {group}
              </th>
            </tr>
          )}
          {own.map(({ series, date, value, compared }) => (
            <tr key={series.code}>
              <th scope="row">
                <Link to="/explore" search={chartOf(series.code)} className="cell-link">
                  {series.title}
                </Link>{' '}
                <span className="quiet fine">{series.unitShort}</span>
              </th>
              <td className="quiet">{date === undefined ? <NoValue /> : shownDate(date)}</td>
              <td className="medium">
                {value === undefined || date === undefined ? (
                  <NoValue />
                ) : (
                  <Link
                    to="/explore"
                    search={chartOf(series.code, date)}
                    className="cell-link"
                    title={`${wholeAmount(value, series)}\nExplain this number`}
                  >
                    {groupDigits(readDigits(value, series.unitShort))}
                  </Link>
                )}
              </td>
              {titles.map((title, i) => (
                <td
                  key={title}
                  title={compared[i] && `${groupDigits(compared[i].value)} on ${shownDate(compared[i].date)}`}
                >
                  {textOf({ series, value, compared }, i, shown) ?? <NoValue />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** @param at the index of the comparison column */
function textOf(
  { series: { unitShort }, value, compared: all }: Pick<ReleaseRow, 'series' | 'value' | 'compared'>,
  at: number,
  shown: ShownNumbers,
): string | undefined {
  const compared = all[at];
  switch (shown) {
    case 'values':
      return compared && groupDigits(readDigits(compared.value, unitShort, value));
    case 'changes':
      return compared && unitChangeText(readDigits(compared.change, unitShort, value), unitShort);
    case 'percent':
      return compared?.percent === undefined ? undefined : signedText(compared.percent);
  }
}

/** A release table on a tile: the newest numbers, and their changes from the period and the year before. */
export function ReleaseTile({ search, frame }: TileProps<ReleaseSearch>): ReactNode {
  const dataset = findDataset(search.dataset ?? '') ?? (OFFERED[0] as Dataset);
  const last = useCatalog().data?.datasets.find(({ id }) => id === dataset.id)?.last_date;
  const area = dataset.byState ? (search.state ?? 'CA') : '';
  const isDay = search.date !== undefined && dayNumber(search.date) !== undefined;
  const asked = isDay ? search.date : last;
  const days = asked && last ? loadedAround(asked, last) : undefined;
  const { data, error, refetch } = useWideTable(days && releasePath(dataset, area, days));
  const day = data && asked ? dayOnOrBefore(data, dayNumber(asked) as number) : undefined;
  const rows =
    data && day !== undefined
      ? releaseRows(dataset, data, day).filter(({ value }) => value !== undefined)
      : undefined;
  if (last === null || (data && !rows))
    return frame({ state: 'empty', why: noDataText(`data for ${dataset.title}`) });
  if (error) return frame({ state: 'failed', why: error.message, retry: () => void refetch() });
  if (!rows || day === undefined || !days) return frame({ state: 'loading' });
  const { view } = parseView({ series: '' });
  const series = dataset.series.map(({ code }, slot) => ({
    ...{ choice: { dataset: dataset.id, code, area }, slot, hidden: false, style: {} },
  }));
  const titles = referenceTitles(dataset);
  const areaText = area === '' ? '' : `, ${STATES[area as keyof typeof STATES]}`;
  return frame(
    {
      state: 'drawn',
      sentence: plainly(() =>
        sentenceOf(`${dataset.title}${areaText}, ${dateText(day)}`, rows[0], titles[0]),
      ),
      datasets: [dataset.id],
      sheet: {
        search: requestQuery(requestSearch({ ...view, series }, { from: days.from, to: dateText(day) })),
      },
    },
    <TileTable
      head={['Series', 'Newest', shortened(titles[0]), shortened(titles.at(-1))]}
      rows={rows.map((row) => [
        row.series.title,
        groupDigits(readDigits(row.value ?? '', row.series.unitShort)),
        changeOf(row.compared[0], row),
        changeOf(row.compared.at(-1), row),
      ])}
    />,
  );
}

function sentenceOf(what: string, first: ReleaseRow | undefined, title = ''): string {
  if (!first?.value) return `${what}.`;
  const [before] = first.compared;
  const since =
    before && `, ${shortChange(before.change, first.series.unitShort)} from the ${title.toLowerCase()}`;
  return `${what}: ${first.series.title} ${shortAmount(first.value, first.series)}${since ?? ''}.`;
}

const changeOf = (
  one: ReleaseRow['compared'][number],
  { series: { unitShort }, value }: Pick<ReleaseRow, 'series' | 'value'>,
): string => (one ? unitChangeText(readDigits(one.change, unitShort, value), unitShort) : NO_VALUE);
/** 'Week before' → 'From week' */
const shortened = (title = ''): string => `From ${title.toLowerCase().replace(' before', '')}`;
