import { DATASETS, type Dataset } from '../../service/datasets/index.ts';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { isStateCode, STATES } from '../../service/datasets/states.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';

/** A node of the tree: dataset → group → series. A dataset with a single group has no group level. */
export type PickerNode = {
  value: string;
  label: string;
  /** Set for series only. */
  choice?: SeriesChoice;
  /** A screen that shows the dataset in a layout of its own, and its search parameters; the node opens it. */
  screen?: { to: '/statement' | '/yields' | '/states' } | { to: '/release'; search: { dataset: string } };
  dataset: Dataset;
  children?: PickerNode[];
};

/** @param states whose series are listed, of datasets that are split by state: of several, each series is a group of its states. */
export function pickerTree(states: readonly string[]): PickerNode[] {
  return DATASETS.filter(({ kind }) => kind === 'observations').map((dataset) => ({
    value: dataset.id,
    label: dataset.title,
    dataset,
    children: [...screensOf(dataset), ...groupsOf(dataset, states)],
  }));
}

/** Datasets that have a screen of their own, beside their table. */
const OWN_SCREENS: Readonly<Record<string, { to: '/yields' | '/states'; label: string }>> = {
  [YIELDS.id]: { to: '/yields', label: 'As curves, any day' },
  [UI_STATE_WEEKLY_CLAIMS.id]: { to: '/states', label: 'As a map, any week' },
};

function screensOf(dataset: Dataset): PickerNode[] {
  if (dataset.kind === 'list') return [];
  const own = OWN_SCREENS[dataset.id];
  const node = (name: string, label: string, screen: PickerNode['screen']): PickerNode => ({
    value: `${dataset.id}/${name}`,
    label,
    ...(screen && { screen }),
    dataset,
  });
  return [
    ...(own ? [node('screen', own.label, { to: own.to })] : []),
    dataset.statement === undefined
      ? node('release', 'Release table', { to: '/release', search: { dataset: dataset.id } })
      : node('statement', 'As a statement', { to: '/statement' }),
  ];
}

function groupsOf(dataset: Dataset, states: readonly string[]): PickerNode[] {
  const nodes = dataset.byState
    ? states.flatMap((state) => seriesNodes(dataset, state))
    : seriesNodes(dataset, '');
  const groups = Map.groupBy(nodes, ({ group }) => group);
  const isFlat = groups.size === 1 || groups.size === nodes.length;
  if (isFlat) return [...groups.values()].flat().map(({ node }) => node);
  return [...groups].map(([group, members]) => ({
    value: `${dataset.id}/${group}`,
    label: group,
    dataset,
    // The group has the title of its series: what differs is the state.
    children: members.map(({ node }) =>
      dataset.byState ? { ...node, label: stateName(node.choice) } : node,
    ),
  }));
}

function seriesNodes(dataset: Dataset, state: string): { group: string; node: PickerNode }[] {
  return dataset.series.map((series) => {
    const choice = { dataset: dataset.id, code: series.code, area: state };
    return {
      group: series.group,
      node: { value: seriesId(choice), label: series.title, choice, dataset },
    };
  });
}

function stateName(choice: SeriesChoice | undefined): string {
  const area = choice?.area ?? '';
  return isStateCode(area) ? STATES[area] : area;
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
