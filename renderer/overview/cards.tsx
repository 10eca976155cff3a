import { ActionIcon, Box, Button, Menu, Popover, Select, UnstyledButton } from '@mantine/core';
import { IconDots, IconPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type DragEvent, type HTMLAttributes, type KeyboardEvent, useMemo, useState } from 'react';
import { dateText, shownDate } from '../../service/calendar/dates.ts';
import type { BriefChanges } from '../../service/contract/brief.ts';
import type { CatalogDataset, DatasetFreshness } from '../../service/contract/catalog.ts';
import { DATASETS, findDataset, findSeries } from '../../service/datasets/index.ts';
import {
  parseSeriesId,
  type SeriesChoice,
  seriesId,
  shortTitle,
} from '../../service/datasets/series-choice.ts';
import { STATES } from '../../service/datasets/states.ts';
import { periodBefore } from '../../service/series-math/brief.ts';
import { countOf, plainly } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import { shortAmount, shortChange, wholeAmount } from '../../service/series-math/short-value.ts';
import { unitChangeText } from '../../service/series-math/unit-scale.ts';
import {
  type ShortColumn,
  useCan,
  useHeadlines,
  usePreference,
  useRecentValues,
  useRefresh,
} from '../api/index.ts';
import { ExplainableSentence } from '../explain/index.ts';
import type { SentencePart } from '../explain/types.ts';
import { NO_VALUE, shownFreshness, useExplore, useNewChartSearch } from '../frame/index.ts';
import { sparkPath } from '../picker/index.ts';
import styles from './overview.module.css';
import {
  type CardChoice,
  HEADLINES,
  movedCard,
  shownCards,
  stepOf,
  withCard,
  withoutCard,
} from './overview-choices.ts';
import { numberWord, titleOfCode, titleOfId } from './words.ts';

/** @returns the number of columns in the grid at its current width. */
const columnsOf = (grid: Element | null): number =>
  grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1;

/** Cards with the newest number of each dataset and of each pinned series. */
export function Cards(props: {
  datasets: readonly CatalogDataset[];
  /** The changes in the brief's period. */
  changes: BriefChanges | undefined;
  /** The label of the dot on a card with news. */
  newWords: string;
  onExplain: (word: string) => void;
}) {
  const [choice, setChoice] = usePreference('overview_cards');
  const [dragged, setDragged] = useState<string>();
  const shown = shownCards(choice);
  const withNews = new Set(
    props.changes?.datasets.flatMap(({ dataset, series, lists }) =>
      [...series, ...lists].flatMap((one) => [
        `${dataset}.${one.series}`,
        ...('area' in one ? [`${dataset}.${one.series}.${one.area}`] : []),
      ]),
    ),
  );
  const move = (id: string, to: number) => setChoice(movedCard(choice, id, to));
  return (
    <section aria-label="Newest numbers">
      <ul className={`list ${styles.cards}`}>
        {shown.map((id, at) => (
          <Card
            key={id}
            id={id}
            dataset={props.datasets.find((one) => id.startsWith(`${one.id}.`))}
            newWords={withNews.has(id) ? props.newWords : undefined}
            onExplain={props.onExplain}
            onMove={(by) => move(id, at + by)}
            onHide={() => setChoice(withoutCard(choice, id))}
            drag={{
              draggable: true,
              'data-dimmed': dragged === id || undefined,
              onDragStart: (event: DragEvent) => {
                event.dataTransfer.setData('text/plain', id);
                event.dataTransfer.effectAllowed = 'move';
                setDragged(id);
              },
              onDragOver: (event: DragEvent) => dragged !== undefined && event.preventDefault(),
              onDrop: (event: DragEvent) => {
                if (dragged === undefined) return;
                event.preventDefault();
                move(dragged, at);
              },
              onDragEnd: () => setDragged(undefined),
              onKeyDown: (event: KeyboardEvent) => {
                const step = stepOf(event.key, columnsOf(event.currentTarget.parentElement));
                if (!event.altKey || step === undefined) return;
                // Alt with an arrow key also means 'back' in the browser.
                event.preventDefault();
                event.stopPropagation();
                move(id, at + step);
              },
            }}
          />
        ))}
      </ul>
      <CardTools choice={choice} onChange={setChoice} />
    </section>
  );
}

