import { Flex, Skeleton, Tabs } from '@mantine/core';
import { type Icon, IconChartLine, IconCloudDownload, IconKey } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import type { BriefChanges } from '../../service/contract/brief.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { useBriefChanges, useCalendar, useCan, useCatalog, usePreference } from '../api/index.ts';
import {
  GET_DATA,
  HelpLink,
  LinkNotice,
  LoadFailed,
  NEW_KEY,
  NoDataView,
  Notice,
  Screen,
  SidePanel,
  useNewChartSearch,
  usePlainKeys,
  useWindowFits,
} from '../frame/index.ts';
import { Brief } from './brief.tsx';
import { CalendarList } from './calendar-list.tsx';
import { Cards } from './cards.tsx';
import { ExplainWord } from './explain-word.tsx';
import styles from './overview.module.css';
import { hereNow, pickOverviewSearch, readSince, type SearchChange } from './overview-choices.ts';

const route = getRouteApi('/overview');

/** The start screen: news since the last visit, the newest numbers, and upcoming releases. */
export function OverviewScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: SearchChange, replace = false) =>
    void navigate({ search: (before) => pickOverviewSearch({ ...before, ...part }), replace });
  const explain = (word: string | undefined) => change({ explain: word }, true);
  const catalog = useCatalog();
  const calendar = useCalendar();
  const [read] = usePreference('read_until');
  const since = readSince(search.since, read, hereNow());
  const changes = useBriefChanges(since.asked);
  const { mark, undo } = useMarker(changes.data, search.since === undefined);
  const isWide = useWindowFits('(min-width: 75em)');
  usePlainKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    e: explainFocused,
    r: mark,
    escape: search.explain === undefined ? undefined : () => explain(undefined),
  });
  const held = catalog.data?.datasets ?? [];
  const isEmpty = catalog.data !== undefined && held.every(({ last_date }) => last_date === null);
  // Without the right to import, other people load the data, so there is no welcome.
  const isFirst = useCan('import') && held.length > 0 && held.every(({ origin }) => origin === 'sample');
  const failure = catalog.data ? changes.error : catalog.error;
  const main = (
    <div className="column gap-12">
      {isFirst && changes.data?.datasets.length === 0 ? (
        <Welcome />
      ) : (
        <Brief
          changes={changes.data}
          isOld={changes.isPlaceholderData}
          since={since}
          search={search}
          releases={calendar.data?.releases ?? []}
          onChange={change}
          onExplain={explain}
          onMark={mark}
          undo={undo}
        />
      )}
      <Cards
        datasets={held}
        changes={changes.data}
        newWords={search.since === undefined ? 'Unread' : inDateStyle(`New ${since.words}`)}
        onExplain={explain}
      />
    </div>
  );
  const next = (
    <CalendarList calendar={calendar.data} failure={calendar.error} onRetry={() => void calendar.refetch()} />
  );
  return (
    <Screen datasets={held.map(({ id }) => id)} isLoading={!changes.data && !failure && !isEmpty}>
      <Flex h="100%">
        <div className={`fill low shrink scrolls ${styles.main}`}>
          <LinkNotice
            problems={since.problem === undefined ? [] : [since.problem]}
            onClose={() => change({ since: undefined }, true)}
          />
          {search.gone !== undefined && (
            <Notice
              tone="note"
              action={
                <button
                  type="button"
                  className="plain strong"
                  onClick={() => change({ gone: undefined }, true)}
                >
                  Dismiss
                </button>
              }
            >
              The saved view that Almanac should start with no longer exists. Choose another one in Settings.
            </Notice>
          )}
          {failure && (
            <LoadFailed onRetry={() => void (catalog.data ? changes : catalog).refetch()}>
              What is new could not be loaded: {failure.message}
            </LoadFailed>
          )}
          {isEmpty ? (
            <NoDataView />
          ) : !changes.data || !catalog.data ? (
            !failure && <Waiting />
          ) : isWide ? (
            main
          ) : (
            <Tabs defaultValue="brief" keepMounted={false}>
              <Tabs.List aria-label="What is new, and what comes" mb={10}>
                <Tabs.Tab value="brief">What is new</Tabs.Tab>
                <Tabs.Tab value="next">Next 14 days</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="brief">{main}</Tabs.Panel>
              <Tabs.Panel value="next">{next}</Tabs.Panel>
            </Tabs>
          )}
        </div>
        {isWide && search.explain === undefined && !isEmpty && (
          <aside className={`fixed low scrolls ${styles.side}`} aria-label="Next 14 days">
            <div className="row gap-4">
              <h2 className="heading">Next 14 days</h2>
              <HelpLink to="/guide/overview#releases" about="releases" />
            </div>
            {next}
          </aside>
        )}
        <SidePanel
          label="Explain this number"
          isBeside={isWide}
          isOpen={search.explain !== undefined}
          takesFocus
          onClose={() => explain(undefined)}
        >
          <ExplainWord word={search.explain ?? ''} onClose={() => explain(undefined)} />
        </SidePanel>
      </Flex>
    </Screen>
  );
}

