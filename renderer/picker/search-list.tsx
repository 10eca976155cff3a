import { Badge, Box, Combobox, Kbd, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, type ReactNode, useDeferredValue, useEffect, useId } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import {
  codesText,
  entryOf,
  type SeriesChoice,
  seriesId,
  seriesTitle,
} from '../../service/datasets/series-choice.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { heldSeriesOf, useCatalog } from '../api/index.ts';
import { hasSeries, lineCount } from '../view/index.ts';
import { LatestValue } from './latest-value.tsx';
import styles from './picker.module.css';
import type { SearchAction, SearchResult } from './search-actions.ts';
import { FULL_TEXT, seriesFactsText } from './texts.ts';

/** Results drawn together with the typed letter; the others follow when the page is idle. */
const DRAWN_AT_ONCE = 10;

/** A search field with its results. Arrows move, Enter takes one. New results select the first usable one. */
export function SearchList(props: {
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  view: View;
  results: readonly SearchResult[];
  listLabel: string;
  onChoose: (result: SearchResult) => void;
  /** Labels of what Enter does with a series and of what Shift+Enter does (`onSecond`). */
  ways?: SeriesWays;
  onSecond?: (result: SearchResult) => void;
  /** Called on Escape; the surrounding dialog gets the key only if no results are listed. */
  onEscape: () => void;
  onName?: (result: SearchResult) => void;
  /** Content below the field: ways to narrow the results, and a sentence if there are none. */
  children?: ReactNode;
  /** Content beside 'Name this…', below the list. */
  foot?: ReactNode;
  isLarge?: boolean;
}) {
  const { view, results, isLarge = false } = props;
  const fullTextId = useId();
  const combobox = useCombobox({ opened: isLarge || props.query.trim() !== '' });
  const { selectOption, resetSelectedOption } = combobox;
  const isFull = lineCount(view) >= MOST_SERIES;
  const canTake = (result: SearchResult) =>
    'action' in result || !isFull || hasSeries(view, seriesId(result.choice));
  const first = Math.max(0, results.findIndex(canTake));
  const found = results.map(({ id }) => id).join('\n');
  const isWhole = useDeferredValue(found) === found;
  // biome-ignore lint/correctness/useExhaustiveDependencies: selects again whenever the results change
  useEffect(() => {
    if (found === '') resetSelectedOption();
    else selectOption(first);
  }, [found, first]);
  const take = (how: ((result: SearchResult) => void) | undefined) => {
    const chosen = results[combobox.getSelectedOptionIndex()];
    if (chosen) how?.(chosen);
  };
  const name = () => take(props.onName);
  const second = props.ways?.second;
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => props.onChoose(results.find((one) => one.id === id) as SearchResult)}
    >
      <div className={`column fixed gap-8 ${isLarge ? '' : styles.head}`}>
        <Combobox.EventsTarget>
          <TextInput
            type="search"
            aria-label={props.label}
            placeholder={props.placeholder}
            size={isLarge ? 'md' : 'xs'}
            leftSection={<IconSearch size={isLarge ? 18 : 15} stroke={1.7} />}
            value={props.query}
            data-autofocus={isLarge || undefined}
            autoFocus={isLarge}
            onChange={(event) => props.onQuery(event.currentTarget.value)}
            aria-keyshortcuts={second === undefined ? undefined : 'Shift+Enter'}
            onKeyDownCapture={(event) => {
              if (second === undefined || event.key !== 'Enter' || !event.shiftKey) return;
              event.preventDefault();
              event.stopPropagation();
              take(props.onSecond);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') props.onEscape();
              if (!props.onName || !event.altKey || event.code !== 'KeyN') return;
              event.preventDefault();
              name();
            }}
          />
        </Combobox.EventsTarget>
        {props.children}
      </div>
      {isFull && results.some((one) => 'choice' in one) && props.query.trim() !== '' && (
        <Box
          component="p"
          id={fullTextId}
          className="fine rounded warning"
          p="0.375rem 0.625rem"
          role="status"
        >
          {FULL_TEXT}
        </Box>
      )}
      {results.length > 0 && (
        <Combobox.Options
          className={`column ${styles.results} ${isLarge ? '' : `fill low scrolls ${styles.scroll}`}`}
          data-large={isLarge || undefined}
          tabIndex={0}
          aria-label={props.listLabel}
          onClickCapture={(event) => {
            const row = rowOfSecondButton(event.target);
            const result =
              row && results[[...event.currentTarget.querySelectorAll('[role=option]')].indexOf(row)];
            if (!result) return;
            event.stopPropagation();
            props.onSecond?.(result);
          }}
        >
          {(isWhole ? results : results.slice(0, DRAWN_AT_ONCE)).map((result) =>
            'choice' in result ? (
              <SeriesFind
                key={result.id}
                choice={result.choice}
                view={view}
                fullTextId={fullTextId}
                {...props.ways}
              />
            ) : (
              <ActionFind key={result.id} id={result.id} action={result.action} />
            ),
          )}
        </Combobox.Options>
      )}
      {isLarge && (
        <Box className="row spread wrap gap-8 quiet small ruled" mt="xs" pt="xs">
          <span className="row wrap gap-12">
            {second !== undefined && results.some((one) => 'choice' in one) && (
              <FootButton keys="Shift Enter" onClick={() => take(props.onSecond)}>
                {second}
              </FootButton>
            )}
            {props.onName && results.length > 0 && (
              <FootButton keys={navigator.platform.startsWith('Mac') ? '⌥ N' : 'Alt N'} onClick={name}>
                Name this…
              </FootButton>
            )}
          </span>
          {props.foot}
        </Box>
      )}
    </Combobox>
  );
}

