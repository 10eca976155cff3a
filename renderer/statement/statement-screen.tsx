import { Anchor, Flex, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { shownDate } from '../../service/calendar/dates.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from '../../service/datasets/factors_affecting_reserve_balances/definition.ts';
import type { DateRange } from '../../service/view/types.ts';
import { useCatalog, useSideBySide } from '../api/index.ts';
import { HelpLink, LoadFailed, NoDataView, Notice, Screen, TakeTable } from '../frame/index.ts';
import { DayStepper } from '../range/index.ts';
import { cellsOf } from './cells.ts';
import styles from './statement.module.css';
import { StatementTable } from './statement-table.tsx';
import { statementCsv, statementFileName, statementTsv } from './statement-text.ts';
import {
  CHOICES,
  heldWeeks,
  loadedRange,
  STATEMENT_CODES,
  shiftWeeks,
  statementToShow,
  statementWeek,
  weeksOf,
} from './weeks.ts';

// In the chunk of the screen, with which it shares the drawing.
export { StatementTile } from './statement-tile.tsx';

const route = getRouteApi('/statement');
const TITLE_ID = 'statement-title';

/** The Fed's balance sheet of one week, as the H.4.1 release lays it out. */
export function StatementScreen() {
  const { data, error, refetch } = useCatalog();
  const dataset = data?.datasets.find(({ id }) => id === FACTORS_AFFECTING_RESERVE_BALANCES.id);
  const held = dataset && heldWeeks(dataset);
  return (
    <Screen datasets={[FACTORS_AFFECTING_RESERVE_BALANCES.id]}>
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
  const [headline] = FACTORS_AFFECTING_RESERVE_BALANCES.series;
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
            <p className="quiet fine">{sentence(unit)}</p>
            <HelpLink to="/guide/explore#as-the-publisher-lays-it-out" about="the statement" />
          </div>
        </Flex>
        <StatementTable labelledBy={TITLE_ID} weeks={weeks} cells={cells} />
        <footer className={`quiet fine ${styles.foot}`}>
          <p>
            <Anchor
              href={FACTORS_AFFECTING_RESERVE_BALANCES.source.url}
              target="_blank"
              rel="noreferrer"
              inherit
              underline="always"
            >
              {FACTORS_AFFECTING_RESERVE_BALANCES.source.name}
            </Anchor>
            , {FACTORS_AFFECTING_RESERVE_BALANCES.publisher}.{' '}
            {FACTORS_AFFECTING_RESERVE_BALANCES.release.text}.
          </p>
          {FACTORS_AFFECTING_RESERVE_BALANCES.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </footer>
      </article>
    </>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Chooses the week: by a date field, or one week back and forward, also with the keys [ and ]. */
function WeekStepper(props: {
  week: string;
  /** First and last week with data. */
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
        statementWeek(date) < held.from ? `The first week held is ${shownDate(held.from)}.` : undefined
      }
      onChange={(date) => onChange(date === undefined ? undefined : statementWeek(date))}
    />
  );
}
