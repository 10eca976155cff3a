import { Tree, type TreeNodeData, useTree } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Catalog } from '../../service/contract/catalog.ts';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';

import type { View } from '../../service/view/types.ts';
import { hasSeries } from '../view/index.ts';
import styles from './picker.module.css';
import { ancestorsOf, type PickerNode, pickerTree } from './tree-data.ts';
import { TreeRow } from './tree-row.tsx';

/**
 * The catalogue as a tree. Chosen series are its selected items. Arrows move and unfold, Home and End go to the ends, letters
 * move to the next match. Space or Enter chooses a series, or unfolds a dataset or group; with Shift, as a click with Shift, it adds all
 * series from the last one on.
 */
export function SeriesTree(props: {
  view: View;
  /** No more lines can be shown. */
  isFull: boolean;
  states: readonly string[];
  catalog: Catalog | undefined;
  onToggle: (choice: SeriesChoice) => void;
  /** Adds several at once, as many as fit. */
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

  // Where a run begins that Shift ends.
  const start = useRef<string | undefined>(undefined);
  const activate = (node: PickerNode | undefined, isRun: boolean) => {
    if (!node) return;
    if (node.screen) void navigate(node.screen);
    else if (!node.choice) tree.toggleExpanded(node.value);
    else if (isRun && start.current !== undefined)
      onAddAll(runOf(visible(nodes, tree.expandedState), start.current, node.value));
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
              shown={view.series.find((one) => seriesId(one.choice) === node.value)}
              catalog={catalog}
              elementProps={elementProps}
              missing={missingOf(picked, view)}
              onAddAll={onAddAll}
              onActivate={(isRun) => activate(picked, isRun)}
            />
          )
        );
      }}
    />
  );
}

/** Home, End, letters, Space and Enter; the arrows are the tree component's own. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when other series are chosen, so that what somebody folded stays folded
  useEffect(() => {
    const added = chosen.filter((id) => !known.current.includes(id));
    known.current = chosen;
    if (added.length > 0) unfold(added);
  }, [ids]);
}

/** @returns the nodes to unfold so that the chosen series are in sight. */
function ancestorsToUnfold(nodes: PickerNode[], chosen: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(
    chosen.flatMap((id) => ancestorsOf(nodes, id) ?? []).map((value) => [value, true]),
  );
}

/** @returns the series of a dataset or group that are not shown. */
function missingOf(node: PickerNode, view: View): SeriesChoice[] {
  return (node.children ?? []).flatMap(({ choice }) =>
    choice && !hasSeries(view, seriesId(choice)) ? [choice] : [],
  );
}

/** The nodes that are in sight, from top to bottom. */
function visible(nodes: readonly PickerNode[], expanded: Readonly<Record<string, boolean>>): PickerNode[] {
  return nodes.flatMap((node) => [
    node,
    ...(expanded[node.value] ? visible(node.children ?? [], expanded) : []),
  ]);
}

/** @returns the series from one node to another, both included. */
export function runOf(nodes: readonly PickerNode[], from: string, to: string): SeriesChoice[] {
  const [a, b] = [from, to].map((value) => nodes.findIndex((node) => node.value === value));
  if (a === undefined || b === undefined || a < 0 || b < 0) return [];
  return nodes.slice(Math.min(a, b), Math.max(a, b) + 1).flatMap(({ choice }) => choice ?? []);
}

function flatten(nodes: readonly PickerNode[]): PickerNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);
}

/**
 * Type-ahead (ARIA Authoring Practices, 'Tree View').
 * @param labels of the visible items, from top to bottom; @param at index of the focused one.
 * @param typed the letters that were typed quickly after one another.
 * @returns the next item whose label begins with them. One letter typed repeatedly moves from match to match.
 */
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
