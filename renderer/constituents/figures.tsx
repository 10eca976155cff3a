import { type CSSProperties, useMemo } from 'react';
import {
  asShown,
  countOf,
  groupDigits,
  plainly,
  signedText,
} from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import { type ListFigures, listFigures } from '../../service/series-math/list-figures.ts';
import { ExplainableSentence } from '../explain/index.ts';
import type { SentencePart } from '../explain/types.ts';
import { HelpLink } from '../frame/index.ts';
import { NO_SECTOR, type ShownLists } from './members.ts';

/** @returns how concentrated a list is; each number carries the word that explains it. */
function factsOf(figures: ListFigures): { name: string; parts: readonly SentencePart[]; meaning?: string }[] {
  const explainedNumber = (text: string, explain: string) => ({
    text: plainly(() => groupDigits(text)),
    explain,
  });
  return [
    { name: 'Members', parts: [explainedNumber(String(figures.members), 'members')] },
    { name: 'Sectors', parts: [String(figures.sectors.length)] },
    ...(figures.total === ''
      ? []
      : [
          { name: 'Ten largest', parts: [explainedNumber(figures.topTen, 'top'), ' %'] },
          {
            name: 'HHI',
            parts: [explainedNumber(figures.hhi, 'hhi')],
            meaning: 'The sum of the squares of the weights in percent: 10,000 for a single company',
          },
          {
            name: 'Effective number',
            parts: [explainedNumber(figures.effective, 'effective')],
            meaning:
              '10,000 ÷ HHI, or for a partial list the square of the sum of its weights ÷ HHI: the number of equally weighted companies that would be as concentrated',
          },
        ]),
  ];
}

/** How concentrated the list is. @param props.isLine whether to use one line, for narrow windows */
export function Figures({ shown: { figures, explain }, isLine }: { shown: ShownLists; isLine: boolean }) {
  const facts = factsOf(figures).map(({ name, parts, meaning }) => (
    <div
      key={name}
      className={isLine ? 'row gap-4' : 'fact'}
      {...(!isLine && { style: { minHeight: '1.5rem' } })}
    >
      <dt className={isLine ? 'quiet' : undefined} title={meaning && asShown(meaning)}>
        {name}
      </dt>
      <dd className="medium">
        <ExplainableSentence parts={parts} onExplain={explain} />
      </dd>
    </div>
  ));
  if (isLine)
    return (
      <dl
        className="row wrap gap-8-12 fine"
        style={{ padding: '0 0.75rem 0.25rem', background: 'var(--surface)' }}
        aria-label="Figures"
      >
        {facts}
      </dl>
    );
  return (
    <>
      <div className="row gap-4">
        <h2 className="heading">Figures</h2>
        <HelpLink to="/guide/lists#concentration" about="concentration" />
      </div>
      <dl className="fine" style={{ '--name': '7.5rem' } as CSSProperties}>
        {facts}
      </dl>
    </>
  );
}

/** The sum of the weights, and the sectors. A press on a sector shows only its members. */
export function Sectors({ shown }: { shown: ShownLists }) {
  const { figures, before, hasWeights, state, change: changeState, explain } = shown;
  const earlier = useMemo(() => before && listFigures(before), [before]);
  const { unweighted } = figures;
  const without =
    unweighted > 0 ? ` ${countOf(unweighted, 'member')} ${unweighted === 1 ? 'has' : 'have'} none.` : '';
  return (
    <>
      <p className="quiet fine">
        {hasWeights ? (
          <ExplainableSentence
            parts={[
              'Weights add up to ',
              { text: figures.total, explain: 'total' },
              `; cash is not in the list.${without}`,
            ]}
            onExplain={explain}
          />
        ) : (
          'This list has no weights.'
        )}
      </p>
      <ul className="list" style={{ maxWidth: '30rem' }} aria-label="Sectors">
        {figures.sectors.map(({ sector, members, weight }) => {
          const name = sector || NO_SECTOR;
          const isOnly = state.sector === name;
          const change = earlier && deltaText({ sector, members, weight }, earlier);
          return (
            <li key={name} className="row gap-8 fine" style={{ minHeight: '1.625rem' }}>
              <button
                type="button"
                className="plain rounded hovers presses grow cut one-line"
                style={{ padding: '0.125rem 0.25rem' }}
                aria-pressed={isOnly}
                title={isOnly ? 'Show all sectors' : `Show ${name} alone`}
                onClick={() => changeState({ sector: isOnly ? undefined : name })}
              >
                {name}
              </button>
              <span className="quiet to-right">{members}</span>
              {hasWeights && (
                <Explained
                  text={groupDigits(weight)}
                  label={`${groupDigits(weight)} %, explain the weight of ${name}`}
                  onExplain={() => explain(`sector:${name}`)}
                />
              )}
              {change !== undefined && (
                <Explained
                  text={change}
                  label={`${change}, explain the change of ${name}`}
                  onExplain={() => explain(`sector-change:${name}`)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A number of a list. A press explains it. */
export function Explained(props: { text: string; label: string; onExplain: () => void }) {
  return (
    <button
      type="button"
      className="plain rounded hovers to-right medium one-line"
      style={{ minWidth: '2.75rem', minHeight: '1.5rem' }}
      aria-label={props.label}
      onClick={props.onExplain}
    >
      {props.text}
    </button>
  );
}

/** @returns a sector's change since the earlier list: in weight, or in members if a list has no weights. */
function deltaText(now: ListFigures['sectors'][number], { sectors, total }: ListFigures): string {
  // A sector missing from a list with weights weighs 0 there.
  const old = sectors.find(({ sector }) => sector === now.sector) ?? {
    members: 0,
    weight: total === '' ? '' : '0',
  };
  if (now.weight !== '' && old.weight !== '')
    return signedText(difference(parseDecimal(now.weight), parseDecimal(old.weight)));
  return signedText(String(now.members - old.members));
}
