import { Button, Checkbox, Tree, type TreeNodeData, useTree } from '@mantine/core';
import { IconChevronRight, IconReport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type HTMLAttributes, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Catalog } from '../../service/contract/catalog.ts';
import { DATASETS, type Dataset } from '../../service/datasets/index.ts';
import { codesText, entryOf, type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { isStateCode, STATES } from '../../service/datasets/states.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import type { View } from '../../service/view/types.ts';
import { heldSeriesOf } from '../api/index.ts';
import { SeriesSwatch } from '../chart/index.ts';
import { hasSeries } from '../view/index.ts';
import { LatestValue } from './latest-value.tsx';
import styles from './picker.module.css';
import { FULL_TEXT, heldYears, seriesFactsText } from './texts.ts';

/** The catalogue as a tree. Space or Enter chooses or unfolds; with Shift, adds a run of series. */
export function SeriesTree(props: {
  view: View;
  isFull: boolean;
  states: readonly string[];
  catalog: Catalog | undefined;
  onToggle: (choice: SeriesChoice) => void;
  onAddAll: (choices: readonly SeriesChoice[]) => void;
}) {
  const { view, isFull, states, catalog, onToggle, onAddAll } = props;
  const navigate = useNavigate();
  const nodes = useMemo(() => pickerTree(states), [states]);
  const byValue = useMemo(() => new Map(flatten(nodes).map((node) => [node.value, node])), [nodes]);
  const chosen = view.series.map((one) => seriesId(one.choice));
  const [initialExpandedState] = useState(() => ancestorsToUnfold(nodes, chosen));
  const tree = useTree({ initialExpandedState, selectedState: chosen, multiple: true });

  useUnfoldWhenChosen(chosen, (added) =>
    tree.setExpandedState({ ...tree.expandedState, ...ancestorsToUnfold(nodes, added) }),
  );

  // Start of a run of series; a choice with Shift ends the run.
  const start = useRef<string | undefined>(undefined);
  const activate = (node: PickerNode | undefined, isRun: boolean) => {
    if (!node) return;
    if (node.screen) void navigate(node.screen);
    else if (!node.choice) tree.toggleExpanded(node.value);
    else if (isRun && start.current !== undefined)
      onAddAll(seriesBetween(visible(nodes, tree.expandedState), start.current, node.value));
    else {
      if (!isFull || hasSeries(view, node.value)) onToggle(node.choice);
      start.current = node.value;
    }
  };
  const onKeyDown = useTreeKeys((value, isRun) => activate(byValue.get(value), isRun));
  return (
    <Tree
      aria-label="Datasets"
      aria-multiselectable
      className={styles.tree as string}
      data={nodes as TreeNodeData[]}
      tree={tree}
      levelOffset={16}
      expandOnClick={false}
      expandOnSpace={false}
      allowRangeSelection={false}
      onKeyDown={onKeyDown}
      renderNode={({ node, level, expanded, elementProps }) => {
        const picked = byValue.get(node.value);
        return (
          picked && (
            <TreeRow
              node={picked}
              level={level}
              isExpanded={expanded}
              isFull={isFull}
              view={view}
              catalog={catalog}
              elementProps={elementProps}
              onAddAll={onAddAll}
              onActivate={(isRun) => activate(picked, isRun)}
            />
          )
        );
      }}
    />
  );
}

/** Handles Home, End, letters, Space and Enter; the tree component handles arrows. */
function useTreeKeys(activate: (value: string, isRun: boolean) => void) {
  const typed = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent<HTMLElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')];
    const at = items.indexOf(event.target as HTMLElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' || event.key === 'Enter') {
      activate(items[at]?.dataset.value ?? '', event.shiftKey);
    } else if (event.key === 'Home' || event.key === 'End') {
      items.at(event.key === 'Home' ? 0 : -1)?.focus();
    } else if (event.key.length === 1) {
      const isSameWord = event.timeStamp - typed.current.at < 700;
      typed.current = { text: (isSameWord ? typed.current.text : '') + event.key, at: event.timeStamp };
      const labels = items.map((item) => item.querySelector('[data-title]')?.textContent ?? '');
      const found = typeAhead(labels, at, typed.current.text);
      if (found !== undefined) items[found]?.focus();
    } else return;
    event.preventDefault();
  };
}

