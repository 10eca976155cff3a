import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { datasetOfList } from '../../service/datasets/index.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { listChange } from '../../service/series-math/list-change.ts';
import { listFigures, overlapOf } from '../../service/series-math/list-figures.ts';
import type { Constituent } from '../../service/series-math/members.ts';
import { useCatalog, useLists, useSameCompanies } from '../api/index.ts';
import { sentenceText } from '../explain/index.ts';
import { NO_VALUE, TileTable } from '../frame/index.ts';
import type { TileProps } from '../frame/types.ts';
import { mapMarkup } from './map-image.ts';
import {
  type Chosen,
  chosenOf,
  heldIndices,
  listedMembers,
  listName,
  sentenceOf,
  shownRows,
  weightChangeText,
} from './members.ts';
import { type ListSearch, type ListState, readListState } from './search.ts';
import { MapDrawing } from './tree-map.tsx';

type Props = TileProps<ListSearch>;

/** A tile with a list of constituents: its map, members, changes or overlap with other lists. */
export function ConstituentsTile(props: Props): ReactNode {
  const { state, problems } = useMemo(() => readListState(props.search), [props.search]);
  const catalog = useCatalog().data;
  const chosen = useMemo(() => {
    const held = (catalog?.datasets ?? []).flatMap((one) =>
      one.series.some(({ lists }) => lists !== undefined) ? heldIndices(one) : [],
    );
    return held.length > 0 ? chosenOf(state, held) : undefined;
  }, [catalog, state]);
  if (!catalog) return props.frame({ state: 'loading' });
  if (!chosen) return props.frame({ state: 'empty', why: 'There are no lists of constituents yet.' });
  return (
    <Held {...props} state={state} chosen={chosen.chosen} problems={[...problems, ...chosen.problems]} />
  );
}

function Held(props: Props & { state: ListState; chosen: Chosen; problems: readonly string[] }): ReactNode {
  const { state, chosen, problems, frame } = props;
  const { index, list, earlier } = chosen;
  const scheme = useComputedColorScheme('light');
  const pairs = useSameCompanies().data;
  const others = state.view === 'compare' ? chosen.compared.slice(1) : [];
  const own = { code: index.code, date: list.as_of };
  const { lists, error, retry } = useLists([
    own,
    ...(earlier ? [{ code: index.code, date: earlier.as_of }] : []),
    ...others,
  ]);
  const [members, before] = [lists[0], earlier && lists[1]];
  const made = useMemo(() => {
    if (!members) return undefined;
    const difference = before && listChange(before, members, pairs);
    return {
      difference,
      figures: listFigures(members),
      rows: shownRows(listedMembers(members, difference), state),
    };
  }, [members, before, pairs, state]);
  if (error) return frame({ state: 'failed', why: error.message, retry });
  if (!made || !members || lists.includes(undefined)) return frame({ state: 'loading' });
  const { difference, figures, rows } = made;
  const isEqual = state.size === 'equal' || figures.total === '';
  const drawnState = {
    state: 'drawn',
    sentence: sentenceText(sentenceOf(index.code, list.as_of, figures, difference)),
    problems,
    datasets: [datasetOfList(index.code).id],
    sheet: own,
  } as const;
  if (others.length > 0) {
    const compared = lists.slice(-others.length) as readonly (readonly Constituent[])[];
    return frame(
      drawnState,
      <TileTable
        head={[`Shared with ${listName(own)}`, 'Members', 'Weight, %']}
        rows={others.map((other, i) => {
          const { common, shared } = overlapOf([members, compared[i] as readonly Constituent[]]);
          return [listName(other), String(common.length), shared || NO_VALUE];
        })}
      />,
    );
  }
  if (state.view === 'changes' && difference) {
    const row = (what: string) => (member: Constituent) => [`${member.ticker} ${member.name}`, what];
    return frame(
      drawnState,
      <TileTable
        head={[inDateStyle(`Since ${earlier?.as_of}`), 'Change']}
        rows={[...difference.joined.map(row('joined')), ...difference.left.map(row('left'))]}
      />,
    );
  }
  if (state.view === 'table')
    return frame(
      drawnState,
      <TileTable
        head={['Member', 'Weight, %', ...(difference ? ['Change'] : [])]}
        rows={rows.map((row) => [
          `${row.member.ticker} ${row.member.name}`,
          groupDigits(row.member.weight) || NO_VALUE,
          ...(difference ? [weightChangeText(row)] : []),
        ])}
      />,
    );
  return frame(
    {
      ...drawnState,
      draw: (place) => {
        const box = place.querySelector('[data-map]')?.getBoundingClientRect();
        return box && mapMarkup(rows, box, isEqual, scheme);
      },
    },
    <MapDrawing rows={rows} isEqual={isEqual} />,
  );
}
