import {
  ActionIcon,
  Box,
  Button,
  Checkbox,
  type ComboboxItem,
  MultiSelect,
  type OptionsFilter,
} from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import {
  codesText,
  entryOf,
  type SeriesChoice,
  seriesId,
  shortTitle,
} from '../../service/datasets/series-choice.ts';
import { isStateCode, STATES } from '../../service/datasets/states.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { heldSeriesOf, useCatalog } from '../api/index.ts';
import { addAllSeries, hasSeries, lineCount, toggleSeries } from '../view/index.ts';
import { usePinned, useRecent } from './kept-series.ts';
import styles from './picker.module.css';
import { SeriesSearch } from './series-search.tsx';
import { SeriesTree } from './series-tree.tsx';
import { FULL_SHORT, FULL_TEXT, heldYears, notAddedText, seriesFactsText } from './texts.ts';

/** The panel to find and choose series: a search field, and the catalogue as a tree under it. */
export function SeriesPicker(props: {
  view: View;
  onChange: (view: View) => void;
  onClear: () => void;
  /** Called when an API URL is pasted. @param problems sentences on parts that could not be shown */
  onOpen: (view: View, problems: readonly string[]) => void;
}) {
  const { view, onChange } = props;
  // At the start the chart comes first.
  const catalog = useDeferredValue(useCatalog().data, undefined);
  const shownStates = [...new Set(view.series.flatMap(({ choice: { area } }) => (area === '' ? [] : area)))];
  const [states, setStates] = useState<readonly string[]>(shownStates.length > 0 ? shownStates : ['CA']);
  const [left, setLeft] = useState<readonly SeriesChoice[]>([]);
  const toggle = (choice: SeriesChoice) => onChange(toggleSeries(view, choice));
  const isFull = lineCount(view) >= MOST_SERIES;
  const addAll = (choices: readonly SeriesChoice[]) => {
    const { view: added, left: without } = addAllSeries(view, choices);
    setLeft(without);
    if (added !== view) onChange(added);
  };
  return (
    <Box component="section" className="column low" h="100%" aria-label="Series">
      <SeriesSearch
        label="Search series"
        placeholder="Search: quits, JTSJOL, 10-year…"
        view={view}
        state={states[0] ?? 'CA'}
        onChoose={toggle}
        onOpen={props.onOpen}
      >
        <div className={`fill low scrolls ${styles.scroll}`}>
          <div className="row spread gap-8">
            <Box
              component="p"
              p="0 0.625rem"
              lh="1.75rem"
              className={`quiet fine shrink cut one-line ${isFull ? 'rounded warning' : ''}`}
              title={isFull ? FULL_TEXT : undefined}
              role="status"
            >
              {isFull ? FULL_SHORT : `${view.series.length} of ${MOST_SERIES} series shown`}
            </Box>
            {lineCount(view) > 0 && (
              <Button
                className="fixed"
                variant="subtle"
                size="compact-xs"
                h={24}
                title="Begin an empty chart: without lines, units, frequency and dates"
                onClick={props.onClear}
              >
                Clear
              </Button>
            )}
          </div>
          {isFull && left.length > 0 && (
            <Box component="p" className="fine" px={10} pb={6} role="status">
              {notAddedText(left)}
            </Box>
          )}
          <KeptSeries view={view} isFull={isFull} onToggle={toggle} />
          <SeriesTree
            view={view}
            isFull={isFull}
            states={states}
            catalog={catalog}
            onToggle={toggle}
            onAddAll={addAll}
          />
          <StateField states={states} onChange={setStates} />
        </div>
      </SeriesSearch>
    </Box>
  );
}

const MOST_LISTED = 5;

type KeptProps = { view: View; isFull: boolean; onToggle: (choice: SeriesChoice) => void };

/** Pinned series, and the recent ones at opening: updating them would move the tree under the pointer. */
function KeptSeries(props: KeptProps) {
  const pinned = usePinned();
  const seen = useRecent(props.view);
  const [first] = useState(() => seen.filter((choice) => !hasSeries(props.view, seriesId(choice))));
  const recent = first.filter((choice) => !pinned.isPinned(choice)).slice(0, MOST_LISTED);
  return (
    <>
      <KeptList title="Pinned" choices={pinned.choices} {...props} onPin={pinned.toggle} isPinned />
      <KeptList title="Recent" choices={recent} {...props} onPin={pinned.toggle} isPinned={false} />
    </>
  );
}

