import { Anchor, Box } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { CONSTITUENTS } from '../../service/datasets/constituents/definition.ts';
import { type ListAsk, useCan, useCatalog, useLists } from '../api/index.ts';
import {
  IMPORT_FILE,
  LinkNotice,
  LoadFailed,
  LoadingContent,
  NoDataView,
  Notice,
  Screen,
} from '../frame/index.ts';
import { ConstituentsView } from './constituents-view.tsx';
import { type Chosen, chosenOf, type HeldIndex, heldIndices, wordOf } from './held-lists.ts';
import { ledgerDates } from './ledger-rows.ts';
import { type ListState, listSearch, readListState } from './search.ts';

// In the chunk of the screen, with which it shares the drawing.
export { ConstituentsTile } from './constituents-tile.tsx';

const route = getRouteApi('/constituents');

/** Who is in an index or fund. */
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
    <Screen datasets={[CONSTITUENTS.id]} lists={found ? listsOf(state, found.chosen) : []}>
      {held && found ? (
        <Held held={held} state={state} chosen={found.chosen} problems={[...problems, ...found.problems]} />
      ) : hasNothing ? (
        <NoDataView />
      ) : held ? (
        <Notice
          tone="note"
          action={
            canImport && (
              <Anchor component={Link} to="/data" hash={IMPORT_FILE} inherit>
                Import a list
              </Anchor>
            )
          }
        >
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

/** @returns the lists that the screen shows. */
function listsOf(state: ListState, { index, list, compared }: Chosen): readonly ListAsk[] {
  return state.view === 'compare' ? compared : [{ code: index.code, date: list.as_of }];
}

function Held(props: {
  held: readonly HeldIndex[];
  state: ListState;
  chosen: Chosen;
  problems: readonly string[];
}) {
  const { held, state, chosen, problems } = props;
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<ListState>, replace = false) =>
      void navigate({ search: (before) => listSearch({ ...readListState(before).state, ...part }), replace }),
    [navigate],
  );
  const { index, list, earlier, compared } = chosen;
  const isLedger = state.view === 'ledger';
  const asks = useMemo(() => {
    const dates = [
      list.as_of,
      ...(earlier ? [earlier.as_of] : []),
      ...(isLedger ? ledgerDates(index.lists) : []),
    ];
    const all = [...dates.map((date) => ({ code: index.code, date })), ...compared];
    return [...new Map(all.map((ask) => [wordOf(ask), ask])).values()];
  }, [index, list, earlier, compared, isLedger]);
  const { lists, error, retry } = useLists(asks);
  const membersOf = (ask: ListAsk) => lists[asks.findIndex((one) => wordOf(one) === wordOf(ask))];
  const members = membersOf({ code: index.code, date: list.as_of });
  const before = earlier && membersOf({ code: index.code, date: earlier.as_of });
  const isReady = members !== undefined && (!earlier || before !== undefined);
  // While another list is loaded, the one before stays, dimmed.
  const kept =
    useRef<Pick<Parameters<typeof ConstituentsView>[0], 'chosen' | 'members' | 'before'>>(undefined);
  if (isReady) kept.current = { chosen, members, before };
  const shown = kept.current;
  return (
    <Box className="column low" h="100%">
      <LinkNotice
        problems={problems}
        onClose={() =>
          change(
            {
              code: index.code,
              date: state.date && list.as_of,
              vs: earlier?.as_of,
              with: compared.slice(1).map(({ code, date }) => `${code}@${date}`),
            },
            true,
          )
        }
      />
      {error && (
        <LoadFailed onRetry={retry}>
          {`A list could not be loaded: ${error.message}${shown && !isReady ? ' The list before it is still shown.' : ''}`}
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
