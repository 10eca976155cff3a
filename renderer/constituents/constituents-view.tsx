import {
  ActionIcon,
  CloseButton,
  SegmentedControl,
  Select,
  Tabs,
  TextInput,
  Tooltip,
  useComputedColorScheme,
} from '@mantine/core';
import { upperFirst } from '@mantine/hooks';
import { IconArrowsExchange } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { shownDate, shownDayOf } from '../../service/calendar/dates.ts';
import type { HeldList } from '../../service/contract/catalog.ts';
import { datasetOfList } from '../../service/datasets/index.ts';
import { asShown, plainly } from '../../service/series-math/decimal-text.ts';
import { listChange } from '../../service/series-math/list-change.ts';
import { listFigures } from '../../service/series-math/list-figures.ts';
import { ledgerOf } from '../../service/series-math/list-ledger.ts';
import { type Constituent, identitiesOf } from '../../service/series-math/members.ts';
import { citation } from '../../service/view/index.ts';
import { type ListAsk, useAppState, useCatalog, useSameCompanies } from '../api/index.ts';
import { ExplainableSentence, NumberPanel, sentenceText } from '../explain/index.ts';
import { LoadingContent, SidePanel, usePlainKeys, useWindowFits } from '../frame/index.ts';
import { TakeAway } from '../take-away/index.ts';
import { ListChanges } from './changes.tsx';
import { Compare } from './compare.tsx';
import styles from './constituents.module.css';
import { listNumber } from './explain-lists.ts';
import { Figures, Sectors } from './figures.tsx';
import { mapMarkup } from './map-image.ts';
import { ListLedger, MemberTable } from './member-table.tsx';
import {
  foundCompanies,
  ledgerDates,
  listedMembers,
  type ShownLists,
  sentenceOf,
  shownRows,
} from './members.ts';
import { LIST_VIEWS, type ListState } from './search.ts';
import { legendOf } from './tile-layout.ts';
import { TreeMap } from './tree-map.tsx';

/** The screen once its lists are loaded: tool bar, sentence, one view, and figures beside it. */
export function ConstituentsView(
  props: Pick<ShownLists, 'held' | 'chosen' | 'members' | 'before' | 'state' | 'change'> & {
    /** @returns the members of a requested list; `undefined` while it loads. */
    membersOf: (ask: ListAsk) => readonly Constituent[] | undefined;
  },
) {
  const { chosen, members, before, membersOf, state, change } = props;
  const { index, list, earlier } = chosen;
  const { code } = index;
  const pairs = useSameCompanies().data;
  const difference = useMemo(() => before && listChange(before, members, pairs), [before, members, pairs]);
  const figures = useMemo(() => listFigures(members), [members]);
  const all = useMemo(() => listedMembers(members, difference), [members, difference]);
  const rows = useMemo(() => shownRows(all, state), [all, state]);
  const dates = useMemo(() => ledgerDates(index.lists), [index]);
  const ledgerLists = state.view === 'ledger' ? dates.map((date) => membersOf({ code, date })) : [];
  const isLedger = ledgerLists.length > 0 && !ledgerLists.includes(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new arrays at each render, same members
  const ledger = useMemo(
    () => (isLedger ? ledgerOf(ledgerLists as (readonly Constituent[])[], pairs) : undefined),
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
  const hasWeights = figures.total !== '';
  const shown: ShownLists = {
    ...props,
    ...{ difference, figures, hasWeights, rows, explain },
    isEqual: state.size === 'equal' || !hasWeights,
    keys: new Map([...identitiesOf(members), ...identitiesOf(before ?? [])]),
  };
  const { explain: explained } = state;
  const node =
    explained === undefined
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
            explained,
          ),
        );
  const isList = state.view === 'map' || state.view === 'table';
  const sentence = sentenceOf(code, list.as_of, figures, difference);
  const content = (
    <div className={`column fill low shrink ${styles.main}`}>
      {state.view === 'map' && <TreeMap shown={shown} place={place} />}
      {state.view === 'table' && <MemberTable shown={shown} />}
      {state.view === 'changes' && <ListChanges shown={shown} />}
      {state.view === 'compare' && <Compare shown={shown} compared={compared} />}
      {state.view === 'ledger' &&
        (companies ? (
          <ListLedger shown={shown} companies={companies} dates={dates} />
        ) : (
          <LoadingContent label="Loading all lists" />
        ))}
    </div>
  );
  const count = isList
    ? `${rows.length} of ${all.length}`
    : companies && ledger && `${companies.length} of ${ledger.length}`;
  return (
    <>
      <ListToolBar shown={shown} search={search} count={count}>
        <ConstituentsTakeAway shown={shown} sentence={sentenceText(sentence)} place={place} />
      </ListToolBar>
      <p
        className="fine"
        style={{ padding: '0 0.75rem 0.375rem', background: 'var(--surface)' }}
        role="status"
      >
        <ExplainableSentence parts={sentence} onExplain={explain} />
        {!hasWeights && state.view === 'map' && ' This list has no weights: tiles are equal.'}
      </p>
      {isList && !isRoomy && <Figures shown={shown} isLine />}
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
              <Sectors shown={shown} />
            </Tabs.Panel>
          </Tabs>
        ) : (
          content
        )}
        {isList && isRoomy && (
          <aside
            className={`scrolls fixed ${styles.side}`}
            // Only hidden, so that the focus can return to the explained number.
            {...(explained !== undefined && { style: { display: 'none' } })}
            aria-label="Figures"
          >
            <Figures shown={shown} isLine={false} />
            <h2 className="heading">Sectors</h2>
            <Sectors shown={shown} />
          </aside>
        )}
        <SidePanel
          label="Explain this number"
          isBeside={isRoomy}
          isOpen={explained !== undefined}
          takesFocus
          onClose={() => explain(undefined)}
        >
          {node ? (
            <NumberPanel node={node} onClose={() => explain(undefined)} />
          ) : (
            // The address names a number that is not on the screen.
            <div className="row gap-8 spread" style={{ padding: '0.75rem 1rem' }}>
              <p>There is no number ‘{explained ?? ''}’ in this view of these lists.</p>
              <CloseButton aria-label="Close the explanation" onClick={() => explain(undefined)} />
            </div>
          )}
        </SidePanel>
      </div>
    </>
  );
}

