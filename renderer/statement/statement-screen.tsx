import { Anchor, Flex, Skeleton } from '@mantine/core';
import { upperFirst, useHotkeys } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES as H41 } from '../../service/datasets/factors_affecting_reserve_balances/definition.ts';
import { RESERVE_STATEMENT } from '../../service/datasets/factors_affecting_reserve_balances/statement.ts';
import type { StatementLine } from '../../service/datasets/types.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import type { DateRange } from '../../service/view/types.ts';
import { useCatalog, useSideBySide } from '../api/index.ts';
import {
  HelpLink,
  LoadFailed,
  NoDataView,
  Notice,
  NoValue,
  Screen,
  TakeTable,
  useNewChartSearch,
} from '../frame/index.ts';
import { DayStepper } from '../range/index.ts';
import styles from './statement.module.css';
import {
  CHOICES,
  cellsOf,
  heldWeeks,
  loadedRange,
  STATEMENT_CODES,
  type StatementCells,
  shiftWeeks,
  statementCsv,
  statementFileName,
  statementToShow,
  statementTsv,
  statementWeek,
  type Weeks,
  weeksOf,
} from './statement.ts';

// In the screen's chunk, because screen and tile share the drawing.
export { StatementTile } from './statement-tile.tsx';

const route = getRouteApi('/statement');
const TITLE_ID = 'statement-title';

/** The Fed's balance sheet of one week, as the H.4.1 release lays it out. */
export function StatementScreen() {
  const { data, error, refetch } = useCatalog();
  const dataset = data?.datasets.find(({ id }) => id === H41.id);
  const held = dataset && heldWeeks(dataset);
  return (
    <Screen datasets={[H41.id]}>
      {dataset && !held && <NoDataView />}
      <div className={`column gap-12 ${styles.page}`}>
        {dataset && held && <Statement held={held} isSample={dataset.origin === 'sample'} />}
        {!data && !error && (
          <Skeleton height={480} width="auto" role="img" aria-label="Loading the statement" />
        )}
        {!data && error && (
          <LoadFailed onRetry={() => void refetch()}>
            The catalogue could not be loaded: {error.message}
          </LoadFailed>
        )}
      </div>
    </Screen>
  );
}

