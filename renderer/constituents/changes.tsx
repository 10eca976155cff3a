import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import type { HeldList } from '../../service/contract/catalog.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import type { ListDifference, MemberPair } from '../../service/series-math/list-change.ts';
import { absoluteWeight, heavierFirst } from '../../service/series-math/list-figures.ts';
import type { Constituent } from '../../service/series-math/members.ts';
import { useSetSameCompany } from '../api/index.ts';
import { HelpLine, Notice } from '../frame/index.ts';
import styles from './constituents.module.css';
import { Explained } from './figures.tsx';
import type { HeldIndex } from './held-lists.ts';
import { NO_SECTOR } from './members.ts';
import { OneListNotice } from './one-list-notice.tsx';

/** Who joined, left, changed sector or weight between two lists, and who is perhaps the same company under another ticker. */
export function ListChanges(props: {
  index: HeldIndex;
  list: HeldList;
  earlier: HeldList | undefined;
  difference: ListDifference | undefined;
  /** What identifies each member of both lists. */
  keys: ReadonlyMap<Constituent, string>;
  onEarlier: (vs: string) => void;
  onExplain: (word: string) => void;
}) {
  const { index, list, difference } = props;
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
          <Button variant="default" size="compact-sm" onClick={() => props.onEarlier(older.as_of)}>
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
  const explain = (member: Constituent) => () => props.onExplain(`change:${props.keys.get(member)}`);
  const moved = reweighted
    .toSorted(
      (a, b) =>
        heavierFirst(absoluteWeight(a.change), absoluteWeight(b.change)) ||
        a.after.name.localeCompare(b.after.name, 'en'),
    )
    .map((pair) => ({
      ...pair,
      text: `${groupDigits(pair.before.weight)} → ${groupDigits(pair.after.weight)}`,
    }));
  return (
    <div className={`scrolls fill low ${styles.changes}`}>
      <HelpLine parts={{ changes: '/guide/lists#changes' }} />
      {error && <Notice tone="failure">It was not stored. {error.message}</Notice>}
      {perhapsRenamed.length + renamed.length > 0 && (
        <Group
          title={perhapsRenamed.length > 0 ? 'Perhaps renamed' : 'Renamed'}
          count={perhapsRenamed.length || renamed.length}
          {...(perhapsRenamed.length > 0 && {
            note: 'The same name under another ticker. Each counts as left and joined until you say that it is the same company.',
          })}
        >
          {perhapsRenamed.map((pair) => (
            <Line
              key={pair.before.ticker}
              member={pair.after}
              ticker={`${pair.before.ticker} → ${pair.after.ticker}`}
              onExplain={explain(pair.after)}
            >
              <Button
                variant="default"
                size="compact-xs"
                disabled={isPending}
                aria-label={`Same company: ${pair.before.ticker} and ${pair.after.ticker}`}
                onClick={() => set(pair, true)}
              >
                Same company
              </Button>
            </Line>
          ))}
          {renamed.map((pair) => (
            <Line
              key={pair.before.ticker}
              member={pair.after}
              ticker={`${pair.before.ticker} → ${pair.after.ticker}`}
              onExplain={explain(pair.after)}
            >
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
            </Line>
          ))}
        </Group>
      )}
      <Group title="Joined" count={joined.length}>
        {joined.map((member) => (
          <Line key={`${member.ticker} ${member.name}`} member={member} onExplain={explain(member)}>
            <span className="quiet fine cut one-line">{member.sector || NO_SECTOR}</span>
          </Line>
        ))}
      </Group>
      <Group title="Left" count={left.length}>
        {left.map((member) => (
          <Line key={`${member.ticker} ${member.name}`} member={member} onExplain={explain(member)}>
            <span className="quiet fine cut one-line">{member.sector || NO_SECTOR}</span>
          </Line>
        ))}
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
          {moved.map(({ after, text, change }) => (
            <Line key={after.ticker} member={after} onExplain={explain(after)}>
              <span className="quiet fine to-right">{text}</span>
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

function Line({
  member,
  ticker = member.ticker,
  onExplain,
  children,
}: {
  member: Constituent;
  ticker?: string;
  onExplain: () => void;
  children: ReactNode;
}) {
  return (
    <li className="row gap-8">
      <button
        type="button"
        className="plain hovers rounded medium fine one-line"
        style={{ minWidth: '3.5rem', padding: 0 }}
        aria-label={`${ticker}, explain`}
        onClick={onExplain}
      >
        {ticker}
      </button>
      <span className="grow cut one-line fine">{member.name}</span>
      {children}
    </li>
  );
}
