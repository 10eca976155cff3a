import { Box, Button, CopyButton, Menu, TextInput } from '@mantine/core';
import { IconCheck, IconChecks, IconChevronDown, IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayNumber, inDateStyle, minuteText, shownDate } from '../../service/calendar/dates.ts';
import type { BriefChanges, CalendarRelease, DatasetNews, SeriesNews } from '../../service/contract/brief.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { parseSeriesId } from '../../service/datasets/series-choice.ts';
import { copied, groupDigits } from '../../service/series-math/decimal-text.ts';
import { useBriefChanges, useRunLog } from '../api/index.ts';
import { ExplainableSentence, sentenceText } from '../explain/index.ts';
import type { SentencePart } from '../explain/types.ts';
import { HelpLink, useNewChartSearch } from '../frame/index.ts';
import styles from './overview.module.css';
import { hereNow, type OverviewSearch, type SearchChange, type Since } from './overview-choices.ts';
import { TakeBrief } from './take-brief.tsx';
import {
  countsText,
  newestParts,
  newsTitle,
  noteParts,
  nothingNewText,
  revisionParts,
  titleOfId,
} from './words.ts';

type Explain = (word: string) => void;

export function Brief(props: {
  changes: BriefChanges | undefined;
  isOld: boolean;
  since: Since;
  search: OverviewSearch;
  releases: readonly CalendarRelease[];
  onChange: (part: SearchChange, replace?: boolean) => void;
  onExplain: Explain;
  onMark: () => void;
  /** Undoes the last mark as read; `undefined` if there is nothing to undo. */
  undo: (() => void) | undefined;
}) {
  const { changes, since, search, onChange } = props;
  if (!changes) return null;
  const hasNews = changes.datasets.length > 0;
  return (
    <section
      className="card"
      aria-label="What is new"
      aria-busy={props.isOld}
      data-dimmed={props.isOld || undefined}
    >
      <div className={`row wrap gap-8 ${styles.item}`}>
        <div className="row gap-4" style={{ flex: '1 1 14rem' }}>
          <h2 className="heading">
            What is new {inDateStyle(since.words)}
            {since.moment !== undefined && <span className="quiet">, {since.moment}</span>}
          </h2>
          <HelpLink to="/guide/overview#since-when" about="what is new" />
        </div>
        <SinceMenu
          since={since.problem === undefined ? search.since : undefined}
          onChange={(word) => onChange({ since: word, show: undefined })}
        />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconChecks size={15} stroke={1.6} />}
          disabled={!hasNews}
          onClick={props.onMark}
        >
          Mark as read
        </Button>
        {props.undo && (
          <Button variant="subtle" size="compact-sm" onClick={props.undo}>
            Undo
          </Button>
        )}
        <TakeBrief changes={changes} since={since} releases={props.releases} />
      </div>
      {hasNews ? (
        <ul className="list">
          {changes.datasets.map((news) => (
            <BriefItem
              key={news.dataset}
              news={news}
              since={since}
              isOpen={search.show === news.dataset}
              onToggle={() =>
                onChange({ show: search.show === news.dataset ? undefined : news.dataset }, true)
              }
              onExplain={props.onExplain}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.item}>{inDateStyle(nothingNewText(since, props.releases, hereNow()))}</p>
      )}
    </section>
  );
}

function BriefItem(props: {
  news: DatasetNews;
  since: Since;
  isOpen: boolean;
  onToggle: () => void;
  onExplain: Explain;
}) {
  const { news, isOpen, onExplain } = props;
  const [first] = news.series;
  const byState = findDataset(news.dataset)?.byState;
  const hasMore = news.series.length > 1 || (first !== undefined && first.revised > first.revisions.length);
  return (
    <li className={`ruled ${styles.item}`} data-box>
      <div className="row gap-8">
        <span className={styles.dot} aria-hidden />
        <button
          type="button"
          data-item
          className="plain rounded hovers medium"
          aria-expanded={isOpen}
          onClick={props.onToggle}
        >
          {newsTitle(news)}
        </button>
      </div>
      <div className={styles.told} data-numbers>
        {byState && !isOpen ? (
          <StateCount news={news} />
        ) : (
          first && !isOpen && <Note news={first} dataset={news.dataset} onExplain={onExplain} />
        )}
        {!isOpen && hasMore && (
          <Box component="button" type="button" className="plain accent fine" p={0} onClick={props.onToggle}>
            {news.series.length > 1
              ? `all ${news.series.length} series…`
              : `all ${first?.revised} revisions…`}
          </Box>
        )}
        {isOpen && <AllNews dataset={news.dataset} since={props.since} onExplain={onExplain} />}
      </div>
    </li>
  );
}

/** The claims of 53 areas have no sentences of their own: the state map shows them. */
function StateCount({ news }: { news: DatasetNews }) {
  const areas = new Set(news.series.map(({ area }) => area)).size;
  const newest = news.series
    .flatMap(({ newest }) => newest?.date ?? [])
    .sort()
    .at(-1);
  return (
    <p>
      {areas} areas{newest && `, newest week ${shownDate(newest)}`}.{' '}
      <Link to="/states" className="accent">
        Open the state map
      </Link>
    </p>
  );
}

/** All news of a dataset: each series with all its revisions. */
function AllNews({ dataset, since, onExplain }: { dataset: string; since: Since; onExplain: Explain }) {
  const { data, error } = useBriefChanges({ ...since.asked, dataset });
  if (error) return <p role="alert">The series could not be loaded: {error.message}</p>;
  const found = data?.datasets.find((one) => one.dataset === dataset);
  if (!found) return <p className="quiet">…</p>;
  return found.series.map((one) => (
    <Box key={`${one.series} ${one.area}`} py={4}>
      {found.series.length > 1 && <p className="quiet fine">{countsText(one)}</p>}
      <Note news={one} dataset={dataset} isWhole onExplain={onExplain} />
    </Box>
  ));
}

/** A series' note and revisions. */
function Note(props: { news: SeriesNews; dataset: string; isWhole?: boolean; onExplain: Explain }) {
  const { news, dataset, isWhole, onExplain } = props;
  const rest = news.revised - news.revisions.length;
  const id = [dataset, news.series, news.area].filter(Boolean).join('.');
  const note: SentencePart[] | undefined = news.note
    ? noteParts(id, news.note)
    : news.area === '' || !news.newest
      ? undefined
      : newestParts(id, news.newest);
  return (
    <>
      {note && (
        <p>
          <ExplainableSentence parts={note} onExplain={onExplain} />{' '}
          <CopySentence text={sentenceText(note)} /> <OpenSeries id={id} />
        </p>
      )}
      {news.revisions.length > 0 && (
        <ul className={`list fine ${styles.revisions}`}>
          {news.revisions.map((revision) => (
            <li key={revision.date}>
              <ExplainableSentence parts={revisionParts(id, revision)} onExplain={onExplain} />
            </li>
          ))}
        </ul>
      )}
      {isWhole && rest > 0 && (
        <p className="quiet fine">
          and {groupDigits(String(rest))} smaller {rest === 1 ? 'revision' : 'revisions'}: the CSV under Take
          away has all
        </p>
      )}
    </>
  );
}

/** A link that opens the sentence's series in Explore, as a new chart. */
function OpenSeries({ id }: { id: string }) {
  const newChartSearch = useNewChartSearch();
  const choice = parseSeriesId(id);
  return (
    choice && (
      <Link
        to="/explore"
        search={newChartSearch([choice])}
        className="accent fine one-line"
        aria-label={`Open in Explore: ${titleOfId(id)}`}
      >
        Open in Explore
      </Link>
    )
  );
}

function CopySentence({ text }: { text: string }) {
  return (
    <CopyButton value={copied(() => text)} timeout={1500}>
      {({ copied, copy }) => (
        <button type="button" className="plain accent fine one-line" onClick={copy}>
          {copied ? <IconCheck size={12} aria-hidden /> : <IconCopy size={12} stroke={1.6} aria-hidden />}{' '}
          {copied ? 'Copied' : 'Copy sentence'}
        </button>
      )}
    </CopyButton>
  );
}

const CHOICES = [
  [undefined, 'Last visit'],
  ['yesterday', 'Yesterday'],
  ['7d', 'Last 7 days'],
] as const;
/** Number of recent runs to choose from. */
const RUNS = 8;

/** Chooses the start of the shown changes. @param props.since as in the address */
function SinceMenu({
  since,
  onChange,
}: {
  since: string | undefined;
  onChange: (since: string | undefined) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const title = CHOICES.find(([word]) => word === since)?.[1] ?? since;
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={290}>
      <Menu.Target>
        <Button variant="default" size="compact-sm" rightSection={<IconChevronDown size={14} stroke={1.6} />}>
          Since: {inDateStyle(title ?? '')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(([word, text]) => (
          <Menu.Item key={text} aria-current={since === word || undefined} onClick={() => onChange(word)}>
            {text}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <form
          style={{ padding: '0.25rem 0.625rem' }}
          onSubmit={(event) => {
            event.preventDefault();
            const date = String(new FormData(event.currentTarget).get('date') ?? '');
            if (dayNumber(date) === undefined) return;
            onChange(date);
            setOpen(false);
          }}
        >
          <TextInput
            name="date"
            label="A date, then Enter"
            placeholder="YYYY-MM-DD"
            size="xs"
            // Arrow keys and letters must edit the text, not move in the menu.
            onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
          />
        </form>
        <Menu.Divider />
        {isOpen && <Runs onChange={onChange} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function Runs({ onChange }: { onChange: (since: string) => void }) {
  const runs = useRunLog().data?.runs.filter(({ kind }) => kind !== 'undone') ?? [];
  return (
    <>
      <Menu.Label>What came with a run, and after it</Menu.Label>
      {runs.slice(0, RUNS).map(({ id, dataset, fetched_at }) => (
        <Menu.Item key={id} onClick={() => onChange(`run-${id}`)}>
          <span className="cut one-line block">{findDataset(dataset)?.title ?? dataset}</span>
          <span className="quiet fine">
            Run {id}, {minuteText(fetched_at)}
          </span>
        </Menu.Item>
      ))}
    </>
  );
}
