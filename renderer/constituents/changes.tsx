import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import type { MemberPair } from '../../service/series-math/list-change.ts';
import { absoluteWeight, heavierFirst } from '../../service/series-math/list-figures.ts';
import type { Constituent } from '../../service/series-math/members.ts';
import { useCan, useSetSameCompany } from '../api/index.ts';
import { HelpLine, IMPORT_FILE, Notice } from '../frame/index.ts';
import styles from './constituents.module.css';
import { Explained } from './figures.tsx';
import { NO_SECTOR, type ShownLists } from './members.ts';

/** Members that joined, left, changed sector or weight between two lists, and possible renames. */
export function ListChanges({ shown }: { shown: ShownLists }) {
  const { difference, keys } = shown;
  const { index, list } = shown.chosen;
  const { mutate, isPending, error } = useSetSameCompany();
  const older =
    index.lists.find(({ as_of }) => as_of < list.as_of) ??
    index.lists.find(({ as_of }) => as_of !== list.as_of);
  if (!older) return <OneListNotice />;
  if (!difference)
    return (
      <Notice
        tone="note"
        action={
          <Button variant="default" size="compact-sm" onClick={() => shown.change({ vs: older.as_of })}>
            Compare with {shownDate(older.as_of)}
          </Button>
        }
      >
        Choose the list to compare with.
      </Notice>
    );
  const { joined, left, resectored, reweighted, renamed, perhapsRenamed } = difference;
  const set = ({ before, after }: MemberPair, isSame: boolean) =>
    mutate({
      before: { ticker: before.ticker, name: before.name },
      after: { ticker: after.ticker, name: after.name },
      is_same: isSame,
    });
  const explain = (member: Constituent) => () => shown.explain(`change:${keys.get(member)}`);
  const moved = reweighted.toSorted(
    (a, b) =>
      heavierFirst(absoluteWeight(a.change), absoluteWeight(b.change)) ||
      a.after.name.localeCompare(b.after.name, 'en'),
  );
  const pairLine = ({ before, after }: MemberPair, content: ReactNode) => (
    <Line
      key={before.ticker}
      member={after}
      ticker={`${before.ticker} → ${after.ticker}`}
      onExplain={explain(after)}
    >
      {content}
    </Line>
  );
  const memberLine = (member: Constituent) => (
    <Line key={`${member.ticker} ${member.name}`} member={member} onExplain={explain(member)}>
      <span className="quiet fine cut one-line">{member.sector || NO_SECTOR}</span>
    </Line>
  );
  return (
    <div className={`scrolls fill low ${styles.changes}`}>
      <HelpLine parts={{ changes: '/guide/lists#changes' }} />
      {error && <Notice tone="failure">It was not stored. {error.message}</Notice>}
      {perhapsRenamed.length + renamed.length > 0 && (
        <Group
          title={perhapsRenamed.length > 0 ? 'Possibly renamed' : 'Renamed'}
          count={perhapsRenamed.length || renamed.length}
          {...(perhapsRenamed.length > 0 && {
            note: 'The same name under another ticker. Each counts as one company that left and one that joined, until you confirm that they are the same.',
          })}
        >
          {perhapsRenamed.map((pair) =>
            pairLine(
              pair,
              <Button
                variant="default"
                size="compact-xs"
                disabled={isPending}
                aria-label={`Same company: ${pair.before.ticker} and ${pair.after.ticker}`}
                onClick={() => set(pair, true)}
              >
                Same company
              </Button>,
            ),
          )}
          {renamed.map((pair) =>
            pairLine(
              pair,
              <>
                <span className="quiet fine">confirmed: stayed</span>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  disabled={isPending}
                  aria-label={`Undo: ${pair.before.ticker} and ${pair.after.ticker}`}
                  onClick={() => set(pair, false)}
                >
                  Undo
                </Button>
              </>,
            ),
          )}
        </Group>
      )}
      <Group title="Joined" count={joined.length}>
        {joined.map(memberLine)}
      </Group>
      <Group title="Left" count={left.length}>
        {left.map(memberLine)}
      </Group>
      <Group title="Another sector" count={resectored.length}>
        {resectored.map(({ before, after }) => (
          <Line key={after.ticker} member={after} onExplain={explain(after)}>
            <span className="quiet fine">
              {before.sector} → {after.sector}
            </span>
          </Line>
        ))}
      </Group>
      {moved.length > 0 && (
        <Group title="Another weight" count={moved.length}>
          {moved.map(({ before, after, change }) => (
            <Line key={after.ticker} member={after} onExplain={explain(after)}>
              <span className="quiet fine to-right">
                {`${groupDigits(before.weight)} → ${groupDigits(after.weight)}`}
              </span>
              <Explained
                text={signedText(change)}
                label={`${signedText(change)}, explain the change of ${after.ticker}`}
                onExplain={explain(after)}
              />
            </Line>
          ))}
        </Group>
      )}
    </div>
  );
}

function Group(props: { title: string; count: number; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      className={`card ${styles.group}`}
      data-wide={props.note !== undefined || undefined}
      aria-labelledby={id}
    >
      <h2 id={id} className="heading">
        {props.title} <span className="quiet">{props.count}</span>
      </h2>
      {props.note !== undefined && <p className="quiet fine">{props.note}</p>}
      <ul className="list scrolls">{props.children}</ul>
    </section>
  );
}

function Line(props: { member: Constituent; ticker?: string; onExplain: () => void; children: ReactNode }) {
  const { member, ticker = member.ticker } = props;
  return (
    <li className="row gap-8">
      <button
        type="button"
        className="plain hovers rounded medium fine one-line"
        style={{ minWidth: '3.5rem', padding: 0 }}
        aria-label={`${ticker}, explain`}
        onClick={props.onExplain}
      >
        {ticker}
      </button>
      <span className="grow cut one-line fine">{member.name}</span>
      {props.children}
    </li>
  );
}

/** Explains that the view needs two lists and links to the import of another list. */
export function OneListNotice() {
  const canImport = useCan('import');
  return (
    <Notice tone="note" action={canImport && <ImportLink>Import an older list</ImportLink>}>
      There is only one list. {canImport ? 'Import' : 'The team can import'} an older one, with its date, to
      see changes.
    </Notice>
  );
}

export function ImportLink({ children }: { children: ReactNode }) {
  return (
    <Anchor component={Link} to="/data" hash={IMPORT_FILE} inherit>
      {children}
    </Anchor>
  );
}