function FootButton(props: { keys: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="plain rounded hovers row gap-4" onClick={props.onClick}>
      {props.children} <Kbd size="xs">{props.keys}</Kbd>
    </button>
  );
}

/** @returns the row of a clicked second button; `undefined` for a click elsewhere. */
function rowOfSecondButton(target: EventTarget): Element | undefined {
  const button = target instanceof Element ? target.closest('[data-second]') : null;
  return button?.closest('[role=option]') ?? undefined;
}

function ActionFind({ id, action }: { id: string; action: SearchAction }) {
  const { title, detail, facts, keys = [] } = action;
  return (
    <Combobox.Option value={id} className={styles.result as string}>
      <span className="flex baseline gap-8">
        <span className="fill firm">{title}</span>
        <span className="quiet small one-line">{detail}</span>
        {keys.length > 0 && (
          <span className="row gap-2">
            {keys.map((key) => (
              <Kbd key={key} size="xs">
                {key}
              </Kbd>
            ))}
          </span>
        )}
      </span>
      {facts && <span className={`quiet small block breaks ${styles.facts}`}>{facts}</span>}
    </Combobox.Option>
  );
}

type Props = {
  choice: SeriesChoice;
  view: View;
  fullTextId: string;
};

/** Labels of the first and the second action of a series. */
type SeriesWays = { first: string; second: string };

/** A series among the results. Memoised, because most results stay when another letter is typed. */
const SeriesFind = memo(
  Find,
  (before, now) =>
    before.view === now.view &&
    before.second === now.second &&
    seriesId(before.choice) === seriesId(now.choice),
);

function Find(props: Props & Partial<SeriesWays>) {
  const { choice, view } = props;
  const { dataset, series } = entryOf(choice);
  const held = heldSeriesOf(useCatalog().data, choice);
  const isShown = hasSeries(view, seriesId(choice));
  const isRefused = !isShown && lineCount(view) >= MOST_SERIES;
  return (
    <Combobox.Option
      value={seriesId(choice)}
      active={isShown}
      disabled={isRefused}
      title={isRefused ? FULL_TEXT : undefined}
      aria-describedby={isRefused ? props.fullTextId : undefined}
      className={styles.result as string}
    >
      <span className="flex baseline gap-8">
        <span className="fill firm">{seriesTitle(choice)}</span>
        {isShown && (
          <Badge size="xs" variant="light">
            shown
          </Badge>
        )}
        <span className="quiet small one-line">
          {held?.last_date ? `to ${shownDate(held.last_date)}` : 'no data yet'}
        </span>
      </span>
      <span className={`quiet small block ${styles.facts}`}>
        {dataset.title} · {seriesFactsText(series)}
        {held?.first_date && ` · from ${shownDate(held.first_date)}`}
      </span>
      <span className={`quiet small breaks block ${styles.facts}`}>{codesText(choice)}</span>
      <span className="row spread gap-12">
        <LatestValue choice={choice} held={held} />
        {props.first !== undefined && (
          <span className={`row fixed gap-8 small ${styles.ways}`}>
            {!isShown && <span className="quiet">{props.first}</span>}
            {props.second !== undefined && (
              // For the mouse. A list option cannot contain a button; a button below the list does the same.
              <span
                className="chip ink framed"
                style={{ paddingBlock: 0, lineHeight: '1rem', background: 'var(--surface)' }}
                data-second
                aria-hidden
              >
                {props.second}
              </span>
            )}
          </span>
        )}
      </span>
    </Combobox.Option>
  );
}
