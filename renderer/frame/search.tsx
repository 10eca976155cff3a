import {
  Box,
  Button,
  CloseButton,
  Kbd,
  Modal,
  TextInput,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure, useHotkeys, useTimeout } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { findChoices } from '../../service/datasets/find-choices.ts';
import { shortTitle } from '../../service/datasets/series-choice.ts';
import { viewSearch } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { useMenuAction, usePreference } from '../api/index.ts';
import {
  FULL_TEXT,
  nothingFound,
  type SearchAction,
  SearchList,
  type SearchResult,
} from '../picker/index.ts';
import { addSeries, hasSeries, keptView, parseView, setOpenItem } from '../view/index.ts';
import styles from './frame.module.css';
import { useScreens } from './hooks.ts';
import { useNewChart } from './new-chart.ts';
import { usePaletteActions } from './palette-actions.ts';
import {
  keptResult,
  namedBy,
  nameProblem,
  searchResult,
  usePaletteResults,
  withKept,
  withName,
  withoutName,
} from './palette-results.ts';

/** Opens the search. `message`: shows for two seconds a result that is not visible elsewhere. */
const SearchContext = createContext<{ open: () => void; message: string | undefined }>({
  open: () => undefined,
  message: undefined,
});

/** The search over everything (Ctrl/Cmd-K). It wraps the screens, to work before their code loads. */
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
      {/* No transition: the field must be ready for text typed right after the shortcut. */}
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
            <Palette
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

export function SearchButton() {
  const { open, message } = useContext(SearchContext);
  return (
    <UnstyledButton
      className={`well row shrink gap-8 quiet ${styles.searchButton}`}
      onClick={open}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <IconSearch className="fixed" size={15} stroke={1.7} aria-hidden />
      <span className="cut fill one-line">{message ?? 'Find a series'}</span>
      <Kbd size="xs" className={styles.narrowHidden}>
        {navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'}
      </Kbd>
    </UnstyledButton>
  );
}

/** The field with the results, or the names. A component, so that its data load only when it is open. */
function Palette(props: { onClose: () => void; onMessage: (text: string) => void }) {
  const { onClose } = props;
  const [query, setQuery] = useState('');
  const [panel, setPanel] = useState<'names' | SearchResult | undefined>();
  const [message, setMessage] = useState('');
  const navigate = useNavigate();
  const { history } = useRouter();
  const { pathname, search } = useLocation();
  const newChart = useNewChart();
  const isHere = pathname === '/explore';
  const shown = isHere ? search : keptView();
  const fresh = useMemo(() => newChart(), [newChart]);
  const view = useMemo(() => (shown ? parseView(shown).view : fresh), [shown, fresh]);
  // On other screens Explore's chart is out of sight, so a series starts a new chart by default.
  const target = isHere ? view : fresh;
  const other = isHere ? fresh : view;
  // The first search builds the catalogue's index; this does it before the first letter.
  useEffect(() => {
    const ahead = setTimeout(() => findChoices('a', 'CA'));
    return () => clearTimeout(ahead);
  }, []);
  const show = (shown: View, linkProblems: readonly string[] = []) => {
    onClose();
    void navigate({
      to: '/explore',
      search: viewSearch(shown),
      state: linkProblems.length > 0 ? { linkProblems } : {},
    });
  };
  const open = (address: string) => {
    onClose();
    history.push(address);
  };
  const hasGuide = useScreens().some(({ places }) => places !== undefined);
  const [names] = usePreference('aliases');
  const [recent, setRecent] = usePreference('recent_actions');
  const ways = { show, open, newChart, showNames: () => setPanel('names'), onMessage: props.onMessage };
  const actions = usePaletteActions(view, target, ways);
  const { results, problem, head, widen } = usePaletteResults(query, {
    view,
    target,
    actions,
    recent,
    names,
    ways,
  });
  const run = (result: SearchResult, chart = target) => {
    const kept = keptResult(result, actions);
    if (kept !== undefined) setRecent(withKept(recent, kept));
    if ('choice' in result) return show(addSeries(chart, result.choice));
    const { action } = result;
    if (action.staysOpen) setMessage(`${action.title}: changed`);
    else onClose();
    action.run();
  };
  if (panel !== undefined) {
    const back = () => setPanel(undefined);
    if (panel === 'names') return <NamesList actions={actions} onBack={back} />;
    return <NameForm result={panel} kept={keptResult(panel, actions)} onBack={back} />;
  }
  const meaning = namedBy(names, query);
  const count = Object.keys(names).length;
  return (
    <SearchList
      label="Find a series"
      placeholder="Try quits, yields 2023-07-03, SPY vs IVV, >refresh, =a-b"
      query={query}
      onQuery={(text) => {
        setQuery(text);
        setMessage('');
        widen();
      }}
      view={target}
      results={results}
      ways={
        isHere
          ? { first: 'Adds to the chart', second: 'New chart' }
          : { first: 'Opens a new chart', second: 'Add to chart' }
      }
      onSecond={(result) => {
        const added = 'choice' in result ? addSeries(other, result.choice) : other;
        if ('choice' in result && !hasSeries(added, result.id)) setMessage(FULL_TEXT);
        else {
          // The new chart is not the saved item that is open here.
          if (isHere && 'choice' in result) setOpenItem(pathname, undefined);
          run(result, other);
        }
      }}
      listLabel={query.trim() === '' ? 'Recent series and actions' : 'Series and actions found'}
      onChoose={run}
      onEscape={() => (query === '' ? onClose() : setQuery(''))}
      onName={setPanel}
      foot={
        <span className="row gap-8">
          <span role="status">{message}</span>
          {message === '' && <span>&gt; actions, = formula{hasGuide && ', ? guide'}</span>}
          {count > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => setPanel('names')}>
              Names ({count})
            </Button>
          )}
        </span>
      }
      isLarge
    >
      {head}
      {meaning !== undefined && (
        <p className="quiet small">
          {query.trim()} is a name that you gave{/^[\w.:/-]+( |$)/.test(meaning) ? '' : `: ${meaning}`}.
        </p>
      )}
      {results.length === 0 && (
        <Box component="p" className="quiet" m="0.75rem 0.875rem" lh={1.5} role="status">
          {problem ?? nothingFound(query)}
        </Box>
      )}
    </SearchList>
  );
}