/** Unfolds the tree to a series that was chosen elsewhere, for example in the search. */
function useUnfoldWhenChosen(chosen: readonly string[], unfold: (added: readonly string[]) => void): void {
  const known = useRef(chosen);
  const ids = chosen.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other renders must not unfold what a user folded
  useEffect(() => {
    const added = chosen.filter((id) => !known.current.includes(id));
    known.current = chosen;
    if (added.length > 0) unfold(added);
  }, [ids]);
}

function ancestorsToUnfold(nodes: PickerNode[], chosen: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(
    chosen.flatMap((id) => ancestorsOf(nodes, id) ?? []).map((value) => [value, true]),
  );
}

function visible(nodes: readonly PickerNode[], expanded: Readonly<Record<string, boolean>>): PickerNode[] {
  return nodes.flatMap((node) => [
    node,
    ...(expanded[node.value] ? visible(node.children ?? [], expanded) : []),
  ]);
}

export function seriesBetween(nodes: readonly PickerNode[], from: string, to: string): SeriesChoice[] {
  const [a, b] = [from, to].map((value) => nodes.findIndex((node) => node.value === value));
  if (a === undefined || b === undefined || a < 0 || b < 0) return [];
  return nodes.slice(Math.min(a, b), Math.max(a, b) + 1).flatMap(({ choice }) => choice ?? []);
}

function flatten(nodes: readonly PickerNode[]): PickerNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);
}

/** @returns the next item starting with the typed letters (ARIA, 'Tree View'). One repeated letter cycles. */
export function typeAhead(labels: readonly string[], at: number, typed: string): number | undefined {
  const wanted = typed.toLowerCase();
  const isOneLetter = [...wanted].every((letter) => letter === wanted[0]);
  const text = isOneLetter ? wanted.slice(0, 1) : wanted;
  const start = isOneLetter ? at + 1 : at;
  for (let step = 0; step < labels.length; step++) {
    const index = (start + step) % labels.length;
    if (labels[index]?.toLowerCase().startsWith(text)) return index;
  }
  return undefined;
}

/** An item of the tree: a dataset or group to unfold, a screen to open, or a series with a check box. */
function TreeRow(props: {
  node: PickerNode;
  level: number;
  isExpanded: boolean;
  isFull: boolean;
  view: View;
  catalog: Catalog | undefined;
  elementProps: HTMLAttributes<HTMLElement> & { className: string };
  onAddAll: (choices: readonly SeriesChoice[]) => void;
  /** @param isRun whether to add all series since the last choice */
  onActivate: (isRun: boolean) => void;
}) {
  const { node, level, elementProps, view } = props;
  const onClick: HTMLAttributes<HTMLElement>['onClick'] = (event) => {
    elementProps.onClick?.(event);
    props.onActivate(event.shiftKey);
  };
  if (!node.choice) {
    // The series of a dataset or group that are not shown.
    const missing = (node.children ?? []).flatMap(({ choice }) =>
      choice && !hasSeries(view, seriesId(choice)) ? [choice] : [],
    );
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: part of the tree item, which has the focus and the keys
      // biome-ignore lint/a11y/useKeyWithClickEvents: likewise
      <div
        {...elementProps}
        onClick={onClick}
        className={`${elementProps.className} rounded hovers row gap-6 ${level === 1 ? 'medium' : ''} ${styles.node}`}
      >
        {node.screen ? (
          <IconReport size={15} stroke={1.6} aria-hidden className={`fixed quiet ${styles.chevron}`} />
        ) : (
          <IconChevronRight
            size={14}
            stroke={2}
            aria-hidden
            className={`fixed quiet ${styles.chevron}`}
            data-expanded={props.isExpanded || undefined}
          />
        )}
        <span className="grow" data-title>
          {node.label}
        </span>
        {props.isExpanded && missing.length > 1 && (
          <Button
            variant="subtle"
            size="compact-xs"
            className="fixed"
            disabled={props.isFull}
            aria-label={`${addAllText(node, missing)} of ${node.label}`}
            title={props.isFull ? FULL_TEXT : undefined}
            onClick={(event) => {
              event.stopPropagation();
              props.onAddAll(missing);
            }}
          >
            {addAllText(node, missing)}
          </Button>
        )}
      </div>
    );
  }
  const { series } = entryOf(node.choice);
  const shown = view.series.find((one) => seriesId(one.choice) === node.value);
  const held = heldSeriesOf(props.catalog, node.choice);
  const isRefused = props.isFull && !shown;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: part of the tree item, which has the focus and the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: likewise
    <div
      {...elementProps}
      onClick={onClick}
      className={`${elementProps.className} rounded hovers flex start gap-8 ${styles.series}`}
      title={isRefused ? FULL_TEXT : codesText(node.choice)}
      data-full={isRefused || undefined}
    >
      {/* The swatch stands under the box, where it takes no room from the words. */}
      <span className="column fixed gap-6">
        <Checkbox.Indicator size="xs" checked={shown !== undefined} aria-hidden />
        {shown && <SeriesSwatch slot={shown.slot} width={16} />}
      </span>
      <span className="grow">
        <span className="block" data-title>
          {node.label}
        </span>
        <span className={`quiet small block ${styles.facts}`}>
          {seriesFactsText(series)} · {heldYears(held)}
        </span>
        <LatestValue choice={node.choice} held={held} />
      </span>
    </div>
  );
}

