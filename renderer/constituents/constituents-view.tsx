import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { listChange } from '../../service/series-math/list-change.ts';
import { listFigures } from '../../service/series-math/list-figures.ts';
import type { Member } from '../../service/series-math/members.ts';
import { useSameCompanies } from '../api/index.ts';
import { SidePanel, usePlainKeys } from '../frame/index.ts';
import { Changes } from './changes.tsx';
import { Compare } from './compare.tsx';
import styles from './constituents.module.css';
import { Figures } from './figures.tsx';
import type { Chosen, HeldIndex } from './held-lists.ts';
import { MemberCard } from './member-card.tsx';
import { MemberTable } from './member-table.tsx';
import { type Row, rowsOf, sentenceOf, shownRows } from './members.ts';
import { type ListState, VIEWS } from './search.ts';
import { ToolBar } from './tool-bar.tsx';
import { TreeMap } from './tree-map.tsx';

/** The screen with its lists: tool bar, sentence, one of the views, and the figures beside it. */
export function ConstituentsView(props: {
  held: readonly HeldIndex[];
  chosen: Chosen;
  members: readonly Member[];
  /** The earlier list, where one is compared. */
  before: readonly Member[] | undefined;
  /** The other lists of a comparison; `undefined` while one is not there. */
  others: readonly (readonly Member[] | undefined)[];
  state: ListState;
  change: (part: Partial<ListState>, replace?: boolean) => void;
}) {
  const { chosen, members, before, state, change } = props;
  const { index, list, earlier } = chosen;
  const pairs = useSameCompanies().data;
  const difference = useMemo(() => before && listChange(before, members, pairs), [before, members, pairs]);
  const figures = useMemo(() => listFigures(members), [members]);
  const rows = useMemo(() => rowsOf(members, difference), [members, difference]);
  const shown = useMemo(() => shownRows(rows, state), [rows, state]);
  const isRoomy = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [opened, open] = useState<Row>();
  const search = useRef<HTMLInputElement>(null);
  usePlainKeys({
    '/': () => search.current?.focus(),
    v: () => change({ view: VIEWS[(VIEWS.indexOf(state.view) + 1) % VIEWS.length] as ListState['view'] }),
    s: () => change({ size: state.size === 'weight' ? 'equal' : 'weight' }),
    x: earlier ? () => change({ date: earlier.as_of, vs: list.as_of }) : undefined,
  });
  const isList = state.view === 'map' || state.view === 'table';
  const row = opened && rows.find(({ member }) => member === opened.member);
  return (
    <>
      <ToolBar
        {...props}
        hasWeights={figures.total !== ''}
        search={search}
        count={isList ? `${shown.length} of ${rows.length}` : undefined}
      />
      <p
        className="fine"
        style={{ padding: '0 0.75rem 0.375rem', background: 'var(--surface)' }}
        role="status"
      >
        {sentenceOf(index.code, list.as_of, figures, difference)}
        {figures.total === '' && state.view === 'map' && ' This list has no weights: tiles are equal.'}
      </p>
      <div className={`flex fill low ruled ${styles.body}`}>
        <div className={`column fill low shrink ${styles.main}`}>
          {state.view === 'map' && (
            <TreeMap
              rows={shown}
              state={state}
              left={difference?.left ?? []}
              label={index.code}
              onOpen={open}
            />
          )}
          {state.view === 'table' && (
            <MemberTable
              rows={shown}
              state={state}
              hasWeights={figures.total !== ''}
              hasEarlier={difference !== undefined}
              label={`Members of ${index.code} on ${list.as_of}`}
              onSort={(sort) => change({ sort, isTurned: sort === state.sort && !state.isTurned })}
              onOpen={open}
            />
          )}
          {state.view === 'changes' && (
            <Changes
              index={index}
              list={list}
              earlier={earlier}
              difference={difference}
              pairs={pairs ?? []}
              onEarlier={(vs) => change({ vs })}
            />
          )}
          {state.view === 'compare' && (
            <Compare held={props.held} chosen={chosen} lists={[members, ...props.others]} change={change} />
          )}
        </div>
        {isList && (
          <aside className={`scrolls fixed ${styles.side}`} aria-label="Figures">
            <Figures
              figures={figures}
              before={before}
              sector={state.sector}
              onSector={(sector) => change({ sector })}
            />
          </aside>
        )}
        <SidePanel
          label="About this company"
          isBeside={isRoomy}
          isOpen={row !== undefined}
          takesFocus
          onClose={() => open(undefined)}
        >
          {row && <MemberCard row={row} chosen={chosen} onClose={() => open(undefined)} />}
        </SidePanel>
      </div>
    </>
  );
}
