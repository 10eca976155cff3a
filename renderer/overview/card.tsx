import { ActionIcon, Box, Button, Menu, Popover, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type HTMLAttributes, useMemo } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset, DatasetFreshness } from '../../service/contract/catalog.ts';
import { findDataset, findSeries } from '../../service/datasets/index.ts';
import { parseSeriesId, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import { countOf, plainly } from '../../service/series-math/decimal-text.ts';
import { type ShortColumn, useCan, useHeadlines, useRecentValues, useRefresh } from '../api/index.ts';
import { Told } from '../explain/index.ts';
import { shownFreshness, useExplore, useNewChartSearch } from '../frame/index.ts';
import { sparkPath } from '../picker/index.ts';
import { HEADLINES } from './card-list.ts';
import { type CardNumbers, cardNumbers } from './card-numbers.ts';
import { numberWord } from './number-words.ts';
import styles from './overview.module.css';
import { titleOfCode, titleOfId } from './words.ts';

type CardProps = {
  /** The id of its series. */
  id: string;
  dataset: CatalogDataset | undefined;
  /** What its dot says; absent: nothing of it is new. */
  newWords: string | undefined;
  onExplain: (word: string) => void;
  /** By how many places. */
  onMove: (by: number) => void;
  onHide: () => void;
  drag: HTMLAttributes<HTMLElement> & { 'data-dimmed': true | undefined };
};

/** The newest number of a series: value, change, how it came about; late where its publisher has a newer one. */
export function Card(props: CardProps) {
  const { id } = props;
  if (findDataset(id.split('.')[0] ?? '')?.kind === 'list') return <ListCard {...props} />;
  if (HEADLINES.includes(id)) return <HeadlineCard {...props} />;
  const choice = parseSeriesId(id);
  return choice && <PinnedCard {...props} choice={choice} />;
}

function HeadlineCard(props: CardProps) {
  const { data, isError } = useHeadlines();
  const column = data && (data.get(props.id) ?? EMPTY);
  return (
    <Drawn {...props} column={column} isFailed={isError} numbers={column && cardNumbers(props.id, column)} />
  );
}

function PinnedCard(props: CardProps & { choice: SeriesChoice }) {
  const { choice, id, dataset } = props;
  const held = dataset?.series.find(({ code }) => code === choice.code);
  const { column, isFailed } = useRecentValues(choice, held, true);
  const isHeld = (held?.count ?? 0) > 0;
  return (
    <Drawn
      {...props}
      column={isHeld ? column : EMPTY}
      isFailed={isFailed}
      numbers={column && cardNumbers(id, column)}
    />
  );
}

function ListCard(props: CardProps) {
  const [, code] = props.id.split('.');
  const [newest] = props.dataset?.series.find((series) => series.code === code)?.lists ?? [];
  const numbers: CardNumbers | undefined = newest && {
    date: newest.as_of,
    value: {
      text: plainly(() => countOf(newest.count, 'member')),
      explain: numberWord(props.id, newest.as_of),
    },
    change: '',
    span: '',
  };
  return <Drawn {...props} column={EMPTY} numbers={numbers} />;
}

const EMPTY: ShortColumn = { days: new Int32Array(), values: [], numbers: new Float64Array() };
const SPARK = { width: 96, height: 36 };

function Drawn(
  props: CardProps & {
    column: ShortColumn | undefined;
    isFailed?: boolean;
    numbers: CardNumbers | undefined;
  },
) {
  const { id, dataset, column, numbers, onMove, onHide } = props;
  const path = useMemo(
    () => column && sparkPath(column.days, column.numbers, SPARK.width, SPARK.height),
    [column],
  );
  const title = titleOfId(id);
  const choice = parseSeriesId(id);
  return (
    <li className={`card column gap-2 ${styles.tile}`} data-box {...props.drag}>
      <div className="row gap-6">
        {props.newWords !== undefined && (
          <span className={styles.dot} role="img" aria-label={props.newWords} title={props.newWords} />
        )}
        <CardLink id={id} title={title} />
        <span className="at-end row gap-4 fixed">
          {dataset?.origin === 'sample' && (
            <span className="chip" data-tone="sample">
              <span aria-hidden />
              Sample
            </span>
          )}
          {dataset?.freshness?.state === 'late' && (
            <LateChip dataset={dataset} freshness={dataset.freshness} />
          )}
          <Menu position="bottom-end" width={230}>
            <Menu.Target>
              <ActionIcon size={24} aria-label={`More of ${title}`}>
                <IconDots size={15} stroke={1.6} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {choice && <ChartItems choice={choice} />}
              <Menu.Item onClick={() => onMove(-1)}>Move before</Menu.Item>
              <Menu.Item onClick={() => onMove(1)}>Move after</Menu.Item>
              <Menu.Item onClick={onHide}>Hide</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </div>
      <Box className="row gap-8 spread" mih={66} data-numbers>
        <div className="shrink">
          <Box component="p" className="strong one-line" fz="1.0625rem">
            {numbers ? (
              <Told parts={[numbers.value]} onExplain={props.onExplain} />
            ) : column === undefined ? (
              props.isFailed ? (
                <span className="quiet">could not be loaded</span>
              ) : (
                '…'
              )
            ) : (
              <span className="quiet">no data yet</span>
            )}
          </Box>
          <p className="fine">
            {numbers && (
              <>
                <Told parts={[numbers.change]} onExplain={props.onExplain} />{' '}
                <span className="quiet">{numbers.span}</span>
              </>
            )}
          </p>
          <p className="quiet small">{shownDate(numbers?.date ?? ' ')}</p>
        </div>
        <svg
          className={`fixed ${styles.spark}`}
          viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
          width={SPARK.width}
          height={SPARK.height}
          aria-hidden
        >
          <path d={path ?? ''} data-series={id} />
        </svg>
      </Box>
    </li>
  );
}

/** The series in Explore, as a chart of its own or in the chart that was open last. */
function ChartItems({ choice }: { choice: SeriesChoice }) {
  const { open, add, hasRoom } = useExplore();
  const isFull = !hasRoom([choice]);
  return (
    <>
      <Menu.Item onClick={() => open([choice])}>Open in Explore</Menu.Item>
      <Menu.Item disabled={isFull} onClick={() => add([choice])}>
        {isFull ? 'Add to chart: it has eight lines' : 'Add to chart'}
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}

/** Leads to the screen that has more of it: the curve, the map, the list, or a chart of five years. */
function CardLink({ id, title }: { id: string; title: string }) {
  const newChartSearch = useNewChartSearch();
  const [dataset = '', code = '', area = ''] = id.split('.');
  const { kind, byState, group } = findDataset(dataset) ?? {};
  const props = {
    className: 'cell-link medium cut one-line',
    title,
    'data-item': true,
    draggable: false,
    children: title,
  };
  if (kind === 'list') return <Link to="/constituents" search={{ code }} {...props} />;
  if (byState && area === '') return <Link to="/states" {...props} />;
  if (group === 'market-data' && findSeries(dataset, code)?.spread === undefined)
    return <Link to="/yields" {...props} />;
  const choice = parseSeriesId(id);
  return <Link to="/explore" search={newChartSearch(choice ? [choice] : [])} {...props} />;
}

/** How many of the late series are named. */
const NAMED = 4;

/** Says that a publisher has newer numbers; a click says which, and refreshes. */
function LateChip({ dataset, freshness }: { dataset: CatalogDataset; freshness: DatasetFreshness }) {
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