/** Pins a series, and shows hidden cards again. */
function CardTools({ choice, onChange }: { choice: CardChoice; onChange: (choice: CardChoice) => void }) {
  const [isOpen, setOpen] = useState(false);
  const hidden = HEADLINES.filter((id) => choice.hidden.includes(id));
  return (
    <div className="row wrap gap-8" style={{ paddingTop: '0.5rem' }}>
      <Popover opened={isOpen} onChange={setOpen} trapFocus width={340} position="top-start">
        <Popover.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPin size={14} stroke={1.6} />}
            onClick={() => setOpen(!isOpen)}
          >
            Pin a series
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          {isOpen && (
            <PinField
              onPin={(id) => {
                onChange(withCard(choice, id));
                setOpen(false);
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {hidden.map((id) => (
        <Button key={id} variant="subtle" size="compact-sm" onClick={() => onChange(withCard(choice, id))}>
          Show {titleOfId(id)}
        </Button>
      ))}
    </div>
  );
}

/** Maximum number of series listed in the search. */
const LISTED = 40;

function PinField({ onPin }: { onPin: (id: string) => void }) {
  const data = useMemo(
    () =>
      DATASETS.filter(({ kind }) => kind === 'observations').map((dataset) => ({
        group: dataset.title,
        items: dataset.series.flatMap(({ code }) =>
          (dataset.byState ? Object.keys(STATES) : ['']).map((area) => {
            const choice = { dataset: dataset.id, code, area };
            return { value: seriesId(choice), label: shortTitle(choice) };
          }),
        ),
      })),
    [],
  );
  return (
    <Select
      label="Which series"
      placeholder="Type to find it"
      data={data}
      searchable
      limit={LISTED}
      comboboxProps={{ withinPortal: false }}
      onChange={(id) => id !== null && parseSeriesId(id) && onPin(id)}
    />
  );
}

type CardProps = {
  /** The series' id. */
  id: string;
  dataset: CatalogDataset | undefined;
  /** The label of the dot; absent: the card has no news. */
  newWords: string | undefined;
  onExplain: (word: string) => void;
  /** Moves the card by this number of places. */
  onMove: (by: number) => void;
  onHide: () => void;
  drag: HTMLAttributes<HTMLElement> & { 'data-dimmed': true | undefined };
};

/** A series' newest number, its change and a small chart, with a chip if the publisher has a newer number. */
function Card(props: CardProps) {
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
              <ExplainableSentence parts={[numbers.value]} onExplain={props.onExplain} />
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
                <ExplainableSentence parts={[numbers.change]} onExplain={props.onExplain} />{' '}
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

/** Menu items that open the series in Explore, as a new chart or in the last chart. */
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

/** Links to the screen with more of the series: curve, map, list, or a new chart. */
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

/** Maximum number of late series named in the text. */
const NAMED = 4;

/** A chip for numbers that are late; a click lists the series and offers a refresh. */
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
          {refresh.isSuccess && 'The refresh has begun. See its progress in Data.'}
          {refresh.error && <span className="error">{refresh.error.message}</span>}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A card's newest number and its change, each with the address word that explains it. */
type CardNumbers = {
  date: string;
  value: SentencePart;
  change: SentencePart;
  /** The text after the change: 'on the week'. */
  span: string;
};

const SPANS = { Daily: 'on the day', Weekly: 'on the week', Monthly: 'on the month' } as const;

/** @param id the series' id, 'dataset.code' @returns `undefined` if there is no observation */
export function cardNumbers(id: string, column: ShortColumn): CardNumbers | undefined {
  const [dataset = '', code = ''] = id.split('.');
  const series = findSeries(dataset, code);
  const at = column.days.length - 1;
  const value = column.values[at];
  if (series === undefined || value === undefined) return undefined;
  const date = dateText(column.days[at] as number);
  const before = periodBefore(column, at, series.frequency);
  const changed = (row: number): SentencePart => {
    const change = difference(parseDecimal(value), parseDecimal(column.values[row] as string));
    return {
      text: unitChangeText(change, series.unitShort),
      short: shortChange(change, series.unitShort),
      explain: numberWord(id, date, 'from', dateText(column.days[row] as number)),
    };
  };
  return plainly(() => ({
    date,
    value: {
      text: wholeAmount(value, series),
      short: shortAmount(value, series),
      explain: numberWord(id, date),
    },
    change: before === undefined ? NO_VALUE : changed(before),
    span: SPANS[series.frequency],
  }));
}