/** Gives a result a name by which the palette finds it first. @param props.kept absent: it cannot be named */
function NameForm(props: { result: SearchResult; kept: string | undefined; onBack: () => void }) {
  const { result, kept, onBack } = props;
  const [names, setNames] = usePreference('aliases');
  const [name, setName] = useState('');
  const problem = nameProblem(name);
  const before = namedBy(names, name);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (problem !== undefined || kept === undefined) return;
    setNames(withName(names, name, kept));
    onBack();
  };
  if (kept === undefined)
    return (
      <Box className="row spread gap-12" p="xs">
        <p role="status">This result is made of what you typed, so it cannot have a name.</p>
        <BackButton onBack={onBack} takesFocus />
      </Box>
    );
  return (
    <Box component="form" className="column gap-10" p="xs" onSubmit={save}>
      <TextInput
        label={`Your name for ‘${titleOf(result)}’`}
        description="Type it in the search to find this first: cl, for instance."
        value={name}
        error={name === '' ? undefined : problem}
        autoFocus
        data-autofocus
        maxLength={60}
        spellCheck={false}
        autoComplete="off"
        // Escape returns to the results; the dialog stays open.
        data-mantine-stop-propagation="true"
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onBack()}
      />
      <div className="row gap-8">
        {before !== undefined && (
          <span className="quiet fine">It has another meaning now, which this replaces.</span>
        )}
        <Box className="row gap-8 at-end">
          <BackButton onBack={onBack} />
          <Button type="submit" disabled={problem !== undefined}>
            Save the name
          </Button>
        </Box>
      </div>
    </Box>
  );
}

/** The user's own names, each with its result and a remove button. */
function NamesList({ actions, onBack }: { actions: readonly SearchAction[]; onBack: () => void }) {
  const [names, setNames] = usePreference('aliases');
  const back = useRef<HTMLButtonElement>(null);
  const entries = Object.entries(names).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (
    <Box component="section" className="column gap-8" p="xs" aria-label="Names you gave">
      <div className="row spread">
        <h2 className="heading">Names you gave</h2>
        <BackButton ref={back} onBack={onBack} takesFocus />
      </div>
      {entries.length === 0 && (
        <p className="quiet">None yet. Choose a result with the arrows and press Alt+N to give it one.</p>
      )}
      <ul className="list scrolls" style={{ maxHeight: '50vh' }}>
        {entries.map(([name, meaning]) => (
          <li key={name} className="row gap-12 ruled">
            <Box component="b" className="fixed mono" w="8rem">
              {name}
            </Box>
            <span className="fill breaks">{meaningText(meaning, actions)}</span>
            <CloseButton
              size="sm"
              aria-label={`Remove the name ${name}`}
              onClick={() => {
                setNames(withoutName(names, name));
                back.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
    </Box>
  );
}

function BackButton(props: { onBack: () => void; takesFocus?: boolean; ref?: Ref<HTMLButtonElement> }) {
  return (
    <Button
      ref={props.ref}
      variant="default"
      size="xs"
      autoFocus={props.takesFocus ?? false}
      onClick={props.onBack}
    >
      Back
    </Button>
  );
}

function meaningText(meaning: string, actions: readonly SearchAction[]): string {
  const result = searchResult(meaning, actions, () => undefined);
  return result ? titleOf(result) : `searches for ‘${meaning}’`;
}

function titleOf(result: SearchResult): string {
  return 'choice' in result ? shortTitle(result.choice) : result.action.title;
}
