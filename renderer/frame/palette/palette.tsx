import { Box, Button } from '@mantine/core';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { findChoices } from '../../../service/datasets/find-choices.ts';
import { viewSearch } from '../../../service/view/index.ts';
import type { View } from '../../../service/view/types.ts';
import { usePreference } from '../../api/index.ts';
import { FULL_TEXT, nothingFound, SearchList, type SearchResult } from '../../picker/index.ts';
import { addSeries, hasSeries, keptView, parseView, setOpenItem } from '../../view/index.ts';
import { useScreens } from '../screens-context.ts';
import { useNewChart } from '../use-new-chart.ts';
import { keptResult, withKept } from './kept-results.ts';
import { NameForm, NamesList } from './names-panel.tsx';
import { namedBy } from './own-names.ts';
import { usePaletteActions } from './use-palette-actions.ts';
import { usePaletteResults } from './use-palette-results.ts';

/**
 * What the palette (Ctrl-K) shows: the field, the results, and instead of them the form for a name or the list of names. A component of its
 * own, so that what the actions need is loaded only while the dialog is open.
 * @param props.onMessage tells a result that is visible nowhere else
 */
export function Palette(props: { onClose: () => void; onMessage: (text: string) => void }) {
  const { onClose } = props;
  const [query, setQuery] = useState('');
  const [panel, setPanel] = useState<'names' | SearchResult | undefined>();
  const [told, setTold] = useState('');
  const navigate = useNavigate();
  const { history } = useRouter();
  const { pathname, search } = useLocation();
  const newChart = useNewChart();
  const isHere = pathname === '/explore';
  const shown = isHere ? search : keptView();
  const fresh = useMemo(() => newChart(), [newChart]);
  const view = useMemo(() => (shown ? parseView(shown).view : fresh), [shown, fresh]);
  // On another screen nobody sees the chart of Explore: there a series begins one of its own, and is added only where that is asked for.
  const target = isHere ? view : fresh;
  const other = isHere ? fresh : view;
  // The first search makes the index of the catalogue; so the first letter need not wait for it.
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
    if (action.staysOpen) setTold(`${action.title}: changed`);
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
        setTold('');
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
        if ('choice' in result && !hasSeries(added, result.id)) setTold(FULL_TEXT);
        else {
          // What is open here is not that chart.
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
          <span role="status">{told}</span>
          {told === '' && <span>&gt; actions, = formula{hasGuide && ', ? guide'}</span>}
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
