import { describe, expect, test } from 'vitest';
import { type Explainable, listNumber } from '../../../renderer/constituents/explain-lists.ts';
import { listChange } from '../../../service/series-math/list-change.ts';
import {
  alone,
  BEFORE,
  CODE,
  ends,
  explained,
  member,
  NOW,
  OF,
  PERIOD,
  THEN,
  TODAY,
  whole,
} from './explain-lists.ts';

describe('an explanation of members', () => {
  test('of a member names its list, its rank and what the list calls its sector; its change leads to both lists', () => {
    const words =
      'As the list has it: sector Communication Services (the list says ‘Communication’), number 1 of 15 by weight';
    expect(whole(explained('BRKB'))).toEqual({
      said: ['BRK.B BRK.B Inc', TODAY, TODAY, '3', '%', words, '', ''],
      listed: 'IVV 2024-12-06 BRKB',
      parts: ['BRK.B Inc, change on 2024-12-06: -0.5 percentage points'],
    });
    expect(explained('name unlisted')).toMatchObject({
      words: 'As the list has it: sector not given, number 15 of 15 by weight',
      listed: { member: 'name unlisted' },
    });
    expect(explained('T11').words).toBe('As the list has it: sector Energy, number 2 of 15 by weight');
    expect(whole(explained('change:BRKB'))).toEqual({
      said: [
        ...['BRK.B Inc, change', TODAY, PERIOD, '-0.5', 'percentage points'],
        `The weight less that of the list of ${BEFORE}, where it was BRK-B`,
        ...['w(t) − w(then)', '3 − 3.5 = −0.5'],
      ],
      listed: undefined,
      parts: [`BRK.B BRK.B Inc on ${TODAY}: 3 %`, `BRK-B Berkshire on ${BEFORE}: 3.5 %`],
    });
    expect(explained('change:T5')).toMatchObject({
      value: '0.0',
      words: `The weight less that of the list of ${BEFORE}`,
      numbers: '1.5 − 1.5 = ±0',
    });
    expect(ends(explained('change:BRKB')).map(({ listed }) => listed)).toEqual([
      { code: CODE, date: TODAY, member: 'BRKB' },
      { code: CODE, date: BEFORE, member: 'BRKB' },
    ]);
    // Another name is no other ticker, and the same name may have one.
    expect([explained('change:T6').words, explained('change:NEW').words]).toEqual([
      `The weight less that of the list of ${BEFORE}`,
      `The weight less that of the list of ${BEFORE}, where it was OLD`,
    ]);
    // By either of its tickers.
    for (const word of ['change:NEW', 'change:OLD'])
      expect(whole(explained(word)).parts, word).toEqual([
        `NEW Old Co on ${TODAY}: 0.5 %`,
        `OLD Old Co on ${BEFORE}: 0.7 %`,
      ]);
    const rise = {
      ...OF,
      list: OF.earlier,
      earlier: OF.list,
      difference: listChange(NOW, THEN),
    } as Explainable;
    expect(explained('change:BRKB', rise)).toMatchObject({ value: '0.5', numbers: '3.5 − 3 = 0.5' });
  });

  test('of one whose weight a list does not give says that it stayed', () => {
    const [before, after] = [[member('A', '1')], [member('A', '')]];
    const of: Explainable = {
      ...alone(...after),
      earlier: { code: CODE, date: BEFORE, members: before },
      difference: listChange(before, after),
    };
    expect(whole(explained('change:A', of))).toEqual({
      said: ['A Inc, change', TODAY, PERIOD, 'stayed', '', 'In both lists; not both give a weight', '', ''],
      listed: undefined,
      parts: [`A A Inc on ${TODAY}: in the list`, `A A Inc on ${BEFORE}: 1 %`],
    });
  });

  test('of who joined and who left says between which lists', () => {
    expect(whole(explained('change:T0'))).toEqual({
      said: [
        ...['T0 Inc, change', TODAY, PERIOD, 'joined', ''],
        `Not in the list of ${BEFORE}, and in that of ${TODAY}: it joined at some time between them`,
        ...['', ''],
      ],
      listed: undefined,
      parts: [`T0 T0 Inc on ${TODAY}: 1.0 %`],
    });
    expect(whole(explained('change:CBG'))).toEqual({
      said: [
        ...['CBG Inc, change', TODAY, PERIOD, 'left', ''],
        `In the list of ${BEFORE}, and not in that of ${TODAY}: it left at some time between them`,
        ...['', ''],
      ],
      listed: undefined,
      parts: [`CBG CBG Inc on ${BEFORE}: 1 %`],
    });
    expect(whole(explained('was:CBG')).listed).toBe('IVV 2014-12-07 CBG');
    const both = [
      `Members of IVV of ${BEFORE} on ${BEFORE}: 15 members`,
      `Members of IVV of ${TODAY} on ${TODAY}: 15 members`,
    ];
    const same =
      'Tickers are compared without dots and the like; pairs confirmed as the same company count as one';
    for (const [word, count, words, one] of [
      ['joined', 1, `In the list of ${TODAY}, and not in that of ${BEFORE}`, `T0 T0 Inc on ${TODAY}: 1.0 %`],
      ['left', 1, `In the list of ${BEFORE}, and not in that of ${TODAY}`, `CBG CBG Inc on ${BEFORE}: 1 %`],
      ['stayed', 14, `In both lists, those of ${BEFORE} and ${TODAY}`, `BRK.B BRK.B Inc on ${TODAY}: 3 %`],
    ] as const) {
      const { said, parts } = whole(explained(word));
      expect(said).toEqual([
        ...[
          `Members of IVV that ${word}`,
          TODAY,
          PERIOD,
          String(count),
          'members',
          `${words}. ${same}`,
          '',
          '',
        ],
      ]);
      expect([parts.length, parts.includes(one), ...parts.slice(-2)]).toEqual([count + 2, true, ...both]);
    }
  });

  test('of a company in the ledger names the lists that have it, the newest first', () => {
    const more = 'The lists say no more: between two of them it is not known when';
    expect(whole(explained('company:NEW'))).toEqual({
      said: ['NEW, before OLD Old Co', TODAY, PERIOD, '2 of 2', 'lists', `In all 2 lists. ${more}`, '', ''],
      listed: undefined,
      parts: [`NEW Old Co on ${TODAY}: 0.5 %`, `OLD Old Co on ${BEFORE}: 0.7 %`],
    });
    expect(whole(explained('company:CBG')).said).toEqual([
      ...[
        'CBG CBG Inc',
        TODAY,
        PERIOD,
        '1 of 2',
        'lists',
        `Left between ${BEFORE} and ${TODAY}. ${more}`,
        '',
        '',
      ],
    ]);
    expect(whole(explained('company:T0')).parts).toEqual([`T0 T0 Inc on ${TODAY}: 1.0 %`]);
    expect(
      explained('company:BRKB')
        .parts()
        .map(({ words, listed }) => [words, listed?.date, listed?.member]),
    ).toEqual([
      ['As the list has it', TODAY, 'BRKB'],
      ['As the list has it', BEFORE, 'BRKB'],
    ]);
  });

  test('of what is not on the screen is none', () => {
    const words = [
      'QQQ',
      'was:T0',
      'change:QQQ',
      'sector:Water',
      'sector-change:Water',
      'company:QQQ',
      'shared:SPY@2025-02-07',
      '',
    ];
    for (const word of words) expect(listNumber(OF, word), word).toBeUndefined();
    const of = alone(member('A', ''));
    for (const word of [
      ...[
        'joined',
        'left',
        'stayed',
        'was:A',
        'change:A',
        'sector-change:Energy',
        'hhi',
        'top',
        'total',
        'effective',
      ],
      ...['common', 'shared', 'company:A'],
    ])
      expect(listNumber(of, word), word).toBeUndefined();
    expect(whole(explained('A', of))).toEqual({
      said: [
        'A A Inc',
        TODAY,
        TODAY,
        'in the list',
        '',
        'As the list has it: sector Energy. The list gives no weights',
        '',
        '',
      ],
      listed: 'IVV 2024-12-06 A',
      parts: [],
    });
  });
});
