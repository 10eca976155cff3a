import { MultiSelect } from '@mantine/core';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import { type Overlap, overlapOf } from '../../service/series-math/list-figures.ts';
import type { Constituent } from '../../service/series-math/members.ts';
import type { ListAsk } from '../api/index.ts';
import { ExplainableSentence } from '../explain/index.ts';
import type { SentencePart } from '../explain/types.ts';
import { Notice } from '../frame/index.ts';
import styles from './constituents.module.css';
import { allLists, listName, type ShownLists, wordOf } from './members.ts';
import { MOST_COMPARED_LISTS } from './search.ts';

/** The common members of two to five lists, and the sum of the lesser weight of each. */
export function Compare(props: {
  shown: ShownLists;
  /** Members of each list of `chosen.compared`, in its order. */
  compared: readonly (readonly Constituent[] | undefined)[];
}) {
  const { held, chosen, change, explain } = props.shown;
  const [own, ...others] = chosen.compared;
  const all = allLists(held);
  const lists = props.compared.filter((list) => list !== undefined);
  const isWhole = lists.length === chosen.compared.length;
  const overlap = isWhole && lists.length > 1 ? overlapOf(lists) : undefined;
  const names = chosen.compared.map(listName);
  return (
    <div className={`scrolls fill low ${styles.changes}`}>
      <section className={`card ${styles.group}`} data-wide aria-label="Lists to compare">
        <MultiSelect
          label={`${own ? listName(own) : ''} compared with`}
          placeholder={others.length > 0 ? '' : 'Choose one to four lists'}
          maxValues={MOST_COMPARED_LISTS - 1}
          hidePickedOptions
          value={others.map(wordOf)}
          onChange={(words) => change({ with: words })}
          data={all
            .filter((one) => own && wordOf(one) !== wordOf(own))
            .map((one) => ({ value: wordOf(one), label: listName(one) }))}
        />
        {overlap ? (
          <>
            <p>
              <ExplainableSentence
                parts={[
                  { text: String(overlap.common.length), explain: 'common' },
                  ` ${overlap.common.length === 1 ? 'member is' : 'members are'} in ${names.length === 2 ? 'both' : `all ${names.length}`}`,
                  ...(overlap.shared === ''
                    ? ['. Not all of these lists have weights, so only members are counted.']
                    : [
                        '; the lesser of their weights add up to ',
                        { text: overlap.shared, explain: 'shared' },
                        ' %.',
                      ]),
                ]}
                onExplain={explain}
              />
            </p>
            <Matrix asks={chosen.compared} lists={lists} onExplain={explain} />
          </>
        ) : (
          <Notice tone="note">
            {all.length > 1
              ? 'Choose lists of the same or of other indices and funds, each with its date.'
              : 'There is only one list. Import another one to compare it with.'}
          </Notice>
        )}
      </section>
      {overlap?.only.map((members, i) => (
        <section key={names[i]} className={`card ${styles.group}`} aria-label={`Only in ${names[i]}`}>
          <h2 className="heading">
            Only in {names[i]} <span className="quiet">{members.length}</span>
          </h2>
          <ul className="list scrolls">
            {members.map(({ ticker, name, weight }) => (
              <li key={`${ticker} ${name}`} className="row gap-8 fine">
                <span className="medium" style={{ minWidth: '3.5rem' }}>
                  {ticker}
                </span>
                <span className="grow cut one-line">{name}</span>
                <span className="quiet to-right">{groupDigits(weight)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A table that compares each list with each other list. */
function Matrix(props: {
  asks: readonly ListAsk[];
  lists: readonly (readonly Constituent[])[];
  onExplain: (word: string) => void;
}) {
  const { asks, lists } = props;
  const names = asks.map(listName);
  const cellParts = ({ common, shared }: Overlap, i: number, j: number): SentencePart[] => {
    const pair = [asks[i], asks[j]].map((one) => (one ? wordOf(one) : '')).join(',');
    return [
      { text: String(common.length), explain: `common:${pair}` },
      ...(shared === '' ? [] : ['; ', { text: shared, explain: `shared:${pair}` }, ' %']),
    ];
  };
  return (
    <div className="slides">
      <table className="data-table" aria-label="Each pair of lists">
        <thead>
          <tr>
            <th scope="col">In common</th>
            {names.map((name) => (
              <th key={name} scope="col" className="to-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lists.map((list, i) => (
            <tr key={names[i]}>
              <th scope="row">{names[i]}</th>
              {lists.map((other, j) => (
                <td key={names[j]} className="to-right">
                  {i === j ? (
                    countOf(list.length, 'member')
                  ) : (
                    <ExplainableSentence
                      parts={cellParts(overlapOf([list, other]), i, j)}
                      onExplain={props.onExplain}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