function Statement({ held, isSample }: { held: DateRange; isSample: boolean }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { week, problem } = statementToShow(search.date, held);
  const weeks = weeksOf(week);
  const { data, error, refetch } = useSideBySide(CHOICES, loadedRange(week, held));
  const cells = data && new Map(STATEMENT_CODES.map((code) => [code, cellsOf(data.get(code), week)]));
  const [headline] = H41.series;
  const unit = headline?.unit ?? '';
  const content = cells && { weeks, cells, unit, isSample };
  return (
    <>
      <Flex wrap="wrap" align="center" justify="space-between" rowGap={8} columnGap={16}>
        <WeekStepper
          week={week}
          held={held}
          onChange={(date) => void navigate({ search: date === undefined ? {} : { date } })}
        />
        <TakeTable
          what={`the statement of ${shownDate(week)}`}
          texts={
            content && {
              tabs: statementTsv(content),
              csv: () => statementCsv(content),
              fileName: statementFileName(content),
            }
          }
        />
      </Flex>
      {problem && <Notice tone="note">{problem}</Notice>}
      {error && (
        <LoadFailed onRetry={() => void refetch()}>
          The statement could not be loaded: {error.message}
        </LoadFailed>
      )}
      <article className={`card sheet ${styles.sheet}`} aria-labelledby={TITLE_ID}>
        <Flex
          component="header"
          wrap="wrap"
          align="baseline"
          justify="space-between"
          rowGap={2}
          columnGap={24}
        >
          <h2 id={TITLE_ID} className="large strong">
            Assets and liabilities of the Federal Reserve Banks, as of{' '}
            <time dateTime={week}>{shownDate(week)}</time>
          </h2>
          <div className="row gap-4">
            <p className="quiet fine">{upperFirst(unit)}</p>
            <HelpLink to="/guide/explore#as-the-publisher-lays-it-out" about="the statement" />
          </div>
        </Flex>
        <StatementTable labelledBy={TITLE_ID} weeks={weeks} cells={cells} />
        <footer className={`quiet fine ${styles.foot}`}>
          <p>
            <Anchor href={H41.source.url} target="_blank" rel="noreferrer" inherit underline="always">
              {H41.source.name}
            </Anchor>
            , {H41.publisher}. {H41.release.text}.
          </p>
          {H41.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </footer>
      </article>
    </>
  );
}

/** Chooses the week with a date field, or a step back or forward, also with the keys [ and ]. */
function WeekStepper(props: {
  week: string;
  held: DateRange;
  /** @param week `undefined`: the newest week, also when a newer one arrives */
  onChange: (week: string | undefined) => void;
}) {
  const { week, held, onChange } = props;
  const before = week > held.from ? shiftWeeks(week, -1) : undefined;
  const after = week < held.to ? shiftWeeks(week, 1) : undefined;
  useHotkeys([
    ['[', () => before !== undefined && onChange(before)],
    [']', () => after !== undefined && onChange(after)],
  ]);
  return (
    <DayStepper
      label="Week"
      date={week}
      held={held}
      before={before}
      after={after}
      keys={{ before: '[', after: ']' }}
      refuse={(date) =>
        statementWeek(date) < held.from
          ? `The data begin with the week of ${shownDate(held.from)}.`
          : undefined
      }
      onChange={(date) => onChange(date === undefined ? undefined : statementWeek(date))}
    />
  );
}

/** The statement as a table: sections, indented lines, level, two changes. Each line links to its chart. */
function StatementTable(props: {
  labelledBy: string;
  weeks: Weeks;
  cells: ReadonlyMap<string, StatementCells> | undefined;
}) {
  const { weeks, cells } = props;
  return (
    <table className={styles.table} aria-labelledby={props.labelledBy} aria-busy={cells === undefined}>
      <thead>
        <tr>
          <td />
          <Head title="Wednesday level" date={weeks.week} />
          <Head title="Change from week before" date={weeks.weekBefore} />
          <Head title="Change from year before" date={weeks.yearBefore} />
        </tr>
      </thead>
      {RESERVE_STATEMENT.map(({ title, lines }) => (
        <tbody key={title}>
          <tr className={styles.section}>
            <th scope="rowgroup" colSpan={4}>
              {title}
            </th>
          </tr>
          {lines.map((line) => (
            <Line key={line.label} line={line} cells={cells} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Head({ title, date }: { title: string; date: string }) {
  return (
    <th scope="col">
      <span className={`block ${styles.headTitle}`}>{title}</span>{' '}
      <span className="ink medium one-line block">{shownDate(date)}</span>
    </th>
  );
}

function Line(props: { line: StatementLine; cells: ReadonlyMap<string, StatementCells> | undefined }) {
  const newChartSearch = useNewChartSearch();
  const { label, code, indent, isTotal } = props.line;
  if (code === undefined) {
    return (
      <tr className={styles.heading}>
        <td colSpan={4} data-indent={indent} style={indentOf(indent)}>
          {label}
        </td>
      </tr>
    );
  }
  const cells = props.cells?.get(code);
  return (
    <tr className={styles.line} data-total={isTotal}>
      <th scope="row" data-indent={indent} style={indentOf(indent)}>
        <Link
          to="/explore"
          search={newChartSearch([{ dataset: H41.id, code, area: '' }])}
          className="block cell-link"
          title={H41.series.find((series) => series.code === code)?.title}
        >
          {label}
        </Link>
      </th>
      <Value text={cells?.level} print={groupDigits} isThere={props.cells !== undefined} />
      <Value text={cells?.fromWeekBefore} print={signedText} isThere={props.cells !== undefined} />
      <Value text={cells?.fromYearBefore} print={signedText} isThere={props.cells !== undefined} />
    </tr>
  );
}

function Value(props: { text: string | undefined; print: (text: string) => string; isThere: boolean }) {
  if (!props.isThere) return <td />;
  if (props.text !== undefined) return <td>{props.print(props.text)}</td>;
  return (
    <td>
      <NoValue />
    </td>
  );
}

function indentOf(indent: number): CSSProperties {
  return { '--indent': indent } as CSSProperties;
}