/** @returns 'Add all 5', or 'Add the other 3' if some are shown. */
function addAllText({ children = [] }: PickerNode, missing: readonly SeriesChoice[]): string {
  const count = children.filter(({ choice }) => choice).length;
  return count === missing.length ? `Add all ${count}` : `Add the other ${missing.length}`;
}

/** A node of the tree: dataset → group → series. A dataset with a single group has no group level. */
export type PickerNode = {
  value: string;
  label: string;
  choice?: SeriesChoice;
  /** The screen that the node opens, with its search parameters. */
  screen?: { to: '/statement' | '/yields' | '/states' } | { to: '/release'; search: { dataset: string } };
  children?: PickerNode[];
};

/** @param states states to list; with several, each series of a dataset by state becomes a group of states */
export function pickerTree(states: readonly string[]): PickerNode[] {
  return DATASETS.filter(({ kind }) => kind === 'observations').map((dataset) => ({
    value: dataset.id,
    label: dataset.title,
    children: [...screensOf(dataset), ...groupsOf(dataset, states)],
  }));
}

/** Datasets with their own screen, in addition to their table. */
const OWN_SCREENS: Readonly<Record<string, { to: '/yields' | '/states'; label: string }>> = {
  [YIELDS.id]: { to: '/yields', label: 'As curves, any day' },
  [UI_STATE_WEEKLY_CLAIMS.id]: { to: '/states', label: 'As a map, any week' },
};

function screensOf(dataset: Dataset): PickerNode[] {
  if (dataset.kind === 'list') return [];
  const own = OWN_SCREENS[dataset.id];
  const [name, label, screen] =
    dataset.statement === undefined
      ? (['release', 'Release table', { to: '/release', search: { dataset: dataset.id } }] as const)
      : (['statement', 'As a statement', { to: '/statement' }] as const);
  return [
    ...(own ? [{ value: `${dataset.id}/screen`, label: own.label, screen: { to: own.to } }] : []),
    { value: `${dataset.id}/${name}`, label, screen },
  ];
}

function groupsOf(dataset: Dataset, states: readonly string[]): PickerNode[] {
  const nodes = (dataset.byState ? states : ['']).flatMap((area) =>
    dataset.series.map(({ code, title, group }) => {
      const choice = { dataset: dataset.id, code, area };
      return { group, area, node: { value: seriesId(choice), label: title, choice } };
    }),
  );
  const groups = Map.groupBy(nodes, ({ group }) => group);
  const isFlat = groups.size === 1 || groups.size === nodes.length;
  if (isFlat) return [...groups.values()].flat().map(({ node }) => node);
  return [...groups].map(([group, members]) => ({
    value: `${dataset.id}/${group}`,
    label: group,
    // The group has the series' title, so its members are labelled by state.
    children: members.map(({ node, area }) => (isStateCode(area) ? { ...node, label: STATES[area] } : node)),
  }));
}

/** @returns the values of the nodes above a series: unfolding them brings it into sight. */
export function ancestorsOf(nodes: readonly PickerNode[], value: string): string[] | undefined {
  for (const node of nodes) {
    if (node.value === value) return [];
    const below = ancestorsOf(node.children ?? [], value);
    if (below) return [node.value, ...below];
  }
  return undefined;
}
