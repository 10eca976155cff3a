import { useMemo } from 'react';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal } from '../../service/series-math/exact-decimal.ts';
import { type ListFigures, listFigures } from '../../service/series-math/list-figures.ts';
import type { Member } from '../../service/series-math/members.ts';
import { NO_SECTOR } from './members.ts';

/** How concentrated the list is, and its sectors, each of which can be shown alone. */
export function Figures(props: {
  figures: ListFigures;
  before: readonly Member[] | undefined;
  sector: string | undefined;
  onSector: (sector: string | undefined) => void;
}) {
  const { figures, before } = props;
  const earlier = useMemo(
    () => before && new Map(listFigures(before).sectors.map((one) => [one.sector, one])),
    [before],
  );
  const hasWeights = figures.total !== '';
  const facts = [
    ['Members', groupDigits(String(figures.members))],
    ['Sectors', String(figures.sectors.length)],
    ...(hasWeights
      ? [
          ['Ten largest', `${figures.topTen} %`],
          ['HHI', groupDigits(figures.hhi)],
          ['Effective number', groupDigits(figures.effective)],
        ]
      : []),
  ];
  return (
    <>
      <h2 className="heading">Figures</h2>
      <dl className="fine">
        {facts.map(([name, text]) => (
          <div key={name} className="fact">
            <dt title={MEANINGS[name ?? '']}>{name}</dt>
            <dd className="medium">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet fine">
        {hasWeights
          ? `Weights add up to ${figures.total}; cash is not in the list.${figures.unweighted > 0 ? ` ${figures.unweighted} members have none.` : ''}`
          : 'This list has no weights.'}
      </p>
      <h2 className="heading">Sectors</h2>
      <ul className="list">
        {figures.sectors.map(({ sector, members, weight }) => {
          const name = sector || NO_SECTOR;
          const old = earlier?.get(sector);
          const isOnly = props.sector === name;
          return (
            <li key={name}>
              <button
                type="button"
                className={`plain rounded hovers presses row gap-8 full-width fine`}
                style={{ minHeight: '1.625rem', padding: '0 0.25rem' }}
                aria-pressed={isOnly}
                title={isOnly ? 'Show all sectors' : `Show ${name} alone`}
                onClick={() => props.onSector(isOnly ? undefined : name)}
              >
                <span className="grow cut one-line">{name}</span>
                <span className="quiet to-right">{members}</span>
                {hasWeights && <span className="to-right medium">{weight}</span>}
                {earlier && (
                  <span className="quiet to-right" style={{ minWidth: '2.5rem' }}>
                    {deltaText(weight, members, old)}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

const MEANINGS: Readonly<Record<string, string>> = {
  HHI: 'The sum of the squares of the weights in percent: 10,000 for a single company',
  'Effective number': '10,000 ÷ HHI: as many companies of equal weight would be as concentrated',
};

/** @returns the change of a sector since the earlier list: of its weight, or where either list has none, of its members. */
function deltaText(
  weight: string,
  members: number,
  old: { weight: string; members: number } | undefined,
): string {
  if (weight !== '' && old && old.weight !== '')
    return signedText(difference(parseDecimal(weight), parseDecimal(old.weight)));
  return signedText(String(members - (old?.members ?? 0)));
}
