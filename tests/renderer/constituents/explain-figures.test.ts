import { describe, expect, test } from 'vitest';
import { type Explainable, listNumber } from '../../../renderer/constituents/explain-lists.ts';
import type { NumberNode } from '../../../renderer/explain/types.ts';
import {
  addUp,
  alone,
  BEFORE,
  ends,
  explained,
  member,
  NOW,
  OF,
  PERIOD,
  THIRD,
  TODAY,
  whole,
} from './explain-lists.ts';

describe('an explanation of figures', () => {
  test('of a figure has its ten largest terms and the rest, which add up, down to each member', () => {
    for (const word of ['total', 'hhi', 'sector:Energy', 'shared']) addUp(explained(word));
    const ten = [
      ...[
        `BRK.B BRK.B Inc on ${TODAY}: 3 %`,
        `T11 T11 Inc on ${TODAY}: 2.1 %`,
        `T10 T10 Inc on ${TODAY}: 2.0 %`,
      ],
      ...[9, 8, 7, 6, 5, 4, 3].map((i) => `T${i} T${i} Inc on ${TODAY}: 1.${i} %`),
    ];
    expect(whole(explained('total'))).toEqual({
      said: [...['Sum of the weights, IVV', TODAY, TODAY, '22.15', '%', 'Sum of 15 weights', 'Σ w', '']],
      listed: undefined,
      parts: [...ten, `The other 5 on ${TODAY}: 3.85 %`],
    });
    const [rest] = explained('total').parts().slice(-1);
    expect(rest && whole(rest)).toMatchObject({
      said: ['The other 5', TODAY, TODAY, '3.85', '%', 'Their sum', '', ''],
      parts: [
        ...[2, 1, 0].map((i) => `T${i} T${i} Inc on ${TODAY}: 1.${i} %`),
        ...[`NEW Old Co on ${TODAY}: 0.5 %`, `- Unlisted Co on ${TODAY}: 0.05 %`],
      ],
    });
    expect(whole(explained('top'))).toEqual({
      said: [
        ...['Ten largest, IVV', TODAY, TODAY, '18.3', '%', 'Sum of the 10 largest weights', 'Σ w'],
        '3 + 2.1 + 2.0 + 1.9 + 1.8 + 1.7 + 1.6 + 1.5 + 1.4 + 1.3 = 18.3',
      ],
      listed: undefined,
      parts: ten,
    });
    const hhi = explained('hhi');
    expect(whole(hhi)).toMatchObject({
      said: [
        ...['HHI of IVV', TODAY, TODAY, OF.figures.hhi, ''],
        'Herfindahl-Hirschman index: the sum of the squares of 15 weights in percent. A single company would have 10,000',
        ...['Σ w²', ''],
      ],
    });
    expect(whole(hhi.parts()[1] as NumberNode)).toEqual({
      said: ['T11, square of its weight', TODAY, TODAY, '4.41', '', 'A term of the sum', '', '2.1² = 4.41'],
      listed: undefined,
      parts: [`T11 T11 Inc on ${TODAY}: 2.1 %`],
    });
    expect(ends(hhi)).toHaveLength(NOW.length);
    expect(whole(explained('members'))).toEqual({
      said: [
        ...[`Members of IVV of ${TODAY}`, TODAY, TODAY, '15', 'members'],
        'One for each row of the list that is a company; cash and the like are left out',
        ...['', ''],
      ],
      listed: 'IVV 2024-12-06 ',
      parts: [],
    });
  });

  test('of the effective number takes 10,000 of a whole list, the square of the sum of a part, and sizes of short positions', () => {
    const said = (word: Explainable) => whole(explained('effective', word));
    expect(said(OF)).toEqual({
      said: [
        ...['Effective number of IVV', TODAY, TODAY, OF.figures.effective, 'companies'],
        'As many companies of equal weight would be as concentrated; to one decimal',
        ...['(Σ w)² ÷ HHI', `22.15² ÷ ${OF.figures.hhi} = ${OF.figures.effective}`],
      ],
      listed: undefined,
      parts: [`Sum of the weights, IVV on ${TODAY}: 22.15 %`, `HHI of IVV on ${TODAY}: ${OF.figures.hhi}`],
    });
    const two = alone(member('A', '60'), member('B', '40'), member('C', ''));
    expect(explained('total', two).words).toBe('Sum of 2 weights');
    expect(said(two)).toMatchObject({
      said: { 6: '10,000 ÷ HHI', 7: '10,000 ÷ 5,200 = 1.9' },
      parts: [`HHI of IVV on ${TODAY}: 5200`],
    });
    expect(said(alone(member('A', '30'), member('B', '-10')))).toMatchObject({
      said: { 6: '(Σ |w|)² ÷ HHI', 7: '40² ÷ 1,000 = 1.6' },
      parts: [`HHI of IVV on ${TODAY}: 1000`],
    });
  });

  test('of a sector is the sum of its weights, or the number of its members, and how either changed', () => {
    expect(whole(explained('sector:Energy'))).toMatchObject({
      said: ['Energy, IVV', TODAY, TODAY, '18.6', '%', 'Sum of the weights of 12 members', 'Σ w', ''],
      parts: { 0: `T11 T11 Inc on ${TODAY}: 2.1 %`, 10: `The other 2 on ${TODAY}: 2.1 %`, length: 11 },
    });
    // By its standard name, and where the list gives none.
    expect(explained('sector:Communication Services').value).toBe('3');
    expect(explained('sector:not given').value).toBe('0.05');
    expect(
      whole(explained('sector:Energy', alone(member('A', ''), member('B', ''), member('C', '', 'Water')))),
    ).toEqual({
      said: [
        'Energy, IVV',
        TODAY,
        TODAY,
        '2',
        'members',
        'The list gives no weights: its members are counted',
        '',
        '',
      ],
      listed: undefined,
      parts: [`A A Inc on ${TODAY}: in the list`, `B B Inc on ${TODAY}: in the list`],
    });
    expect(whole(explained('sector-change:Utilities'))).toEqual({
      said: [
        ...['Utilities, change', TODAY, PERIOD, '-0.2', 'percentage points', 'The change of its weight'],
        ...['Σ w(t) − Σ w(then)', '0.5 − 0.7 = −0.2'],
      ],
      listed: undefined,
      parts: [`Utilities, IVV on ${TODAY}: 0.5 %`, `Utilities, IVV on ${BEFORE}: 0.7 %`],
    });
    // A sector that one of the lists does not have weighs nothing there.
    expect(whole(explained('sector-change:Financials'))).toMatchObject({
      said: { 3: '-3.5', 4: 'percentage points', 7: '0 − 3.5 = −3.5' },
      parts: [`Financials, IVV on ${BEFORE}: 3.5 %`],
    });
    for (const [sector, value, numbers, parts] of [
      ['Energy', '11', '12 − 1 = 11', 2],
      ['Utilities', '1', '1 − 0 = 1', 1],
    ] as const) {
      const earlier = { code: 'IVV', date: BEFORE, members: [member('A', '')] };
      expect(whole(explained(`sector-change:${sector}`, { ...OF, earlier }))).toMatchObject({
        said: [
          ...[
            `${sector}, change`,
            TODAY,
            PERIOD,
            value,
            'members',
            'The change of the number of its members',
          ],
          ...['n(t) − n(then)', numbers],
        ],
        parts: { length: parts },
      });
    }
  });

  test('of a comparison takes the lesser weight of each common member', () => {
    const label = `IVV of ${TODAY} and SPY of 2025-02-07`;
    expect(whole(explained('common'))).toEqual({
      said: [
        ...[`Members in common of ${label}`, TODAY, `${TODAY}, 2025-02-07`, '2', 'members'],
        'Members of all of these lists; tickers are compared without dots and the like',
        ...['', ''],
      ],
      listed: undefined,
      parts: [
        `Members of IVV of ${TODAY} on ${TODAY}: 15 members`,
        'Members of SPY of 2025-02-07 on 2025-02-07: 3 members',
      ],
    });
    const shared = explained('shared');
    expect(whole(shared)).toEqual({
      said: [
        ...[`Weight in common of ${label}`, TODAY, `${TODAY}, 2025-02-07`, '3.5', '%'],
        ...['Sum of the lesser weights of 2 common members', 'Σ min(w)', ''],
      ],
      listed: undefined,
      parts: [`BRK.B, lesser weight on ${TODAY}: 3 %`, `T1, lesser weight on ${TODAY}: 0.5 %`],
    });
    expect(whole(shared.parts()[1] as NumberNode)).toEqual({
      said: ['T1, lesser weight', TODAY, TODAY, '0.5', '%', 'A term of the sum', '', 'min(1.1, 0.5) = 0.5'],
      listed: undefined,
      parts: [`IVV: T1 T1 Inc on ${TODAY}: 1.1 %`, 'SPY: T1 T1 Inc on 2025-02-07: 0.5 %'],
    });
    const light = NOW.map((one) => ({ ...one, weight: '0.04' }));
    addUp(
      explained('shared', { ...OF, compared: [OF.list, { code: 'LIGHT', date: TODAY, members: light }] }),
    );
    // Of the two lists that the word names, not of all.
    const three = { ...OF, compared: [...OF.compared, { code: 'QQQ', date: TODAY, members: THIRD }] };
    expect([
      explained('shared', three).value,
      explained('shared:IVV@2024-12-06,SPY@2025-02-07', three).value,
      explained(`common:SPY@2025-02-07,QQQ@${TODAY}`, three).label,
      explained(`shared:QQQ@${TODAY},IVV@2024-12-06`, three).value,
    ]).toEqual(['0.5', '3.5', `Members in common of SPY of 2025-02-07 and QQQ of ${TODAY}`, '1.0']);
    const unweighted = {
      ...OF,
      compared: [OF.list, { code: 'X', date: TODAY, members: [member('T1', '')] }],
    };
    expect([listNumber(unweighted, 'shared'), explained('common', unweighted).value]).toEqual([
      undefined,
      '1',
    ]);
  });
});
