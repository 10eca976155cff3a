import { CloseButton } from '@mantine/core';
import { signedText } from '../../service/series-math/decimal-text.ts';
import { sectorName } from '../../service/series-math/members.ts';
import type { Chosen } from './held-lists.ts';
import type { Row } from './members.ts';

/** What is known of a member: its rank and weight in this list, and what it was in the earlier one. */
export function MemberCard({ row, chosen, onClose }: { row: Row; chosen: Chosen; onClose: () => void }) {
  const { member, sector, rank, was } = row;
  const { index, list, earlier } = chosen;
  const facts = [
    ['Ticker', member.ticker],
    ['Sector', sector === member.sector ? sector : `${sector} (the list says ‘${member.sector}’)`],
    ...(member.weight === '' ? [] : [['Weight', `${member.weight} %, number ${rank} by weight`]]),
    [
      'List',
      `${index.code} of ${list.as_of}, ${list.origin === 'sample' ? 'sample' : `from a ${list.origin}`}`,
    ],
    ...(earlier ? [[`On ${earlier.as_of}`, earlierText(row)]] : []),
    ...(was !== undefined && was !== 'new' && was.change !== '' ? [['Change', changeText(row)]] : []),
  ];
  return (
    <div style={{ padding: '0.75rem 1rem' }}>
      <div className="row gap-8 spread">
        <h2 className="large">{member.name}</h2>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <dl style={{ marginTop: '0.5rem' }}>
        {facts.map(([name, text]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function earlierText({ was, member }: Row): string {
  if (was === 'new' || was === undefined) return 'not in the list: joined since';
  const { before } = was;
  const parts = [
    before.weight === '' ? 'in the list' : `${before.weight} %`,
    ...(before.ticker === member.ticker ? [] : [`as ${before.ticker}`]),
    ...(sectorName(before.sector) === sectorName(member.sector) ? [] : [`in ${before.sector}`]),
  ];
  return parts.join(', ');
}

/** @returns '+0.22 points', 'joined since', or '' where there is nothing to compare. */
export function changeText({ was }: Row): string {
  if (was === undefined) return '';
  if (was === 'new') return 'joined since';
  return was.change === '' ? '' : `${signedText(was.change)} points`;
}