/** Length of the longest code that fits into the narrow field. */
const SHORT_CODE = 9;

/** Chooses the list, the earlier list, the view, the search and the size of the tiles. */
function ListToolBar(props: {
  shown: ShownLists;
  /** How many members match the search and the sector: '37 of 503'. */
  count: string | undefined;
  search: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}) {
  const { held, chosen, state, change, hasWeights } = props.shown;
  const { index, list, earlier } = chosen;
  const dateOf = ({ as_of, origin }: HeldList) => ({
    value: as_of,
    label: `${shownDate(as_of)}${origin === 'sample' ? ', sample' : ''}`,
  });
  return (
    <div
      className="row fixed wrap gap-8-12 not-on-paper"
      style={{
        padding: '4px 8px',
        background: 'var(--surface)',
        // In a narrow tool bar, the last button shows only its icon.
        container: 'workbench / inline-size',
      }}
    >
      <Select
        aria-label="Index or fund"
        title={index.code}
        w={index.code.length > SHORT_CODE ? 240 : 110}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        allowDeselect={false}
        value={index.code}
        onChange={(code) =>
          change({ code: code ?? undefined, date: undefined, vs: undefined, sector: undefined })
        }
        data={held.map(({ code }) => code)}
      />
      <Select
        aria-label="List of"
        w={list.origin === 'sample' ? 165 : 130}
        allowDeselect={false}
        value={list.as_of}
        onChange={(date) =>
          change({
            code: index.code,
            date: date === index.lists[0]?.as_of ? undefined : (date ?? undefined),
          })
        }
        data={index.lists.map(dateOf)}
      />
      {index.lists.length > 1 && (
        <Select
          aria-label="Compared with the list of"
          placeholder="vs none"
          w={160}
          clearable
          clearButtonProps={{ 'aria-label': 'Compare with none' }}
          value={earlier?.as_of ?? null}
          onChange={(vs) => change({ vs: vs ?? undefined })}
          data={index.lists.filter(({ as_of }) => as_of !== list.as_of).map(dateOf)}
        />
      )}
      {earlier && (
        <Tooltip label="Swap the two dates (X)">
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Swap the two dates"
            onClick={() => change({ date: earlier.as_of, vs: list.as_of })}
          >
            <IconArrowsExchange size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      <SegmentedControl
        aria-label="View"
        value={state.view}
        onChange={(view) => change({ view: view as ListState['view'] })}
        data={LIST_VIEWS.map((value) => ({ value, label: upperFirst(value) }))}
      />
      {state.view === 'map' && hasWeights && (
        <SegmentedControl
          aria-label="Size of the tiles"
          value={state.size}
          onChange={(size) => change({ size: size as ListState['size'] })}
          data={[
            { value: 'weight', label: 'By weight' },
            { value: 'equal', label: 'Equal' },
          ]}
        />
      )}
      {props.count !== undefined && (
        <>
          <TextInput
            ref={props.search}
            aria-label="Search ticker, name or sector"
            placeholder="Search  /"
            style={{ flex: '1 1 7rem', maxWidth: '11rem' }}
            value={state.q}
            onChange={(event) => change({ q: event.currentTarget.value }, true)}
          />
          <span className="quiet fine" role="status">
            {props.count}
          </span>
        </>
      )}
      <div className="at-end">{props.children}</div>
    </div>
  );
}

/** Items to export: the shown list, the map as an image, its sentence. */
function ConstituentsTakeAway(props: {
  shown: ShownLists;
  sentence: string;
  /** The map's element; the image gets its size. */
  place: RefObject<HTMLElement | null>;
}) {
  const { shown, sentence } = props;
  const { rows, isEqual } = shown;
  const { index, list, earlier } = shown.chosen;
  const scheme = useComputedColorScheme('light');
  const { version = '' } = useAppState().data ?? {};
  const dataset = datasetOfList(index.code);
  const held = useCatalog().data?.datasets.find(({ id }) => id === dataset.id);
  const isSample = list.origin === 'sample';
  const { terms = dataset.licence } = dataset.series.find(({ code }) => code === index.code) ?? {};
  const loaded = held?.last_update ?? null;
  const by = `${index.title}, list of ${list.as_of}${isSample ? ' (sample, made up)' : ''}`;
  const colours = earlier
    ? `Colours: change of the weight since ${shownDate(earlier.as_of)}, ${legend(true)}.`
    : `Colours: weight, ${legend(false)}.`;
  const isMap = shown.state.view === 'map' && rows.length > 0;
  return (
    <TakeAway
      list={{ code: index.code, date: list.as_of, members: shown.members.length, isSample, terms }}
      isEmpty={false}
      citation={() =>
        citation({
          publisher: dataset.publisher,
          title: by,
          id: `${dataset.id}.${index.code}`,
          loaded,
          now: new Date().toISOString(),
          version,
        })
      }
      sentence={sentence}
      image={
        isMap
          ? {
              chart: props.place,
              draw: (place) => mapMarkup(rows, place.getBoundingClientRect(), isEqual, scheme),
              words: () => ({
                title: asShown(by),
                subtitle: asShown(sentence),
                legend: [],
                left: '',
                right: '',
                footer: [
                  ...(isSample ? ['Sample data, made up by Almanac: not real figures.'] : []),
                  isEqual ? 'Tiles are of equal size.' : 'Size: weight.',
                  ...(shown.hasWeights ? [colours] : []),
                  `Source: ${dataset.publisher}. ${terms}${loaded === null ? '' : ` Data loaded ${shownDayOf(loaded)}.`} Almanac ${version}.`,
                ],
              }),
              stem: () => `${index.code} constituents, ${list.as_of}${isSample ? ', sample' : ''}`,
              rest: undefined,
            }
          : undefined
      }
    />
  );
}

const SHADES = { w0: 'lightest', w4: 'darkest', fall2: 'dark orange', rise2: 'dark blue' } as const;

/** @returns the ends of the colour scale in words: an image has no room for a legend of tiles. */
function legend(isCompared: boolean): string {
  return legendOf(isCompared)
    .flatMap(({ level, text }) =>
      level in SHADES ? [`${SHADES[level as keyof typeof SHADES]} ${text}`] : [],
    )
    .join(', ');
}
