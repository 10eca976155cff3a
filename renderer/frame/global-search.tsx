import { Kbd, Modal, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys, useTimeout } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useLocation, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { useCatalog, useLists, useMenuAction } from '../api/index.ts';
import { SeriesSearch } from '../picker/index.ts';
import { heldRange } from '../range/index.ts';
import {
  addSeries,
  hasSeries,
  keptView,
  lineCount,
  MOST_SERIES,
  parseView,
  type View,
  viewSearch,
} from '../view/index.ts';
import { datasetActions } from './dataset-actions.ts';
import { datedActions } from './dated-actions.ts';
import styles from './frame.module.css';
import { rangeAction } from './range-action.ts';
import { compareActions, listsToSearch, tickerActions } from './ticker-actions.ts';
import { useSearchActions } from './use-search-actions.ts';

/** Opens the search. `message`: a result that is visible nowhere else, for two seconds. */
const SearchContext = createContext<{ open: () => void; message: string | undefined }>({
  open: () => undefined,
  message: undefined,
});

/**
 * The search over everything, Ctrl/Cmd-K on every screen. Series and datasets are added to the chart in Explore; screens open; actions run.
 * It surrounds the screens, so that it opens before the code of one is loaded, and stays open when another comes.
 */
export function GlobalSearch({ children }: { children: ReactNode }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], []);
  useMenuAction('find', open);
  const [message, setMessage] = useState<string | undefined>();
  const forget = useTimeout(() => setMessage(undefined), 2000);
  return (
    <SearchContext value={useMemo(() => ({ open, message }), [open, message])}>
      {children}
      <VisuallyHidden role="status">{message ?? ''}</VisuallyHidden>
      {/* No transition: the field must be there for what is typed right after the shortcut. */}
      <Modal.Root
        opened={isOpen}
        onClose={close}
        size="lg"
        yOffset="12vh"
        lockScroll={false}
        transitionProps={{ duration: 0 }}
      >
        <Modal.Overlay backgroundOpacity={0.4} />
        <Modal.Content aria-label="Find a series">
          <Modal.Body p="xs">
            <Everything
              onClose={close}
              onMessage={(text) => {
                setMessage(text);
                forget.start();
              }}
            />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </SearchContext>
  );
}

/** Opens the search with the mouse. */
export function SearchButton() {
  const { open, message } = useContext(SearchContext);
  return (
    <UnstyledButton
      className={`well row shrink gap-8 quiet ${styles.searchButton}`}
      onClick={open}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <IconSearch size={15} stroke={1.7} aria-hidden />
      <span className="cut fill one-line">{message ?? 'Find a series'}</span>
      <Kbd size="xs" className={styles.narrowHidden}>
        {navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'}
      </Kbd>
    </UnstyledButton>
  );
}

/** A component of its own, so that what the actions need is loaded only while the dialog is open. */
function Everything(props: { onClose: () => void; onMessage: (text: string) => void }) {
  const { onClose } = props;
  const navigate = useNavigate();
  const { history } = useRouter();
  const { pathname, search } = useLocation();
  // A screen that comes while the search is open has actions of its own.
  useRouterState({ select: ({ status }) => status });
  // From another screen, a series is added to what Explore showed last.
  const { view } = parseView(pathname === '/explore' ? search : (keptView() ?? { series: '' }));
  const appActions = useSearchActions(props.onMessage);
  const catalog = useCatalog().data;
  const held = heldRange(view, catalog);
  const asks = useMemo(() => listsToSearch(catalog), [catalog]);
  const { lists } = useLists(asks);
  const show = (shown: View, linkProblems: readonly string[] = []) => {
    onClose();
    void navigate({
      to: '/explore',
      search: viewSearch(shown),
      state: linkProblems.length > 0 ? { linkProblems } : {},
    });
  };
  const open = (path: string) => {
    onClose();
    history.push(path);
  };
  const showDataset = (headline: SeriesChoice) => {
    if (hasSeries(view, seriesId(headline)) || lineCount(view) < MOST_SERIES) show(addSeries(view, headline));
    else props.onMessage(`${MOST_SERIES} of ${MOST_SERIES} lines are shown: remove one`);
  };
  const state = view.series.find(({ choice }) => choice.area !== '')?.choice.area ?? 'CA';
  const tryPath = (path: string) => void navigate({ to: '/access', search: { try: path } });
  const actions = [...appActions, ...datasetActions(state, showDataset, tryPath)];
  return (
    <SeriesSearch
      label="Find a series"
      placeholder="Try quits, texas claims, JTSJOL, AAPL, 2008Q1 to 2010Q4, dark"
      view={view}
      actions={actions.map((action) => ({
        ...action,
        run: () => {
          onClose();
          action.run();
        },
      }))}
      ofQuery={(query) => {
        const today = todayText();
        const ranged =
          lineCount(view) > 0
            ? rangeAction(query, { held, today }, (range) => show({ ...view, range }))
            : { actions: [] };
        return {
          ...ranged,
          actions: [
            ...ranged.actions,
            ...datedActions(query, { today, state }, { show, open }),
            ...compareActions(query, asks, open),
            ...tickerActions(
              query,
              asks.map((ask, i) => ({ ask, members: lists[i] })),
              open,
            ),
          ],
        };
      }}
      onChoose={(choice) => show(addSeries(view, choice))}
      onOpen={show}
      onLeave={onClose}
      isLarge
    />
  );
}
