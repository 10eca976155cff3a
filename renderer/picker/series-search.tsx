import { Box, Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { findChoices, findLists } from '../../service/datasets/find-choices.ts';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import {
  fredIds,
  hasSeries,
  lineCount,
  MOST_SERIES,
  type View,
  viewOfApiUrl,
  viewOfFredUrl,
} from '../view/index.ts';
import { FacetChips } from './facet-chips.tsx';
import { facetValues, type Narrowing, narrowed } from './facets.ts';
import { useRecent } from './kept-series.ts';
import styles from './picker.module.css';
import { findActions, firstActions, isNamed, type SearchAction } from './search-actions.ts';
import { SeriesFind } from './series-find.tsx';
import { FULL_TEXT } from './texts.ts';

/** How many recent series are listed before anything is typed. */
const MOST_RECENT = 3;

/** How many results are listed. */
const MOST_LISTED = 60;

/**
 * A search field over the whole catalogue with the ranked results under it. Arrows move through them, Enter chooses.
 * @param props.children shown in place of the results while nothing is typed.
 */
export function SeriesSearch(props: {
  label: string;
  placeholder: string;
  view: View;
  onChoose: (choice: SeriesChoice) => void;
  /** Called when a URL of the API is pasted. @param problems sentences on parts that could not be shown */
  onOpen: (view: View, problems: readonly string[]) => void;
  /** The state whose series are listed, of datasets that are split by state. */
  state?: string;
  /** Further results: screens, datasets, options. With them, recent series and actions are listed before anything is typed. */
  actions?: readonly SearchAction[];
  /** @returns actions that the query itself names, 'yields 2023-07-03', or what is wrong with it. */
  ofQuery?: (query: string) => { actions: readonly SearchAction[]; problem?: string };
  isLarge?: boolean;
  /** Called on Escape while nothing is typed. */
  onLeave?: () => void;
  children?: ReactNode;
}) {
  const { view, state = 'CA', isLarge = false } = props;
  const [query, setQuery] = useState('');
  const [narrowing, setNarrowing] = useState<Narrowing>({});
  const isSearching = query.trim() !== '';
  const fullTextId = useId();
  const recent = useRecent(view);
  const isListing = isSearching || props.actions !== undefined;
  const combobox = useCombobox({ opened: isListing });
  const pasted = useMemo(
    () => (isSearching ? (viewOfApiUrl(query) ?? viewOfFredUrl(query, state)) : undefined),
    [isSearching, query, state],
  );
  const all = useMemo(
    () => (isSearching && !pasted ? findChoices(fredIds(query)?.join(' ') ?? query, state) : []),
    [isSearching, pasted, query, state],
  );
  const lists = useMemo(() => (isSearching && !pasted ? findLists(query) : []), [isSearching, pasted, query]);
  const found = useMemo(
    () =>
      isSearching
        ? narrowed(all, narrowing)
        : props.actions
          ? unshown(recent, view).slice(0, MOST_RECENT)
          : [],
    [isSearching, all, narrowing, props.actions, recent, view],
  );
  const { actions: named = [], problem } = (isSearching && props.ofQuery?.(query)) || {};
  const actions = pasted
    ? []
    : isSearching
      ? [
          ...named,
          ...findActions(
            (props.actions ?? []).filter(({ id }) => named.every((one) => one.id !== id)),
            query,
          ),
        ]
      : firstActions(props.actions ?? []);
  const { selectOption, resetSelectedOption } = combobox;
  // The chosen result is an action whose title begins with the query; otherwise the first series that can be shown.
  const canShow = (choice: SeriesChoice) =>
    lineCount(view) < MOST_SERIES || hasSeries(view, seriesId(choice));
  const firstSeries = found.slice(0, MOST_LISTED).findIndex(canShow);
  const best = named.length > 0 ? 0 : actions.findIndex((action) => isSearching && isNamed(action, query));
  // Before anything is typed, the recent series stand before the actions.
  const first = !isSearching ? 0 : best >= 0 ? best : firstSeries < 0 ? 0 : actions.length + firstSeries;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first result is selected whenever the results change
  useEffect(() => {
    if (found.length > 0 || pasted || actions.length > 0) selectOption(first);
    else resetSelectedOption();
  }, [found, pasted, actions.length, first]);

  const search = (text: string) => {
    setQuery(text);
    setNarrowing({});
  };
  const choose = (id: string) => {
    if (pasted) {
      search('');
      return props.onOpen(pasted.view, pasted.problems);
    }
    const choice = found.find((one) => seriesId(one) === id);
    if (choice) props.onChoose(choice);
    else actions.find((one) => one.id === id)?.run();
  };
  const finds = found
    .slice(0, MOST_LISTED)
    .map((choice) => (
      <SeriesFind key={seriesId(choice)} choice={choice} view={view} fullTextId={fullTextId} />
    ));
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <div className={isLarge ? undefined : `column fixed gap-8 ${styles.head}`}>
        <Combobox.EventsTarget>
          <TextInput
            type="search"
            aria-label={props.label}
            placeholder={props.placeholder}
            size={isLarge ? 'md' : 'xs'}
            leftSection={<IconSearch size={isLarge ? 18 : 15} stroke={1.7} />}
            value={query}
            data-autofocus={isLarge || undefined}
            autoFocus={isLarge}
            onChange={(event) => search(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              if (isSearching && !isLarge) search('');
              // The open list would keep the key from the dialog.
              if (!isSearching) props.onLeave?.();
            }}
          />
        </Combobox.EventsTarget>
        <FacetChips values={facetValues(all, narrowing)} narrowing={narrowing} onChange={setNarrowing} />
      </div>
      {pasted && (
        <Combobox.Options
          className={`column ${styles.results}`}
          data-large={isLarge || undefined}
          aria-label="Request found"
        >
          <Combobox.Option value="request" className={styles.result as string}>
            <span className="flex baseline gap-8">
              <span className="fill firm">
                {fredIds(query) ? 'Open these series of FRED as a chart' : 'Open this API request as a chart'}
              </span>
            </span>
            <span className={`quiet small block ${styles.facts}`}>
              {[pasted.view.series.map(({ choice }) => seriesId(choice)).join(', '), ...pasted.problems].join(
                ' · ',
              )}
            </span>
          </Combobox.Option>
        </Combobox.Options>
      )}
      {isSearching && !pasted && found.length === 0 && actions.length === 0 && lists.length === 0 && (
        <Box component="p" className="quiet" m="0.75rem 0.875rem" lh={1.5} role="status">
          {problem ??
            `Nothing found for '${query.trim()}'. Try a subject (quits), a code (debt_held_by_public) or a publisher's id (JTSJOL).`}
        </Box>
      )}
      {isSearching && found.length > 0 && lineCount(view) >= MOST_SERIES && (
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
      {isListing && (found.length > 0 || actions.length > 0) && (
        <Combobox.Options
          className={`column ${styles.results} ${isLarge ? '' : `fill low scrolls ${styles.scroll}`}`}
          data-large={isLarge || undefined}
          tabIndex={0}
          aria-label={
            isSearching
              ? props.actions
                ? 'Series and actions found'
                : 'Series found'
              : 'Recent series and actions'
          }
        >
          {!isSearching && finds}
          {actions.map(({ id, title, detail }) => (
            <Combobox.Option key={id} value={id} className={styles.result as string}>
              <span className="flex baseline gap-8">
                <span className="fill firm">{title}</span>
                <span className="quiet small one-line">{detail}</span>
              </span>
            </Combobox.Option>
          ))}
          {isSearching && finds}
        </Combobox.Options>
      )}
      {isSearching && !props.actions && lists.length > 0 && found.length < MOST_LISTED && (
        <Box component="p" className="quiet" m="0.75rem 0.875rem" lh={1.5} role="status">
          {lists.map(({ code }) => code).join(', ')} {lists.length === 1 ? 'is a list' : 'are lists'} of
          constituents, without a history that could be drawn. The API serves the newest list of each: find it
          with Ctrl K to try that.
        </Box>
      )}
      {!isSearching && props.children}
    </Combobox>
  );
}

function unshown(choices: readonly SeriesChoice[], view: View): SeriesChoice[] {
  return choices.filter((choice) => !hasSeries(view, seriesId(choice)));
}
