import { Box } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { CONSTITUENTS } from '../../service/datasets/constituents/definition.ts';
import { type ListAsk, useCan, useCatalog, useLists } from '../api/index.ts';
import { LinkNotice, LoadFailed, LoadingContent, NoDataView, Notice, Screen } from '../frame/index.ts';
import { ImportLink } from './changes.tsx';
import { ConstituentsView } from './constituents-view.tsx';
import { chosenOf, heldIndices, ledgerDates, type ShownLists, wordOf } from './members.ts';
import { type ListState, listSearch, readListState } from './search.ts';

// Shares a chunk with the screen, because both use the same drawing.
export { ConstituentsTile } from './constituents-tile.tsx';

const route = getRouteApi('/constituents');

export function ConstituentsScreen() {
  const { data, error, refetch } = useCatalog();
  const dataset = data?.datasets.find(({ id }) => id === CONSTITUENTS.id);
  const held = useMemo(() => dataset && heldIndices(dataset), [dataset]);
  const search = route.useSearch();
  const { state, problems } = useMemo(() => readListState(search), [search]);
  const found = useMemo(() => (held && held.length > 0 ? chosenOf(state, held) : undefined), [state, held]);
  const canImport = useCan('import');
  const hasNothing = data?.datasets.every(({ origin }) => origin === null) ?? false;
  return (
    <Screen
      datasets={[CONSTITUENTS.id]}
      lists={found?.chosen.compared.slice(0, state.view === 'compare' ? undefined : 1) ?? []}
    >
      {held && found ? (
        <Held held={held} state={state} chosen={found.chosen} problems={[...problems, ...found.problems]} />
      ) : hasNothing ? (
        <NoDataView />
      ) : held ? (
        <Notice tone="note" action={canImport && <ImportLink>Import a list</ImportLink>}>
          There are no lists of constituents yet.
        </Notice>
      ) : error ? (
        <LoadFailed
          onRetry={() => void refetch()}
        >{`The catalogue could not be loaded: ${error.message}`}</LoadFailed>
      ) : (
        <LoadingContent label="Loading the list" />
      )}
    </Screen>
  );
}

function Held(props: Pick<ShownLists, 'held' | 'state' | 'chosen'> & { problems: readonly string[] }) {
  const { held, state, chosen } = props;
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<ListState>, replace = false) =>
      void navigate({ search: (before) => listSearch({ ...readListState(before).state, ...part }), replace }),
    [navigate],
  );
  const { index, list, earlier, compared } = chosen;
  const isLedger = state.view === 'ledger';
  const own = (date: string) => ({ code: index.code, date });
  const all = [
    own(list.as_of),
    ...(earlier ? [own(earlier.as_of)] : []),
    ...(isLedger ? ledgerDates(index.lists).map(own) : []),
    ...compared,
  ];
  const asks = new Map(all.map((ask) => [wordOf(ask), ask]));
  const { lists, error, retry } = useLists([...asks.values()]);
  const words = [...asks.keys()];
  const membersOf = (ask: ListAsk) => lists[words.indexOf(wordOf(ask))];
  const members = membersOf(own(list.as_of));
  const before = earlier && membersOf(own(earlier.as_of));
  const isReady = members !== undefined && (!earlier || before !== undefined);
  // While another list loads, the previous one stays, dimmed.
  const kept = useRef<Pick<ShownLists, 'chosen' | 'members' | 'before'>>(undefined);
  if (isReady) kept.current = { chosen, members, before };
  const shown = kept.current;
  return (
    <Box className="column low" h="100%">
      <LinkNotice
        problems={props.problems}
        onClose={() =>
          change(
            {
              code: index.code,
              date: state.date && list.as_of,
              vs: earlier?.as_of,
              with: compared.slice(1).map(wordOf),
            },
            true,
          )
        }
      />
      {error && (
        <LoadFailed onRetry={retry}>
          {`A list could not be loaded: ${error.message}${shown && !isReady ? ' The previous list is still shown.' : ''}`}
        </LoadFailed>
      )}
      {shown ? (
        <Box className="column fill low" opacity={isReady ? 1 : 0.5} aria-busy={!isReady}>
          <ConstituentsView {...shown} held={held} membersOf={membersOf} state={state} change={change} />
        </Box>
      ) : (
        !error && <LoadingContent label="Loading the list" />
      )}
    </Box>
  );
}
