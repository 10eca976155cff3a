import { CloseButton, Tabs } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { plainly } from '../../service/series-math/decimal-text.ts';
import { listChange } from '../../service/series-math/list-change.ts';
import { listFigures } from '../../service/series-math/list-figures.ts';
import { ledgerOf } from '../../service/series-math/list-ledger.ts';
import { type Constituent, identitiesOf } from '../../service/series-math/members.ts';
import { type ListAsk, useSameCompanies } from '../api/index.ts';
import { NumberPanel, sentenceText, Told } from '../explain/index.ts';
import { LoadingContent, SidePanel, usePlainKeys, useWindowFits } from '../frame/index.ts';
import { ListChanges } from './changes.tsx';
import { Compare } from './compare.tsx';
import styles from './constituents.module.css';
import { ConstituentsTakeAway } from './constituents-take-away.tsx';
import { listNumber } from './explain-nodes.ts';
import { Figures, FiguresLine, Sectors } from './figures.tsx';
import type { Chosen, HeldIndex } from './held-lists.ts';
import { ListLedger } from './ledger.tsx';
import { foundCompanies, ledgerDates } from './ledger-rows.ts';
import { MemberTable } from './member-table.tsx';
import { listedMembers, sentenceOf, shownRows } from './members.ts';
import { LIST_VIEWS, type ListState } from './search.ts';
import { ListToolBar } from './tool-bar.tsx';
import { TreeMap } from './tree-map.tsx';