/** The items of the brief and the cards, which J and K step through. */
const ITEMS = '[data-item]';

function moveFocus(by: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>(ITEMS)];
  const box = document.activeElement?.closest('[data-box]');
  const at = items.findIndex((item) => item.closest('[data-box]') === box);
  const to = box && at >= 0 ? at + by : by > 0 ? 0 : items.length - 1;
  items[Math.max(0, Math.min(items.length - 1, to))]?.focus();
}

/** Explains the first number of the focused item. */
function explainFocused(): void {
  document.activeElement?.closest('[data-box]')?.querySelector<HTMLElement>('[data-numbers] button')?.click();
}

/** A placeholder of the final content's size. */
function Waiting() {
  return (
    <div className="column gap-12" role="img" aria-label="Loading what is new">
      <Skeleton height={120} />
      <div className={styles.cards}>
        {Array.from({ length: 9 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nine equal placeholders
          <Skeleton key={at} height={112} />
        ))}
      </div>
    </div>
  );
}

/** A visit of this length, in ms, counts as having read Overview. */
const READ_MS = 20_000;

/**
 * The point up to which the user has read Overview. `mark` moves it, and so does leaving for another screen
 * after `READ_MS`, but not a reload; `undo` restores the previous point.
 * @param isVisit true if `changes` are those since the last visit; looking at other changes does not mark
 * them read
 */
function useMarker(changes: BriefChanges | undefined, isVisit: boolean) {
  const [marker, setMarker] = usePreference('read_until');
  const mark = () => {
    const { run: was, at } = marker;
    // A second mark would overwrite the point that `undo` restores.
    if (changes && changes.run !== was)
      setMarker({ run: changes.run, at: new Date().toISOString(), before: { run: was, at } });
  };
  const leave = useEffectEvent(() => {
    if (isVisit && changes && changes.datasets.length > 0) mark();
  });
  useEffect(() => {
    const from = performance.now();
    return () => {
      if (performance.now() - from >= READ_MS) leave();
    };
  }, []);
  const { before } = marker;
  return { marker, mark, undo: before && (() => setMarker(before)) };
}

/** Side by side if there is room for all. */
const WAYS = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(15rem, 100%), 1fr))' };
/** The whole card is clickable. */
const WAY = {
  className: 'framed hovers flex gap-12 ink',
  style: { height: '100%', padding: '0.625rem 0.75rem', textDecoration: 'none' },
} as const;
const FIRST_CHART = { dataset: YIELDS.id, code: YIELDS.headline, area: '' };

/** Introduces Almanac and its first steps, in place of the news while all data are samples. */
function Welcome() {
  const chart = useNewChartSearch()([FIRST_CHART]);
  return (
    <section className="card column gap-10" style={{ padding: '0.875rem' }} aria-labelledby="welcome">
      <div className="column gap-4">
        <h2 id="welcome" className="large strong">
          Welcome to Almanac
        </h2>
        <p style={{ maxWidth: '46rem', lineHeight: 1.5 }}>
          Almanac keeps US economic and market data on your own computer, and shows them as charts, maps and
          tables that your other tools can read too. All that you see now is sample data, made up so that you
          can look around before you get the real ones.
        </p>
      </div>
      <ul className="list gap-10" style={WAYS}>
        <li>
          <Link to="/explore" search={chart} {...WAY}>
            <Way icon={IconChartLine} title="Look at a chart">
              The 10-year Treasury yield. Add lines, units and formulas to it.
            </Way>
          </Link>
        </li>
        <li>
          <Link to="/data" hash={GET_DATA} {...WAY}>
            <Way icon={IconCloudDownload} title="Get the real data">
              From their publishers, all datasets with one click.
            </Way>
          </Link>
        </li>
        <li>
          <Link to="/access" hash={NEW_KEY} {...WAY}>
            <Way icon={IconKey} title="Make a key">
              With it a notebook, a spreadsheet or a script reads the same numbers.
            </Way>
          </Link>
        </li>
      </ul>
    </section>
  );
}

function Way({ icon: WayIcon, title, children }: { icon: Icon; title: string; children: string }) {
  return (
    <>
      <WayIcon className="fixed accent" size={20} stroke={1.6} aria-hidden />
      <span className="column gap-2">
        <span className="medium">{title}</span>
        <span className="quiet fine">{children}</span>
      </span>
    </>
  );
}