function KeptList(
  props: KeptProps & {
    title: string;
    choices: readonly SeriesChoice[];
    onPin: (choice: SeriesChoice) => void;
    isPinned: boolean;
  },
) {
  const { title, choices, view, isFull, isPinned } = props;
  const catalog = useCatalog().data;
  if (choices.length === 0) return null;
  return (
    <Box component="section" mb="xs" aria-label={`${title} series`}>
      <Box component="h2" className="quiet fine strong" p="0.25rem 0.625rem 0.125rem">
        {title}
      </Box>
      <ul className="list">
        {choices.map((choice) => {
          const isShown = hasSeries(view, seriesId(choice));
          return (
            <li key={seriesId(choice)} className="rounded hovers row">
              <Box
                component="button"
                type="button"
                className={`rounded plain flex grow start gap-8 ${styles.series}`}
                px={10}
                aria-pressed={isShown}
                disabled={isFull && !isShown}
                title={isFull && !isShown ? FULL_TEXT : codesText(choice)}
                onClick={() => props.onToggle(choice)}
              >
                <Checkbox.Indicator size="xs" checked={isShown} aria-hidden />
                <span className="grow">
                  <span className="block">{shortTitle(choice)}</span>
                  <span className={`quiet small block ${styles.facts}`}>
                    {seriesFactsText(entryOf(choice).series)} · {heldYears(heldSeriesOf(catalog, choice))}
                  </span>
                </span>
              </Box>
              <ActionIcon
                size={24}
                aria-label={`${isPinned ? 'Unpin' : 'Pin'} ${shortTitle(choice)}`}
                onClick={() => props.onPin(choice)}
              >
                {isPinned ? <IconPinFilled size={14} /> : <IconPin size={14} stroke={1.6} />}
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </Box>
  );
}

/** Sorted by name; by code, Alaska would come before Alabama. */
const STATE_OPTIONS = Object.entries(STATES)
  .map(([value, name]) => ({ value, label: `${name} (${value})` }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** Chooses states by typed names or codes, one by one or as a list: 'CA, TX, FL'. At least one stays. */
function StateField(props: { states: readonly string[]; onChange: (states: string[]) => void }) {
  const { states } = props;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const take = (chosen: readonly string[]) => {
    if (chosen.length > 0) props.onChange([...new Set(chosen)].slice(0, MOST_SERIES));
  };
  const type = (text: string) => {
    const { found, rest, unknown } = readStates(text);
    setTyped(rest);
    setProblem(unknown === undefined ? undefined : `There is no state '${unknown}'.`);
    if (found.length > 0) take([...states, ...found]);
  };
  return (
    <MultiSelect
      label="States for claims by state"
      mx={6}
      mt={12}
      data={STATE_OPTIONS}
      value={[...states]}
      searchable
      hidePickedOptions
      maxValues={MOST_SERIES}
      searchValue={typed}
      onSearchChange={type}
      error={problem}
      placeholder="CA, TX, FL"
      filter={codeFirst}
      selectFirstOptionOnChange
      nothingFoundMessage="No such state"
      onChange={take}
    />
  );
}

/** @returns the states before commas or in a pasted list, the remaining text, and the first unknown word. */
export function readStates(text: string): { found: string[]; rest: string; unknown?: string } {
  if (!/[,;\n]/.test(text)) return { found: [], rest: text };
  const parts = text.split(/[,;\n]/).map((part) => part.trim());
  const last = parts.pop() ?? '';
  const found = parts.flatMap((part) => stateOf(part) ?? []);
  const unknown = parts.find((part) => part !== '' && stateOf(part) === undefined);
  // A pasted list: its last state needs no comma.
  const whole = parts.length > 1 ? stateOf(last) : undefined;
  const read = whole === undefined ? { found, rest: last } : { found: [...found, whole], rest: '' };
  return unknown === undefined ? read : { ...read, unknown };
}

function stateOf(text: string): string | undefined {
  const code = text.toUpperCase();
  if (isStateCode(code)) return code;
  return Object.entries(STATES).find(([, name]) => name.toUpperCase() === code)?.[0];
}

const codeFirst: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase();
  const found = (options as ComboboxItem[]).filter(({ label }) => label.toLowerCase().includes(wanted));
  const isCode = ({ value }: ComboboxItem) => Number(value.toLowerCase() === wanted);
  return found.toSorted((a, b) => isCode(b) - isCode(a));
};