/** The screen with its lists: tool bar, sentence, one of the views, and the figures beside it. */
export function ConstituentsView(props: {
  held: readonly HeldIndex[];
  chosen: Chosen;
  members: readonly Constituent[];
  /** The earlier list, where one is compared. */
  before: readonly Constituent[] | undefined;
  /** @returns a list that was asked for; `undefined` while it is not there. */
  membersOf: (ask: ListAsk) => readonly Constituent[] | undefined;
  state: ListState;
  change: (part: Partial<ListState>, replace?: boolean) => void;
}) {
  const { chosen, members, before, membersOf, state, change } = props;
  const { index, list, earlier } = chosen;
  const { code } = index;
  const pairs = useSameCompanies().data;
  const difference = useMemo(() => before && listChange(before, members, pairs), [before, members, pairs]);
  const keys = new Map([...identitiesOf(members), ...identitiesOf(before ?? [])]);
  const figures = useMemo(() => listFigures(members), [members]);
  const rows = useMemo(() => listedMembers(members, difference), [members, difference]);
  const shown = useMemo(() => shownRows(rows, state), [rows, state]);
  const dates = useMemo(() => ledgerDates(index.lists), [index]);
  const ledgerLists = state.view === 'ledger' ? dates.map((date) => membersOf({ code, date })) : [];
  const isLedger = ledgerLists.length > 0 && !ledgerLists.includes(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are new arrays at each render, of members that stay the same
  const ledger = useMemo(
    () =>
      isLedger
        ? ledgerOf(
            ledgerLists.flatMap((one) => (one ? [one] : [])),
            pairs,
          )
        : undefined,
    [isLedger, dates, pairs],
  );
  const companies = useMemo(() => ledger && foundCompanies(ledger, state.q), [ledger, state.q]);
  const compared = chosen.compared.map(membersOf);
  const isRoomy = useWindowFits('(min-width: 75em)');
  const search = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLElement>(null);
  usePlainKeys({
    '/': () => search.current?.focus(),
    v: () =>
      change({
        view: LIST_VIEWS[(LIST_VIEWS.indexOf(state.view) + 1) % LIST_VIEWS.length] as ListState['view'],
      }),
    s: () => change({ size: state.size === 'weight' ? 'equal' : 'weight' }),
    x: earlier ? () => change({ date: earlier.as_of, vs: list.as_of }) : undefined,
  });
  const explain = (word: string | undefined) => change({ explain: word }, true);
  const node =
    state.explain === undefined
      ? undefined
      : plainly(() =>
          listNumber(
            {
              list: { code, date: list.as_of, members },
              earlier: earlier && before && { code, date: earlier.as_of, members: before },
              difference,
              figures,
              compared: chosen.compared.flatMap((ask, i) => {
                const found = compared[i];
                return found ? [{ ...ask, members: found }] : [];
              }),
              ledger: ledger && { code, dates, companies: ledger },
            },
            state.explain ?? '',
          ),
        );
  const isList = state.view === 'map' || state.view === 'table';
  const hasWeights = figures.total !== '';
  const isEqual = state.size === 'equal' || !hasWeights;
  const sentence = sentenceOf(code, list.as_of, figures, difference);
  const sectors = (
    <Sectors
      figures={figures}
      before={before}
      sector={state.sector}
      onSector={(sector) => change({ sector })}
      onExplain={explain}
    />
  );
  const content = (
    <div className={`column fill low shrink ${styles.main}`}>
      {state.view === 'map' && (
        <TreeMap
          rows={shown}
          isEqual={isEqual}
          left={difference?.left ?? []}
          keys={keys}
          isCompared={difference !== undefined}
          hasColours={hasWeights}
          label={code}
          place={place}
          onExplain={explain}
        />
      )}
      {state.view === 'table' && (
        <MemberTable
          rows={shown}
          state={state}
          hasWeights={hasWeights}
          hasEarlier={difference !== undefined}
          label={`Members of ${code} on ${shownDate(list.as_of)}`}
          onSort={(sort) => change({ sort, isTurned: sort === state.sort && !state.isTurned })}
          onExplain={explain}
        />
      )}
      {state.view === 'changes' && (
        <ListChanges
          index={index}
          list={list}
          earlier={earlier}
          difference={difference}
          keys={keys}
          onEarlier={(vs) => change({ vs })}
          onExplain={explain}
        />
      )}
      {state.view === 'compare' && (
        <Compare held={props.held} chosen={chosen} lists={compared} change={change} onExplain={explain} />
      )}
      {state.view === 'ledger' &&
        (companies ? (
          <ListLedger
            code={code}
            companies={companies}
            dates={dates}
            held={index.lists.length}
            onExplain={explain}
          />
        ) : (
          <LoadingContent label="Loading all lists" />
        ))}
    </div>
  );
  const count = isList
    ? `${shown.length} of ${rows.length}`
    : companies && ledger && `${companies.length} of ${ledger.length}`;
  return (
    <>
      <ListToolBar {...props} hasWeights={hasWeights} search={search} count={count}>
        <ConstituentsTakeAway
          chosen={chosen}
          members={members.length}
          rows={shown}
          isMap={state.view === 'map' && shown.length > 0}
          isEqual={isEqual}
          hasWeights={hasWeights}
          sentence={sentenceText(sentence)}
          place={place}
        />
      </ListToolBar>
      <p
        className="fine"
        style={{ padding: '0 0.75rem 0.375rem', background: 'var(--surface)' }}
        role="status"
      >
        <Told parts={sentence} onExplain={explain} />
        {!hasWeights && state.view === 'map' && ' This list has no weights: tiles are equal.'}
      </p>
      {isList && !isRoomy && <FiguresLine figures={figures} onExplain={explain} />}
      <div className={`flex fill low ruled ${styles.body}`}>
        {isList && !isRoomy ? (
          <Tabs defaultValue="members" keepMounted={false} className="column fill low shrink">
            <Tabs.List aria-label="Members and sectors">
              <Tabs.Tab value="members" py={7} px={12}>
                {state.view === 'map' ? 'Map' : 'Table'}
              </Tabs.Tab>
              <Tabs.Tab value="sectors" py={7} px={12}>
                Sectors
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="members" className="column fill low">
              {content}
            </Tabs.Panel>
            <Tabs.Panel value="sectors" className="fill low scrolls" p="0.5rem 0.75rem">
              {sectors}
            </Tabs.Panel>
          </Tabs>
        ) : (
          content
        )}
        {isList && isRoomy && (
          <aside
            className={`scrolls fixed ${styles.side}`}
            // Only hidden: the focus returns to the number that was explained.
            {...(state.explain !== undefined && { style: { display: 'none' } })}
            aria-label="Figures"
          >
            <Figures figures={figures} onExplain={explain} />
            <h2 className="heading">Sectors</h2>
            {sectors}
          </aside>
        )}
        <SidePanel
          label="Explain this number"
          isBeside={isRoomy}
          isOpen={state.explain !== undefined}
          takesFocus
          onClose={() => explain(undefined)}
        >
          {node ? (
            <NumberPanel node={node} onClose={() => explain(undefined)} />
          ) : (
            <NoNumber word={state.explain ?? ''} onClose={() => explain(undefined)} />
          )}
        </SidePanel>
      </div>
    </>
  );
}

/** Takes the place of an explanation where the address names a number that is not on the screen. */
function NoNumber({ word, onClose }: { word: string; onClose: () => void }) {
  return (
    <div className="row gap-8 spread" style={{ padding: '0.75rem 1rem' }}>
      <p>There is no number ‘{word}’ in this view of these lists.</p>
      <CloseButton aria-label="Close the explanation" onClick={onClose} />
    </div>
  );
}
