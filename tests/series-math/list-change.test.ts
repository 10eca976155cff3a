import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listChange } from '../../service/series-math/list-change.ts';
import { ledgerOf } from '../../service/series-math/list-ledger.ts';
import {
  byIdentity,
  type Constituent,
  foldName,
  foldTicker,
  identityOf,
  sectorName,
} from '../../service/series-math/members.ts';

const member = (ticker: string, weight = '', sector = 'Energy', name = `${ticker} Inc`): Constituent => ({
  ticker,
  name,
  sector,
  weight,
});

describe('the change between two lists', () => {
  const earlier = [
    member('X', '9'),
    member('BRK.B', '1.70', 'Financials'),
    member('A', '3.5', 'Communication'),
    member('BLL', '0.2', 'Materials', 'Ball Corp'),
    member('C', '', 'Energy'),
    member('D', '1', ''),
    member('W', '2'),
  ];
  const later = [
    member('N', '4'),
    member('D', '1.000', 'Utilities'),
    member('BALL', '0.25', 'Materials', 'Ball Corporation'),
    member('A', '3.25', 'Communication Services'),
    member('BRKB', '1.7', 'Energy'),
    member('C', '2', ''),
    member('M', '1'),
  ];
  const [x, brk, a, bll, c, d, w] = earlier;
  const [n, d2, ball, a2, brk2, c2, m] = later;

  test('has the members that joined, left and stayed, in the order of their list', () => {
    const dStayed = { before: d, after: d2, change: '0.000' };
    const aStayed = { before: a, after: a2, change: '-0.25' };
    const brkStayed = { before: brk, after: brk2, change: '0.00' };
    const cStayed = { before: c, after: c2, change: '' };
    expect(listChange(earlier, later)).toEqual({
      joined: [n, ball, m],
      left: [x, bll, w],
      stayed: [dStayed, aStayed, brkStayed, cStayed],
      renamed: [],
      reweighted: [aStayed],
      // A sector that is missing or worded differently is not a change.
      resectored: [brkStayed],
      perhapsRenamed: [{ before: bll, after: ball }],
    });
  });

  test('has no weight change if either list lacks the weight', () => {
    const weights = (before: string, after: string) =>
      listChange([member('A', before)], [member('A', after)]).stayed.map(({ change }) => change);
    expect([weights('3', ''), weights('', '3'), weights('', ''), weights('3', '3.5')]).toEqual([
      [''],
      [''],
      [''],
      ['0.5'],
    ]);
  });

  test('counts a confirmed pair as a member that stayed, in the order of the later list', () => {
    const pair = { before: { ticker: 'bll' }, after: { ticker: 'BA.LL' } };
    const found = listChange(earlier, later, [pair]);
    const renamed = { before: bll, after: ball, change: '0.05' };
    expect(found.joined).toEqual([n, m]);
    expect(found.left).toEqual([x, w]);
    expect(found.stayed.map(({ after }) => after)).toEqual([d2, ball, a2, brk2, c2]);
    expect([found.renamed, found.perhapsRenamed]).toEqual([[renamed], []]);
    expect(found.reweighted.map(({ change }) => change)).toEqual(['0.05', '-0.25']);
  });

  test.each([
    ['the old ticker is in both lists', 'A', 'N'],
    ['the new ticker is in both lists', 'X', 'A'],
    ['the old ticker was not there', 'Q', 'N'],
    ['the new ticker is not there', 'X', 'Q'],
    ['it is the other way round', 'N', 'X'],
  ])('ignores a confirmed pair if %s', (_, old, young) => {
    const found = listChange(earlier, later, [{ before: { ticker: old }, after: { ticker: young } }]);
    expect(found).toEqual(listChange(earlier, later));
  });

  test('uses each ticker in one pair only, the first', () => {
    const pair = (old: string, young: string) => ({ before: { ticker: old }, after: { ticker: young } });
    const renamed = (...pairs: ReturnType<typeof pair>[]) =>
      listChange(earlier, later, pairs).renamed.map(
        ({ before, after }) => `${before.ticker}>${after.ticker}`,
      );
    expect(renamed(pair('X', 'N'), pair('X', 'M'))).toEqual(['X>N']);
    expect(renamed(pair('X', 'N'), pair('W', 'N'))).toEqual(['X>N']);
    expect(renamed(pair('X', 'M'), pair('W', 'N'))).toEqual(['W>N', 'X>M']);
    // D is in both lists, so the pair of X and D does not use up X.
    expect(renamed(pair('X', 'D'), pair('X', 'N'))).toEqual(['X>N']);
  });

  test('asks about a single pair of the same name that left and joined, not about several or an empty name', () => {
    const fox = (ticker: string, name = 'Fox Corp') => member(ticker, '', '', name);
    const asked = (before: Constituent[], after: Constituent[]) =>
      listChange(before, after).perhapsRenamed.map((pair) => `${pair.before.ticker}>${pair.after.ticker}`);
    expect(asked([fox('X')], [fox('Y', 'FOX')])).toEqual(['X>Y']);
    expect(asked([fox('X'), fox('W')], [fox('Y')])).toEqual([]);
    expect(asked([fox('X')], [fox('Y'), fox('Z')])).toEqual([]);
    expect(asked([fox('X'), fox('W')], [fox('Y'), fox('Z')])).toEqual([]);
    expect(asked([fox('X', 'The Company')], [fox('Y', 'Group Inc')])).toEqual([]);
    expect(asked([fox('X')], [fox('Y', 'Foxes')])).toEqual([]);
    // A member that stayed does not make the name ambiguous.
    expect(asked([fox('A'), fox('X')], [fox('A'), fox('Y')])).toEqual(['X>Y']);
  });
});

const named = (ticker: string, name: string) => ({ ticker, name, sector: '', weight: '' });

describe('a member of a list', () => {
  test('has a ticker that is compared without its signs', () => {
    expect(['BRK.B', 'brk-b', 'BRKB', 'BF/B', ' T ', '-', '', '0700.HK', 'ÅB'].map(foldTicker)).toEqual([
      ...['BRKB', 'BRKB', 'BRKB', 'BFB', 'T', '', '', '0700HK', 'ÅB'],
    ]);
  });

  test('has a name that is compared without the company’s legal form', () => {
    const kinds =
      'the and & inc incorporated corp corporation co cos company companies plc ltd limited group';
    for (const kind of kinds.split(' ')) expect(foldName(`Ball ${kind}`), kind).toBe('ball');
    expect(
      [
        'Moody’s Corp.',
        "MOODY'S",
        'Marsh & McLennan Cos., Inc.',
        '3M Company',
        'The Group',
        'Lincoln Inca',
        'Crédit-Ö',
      ].map(foldName),
    ).toEqual(['moodys', 'moodys', 'marsh mclennan', '3m', '', 'lincoln inca', 'crédit ö']);
  });

  test('has a sector with its standard name', () => {
    expect(['Communication', 'Communication Services', 'Energy', ''].map(sectorName)).toEqual([
      ...['Communication Services', 'Communication Services', 'Energy', ''],
    ]);
  });

  test('is identified by its ticker, or by its name if it has no ticker', () => {
    expect(identityOf({ ticker: 'BRK.B', name: 'Berkshire' })).toBe('BRKB');
    expect(identityOf({ ticker: '-', name: 'The Cash Co.' })).toBe('name cash');
  });

  test('stays separate from another member with the same ticker, however often', () => {
    const list = [
      named('BRK.B', 'first'),
      named('A', 'other'),
      named('BRKB', 'second'),
      named('brk/b', 'third'),
      named('-', 'Cash'),
      named('', 'Cash Inc'),
    ];
    expect([...byIdentity(list)].map(([key, one]) => [key, list.indexOf(one)])).toEqual([
      ['BRKB', 0],
      ['A', 1],
      ['BRKB 2', 2],
      ['BRKB 3', 3],
      ['name cash', 4],
      ['name cash 2', 5],
    ]);
  });
});

const tickers = (list: readonly Constituent[]) => list.map(({ ticker }) => ticker);

describe('a ledger', () => {
  test('has each member of each list once, in stays as long as possible', () => {
    const list = fc.uniqueArray(
      fc.constantFrom('A', 'B', 'C', 'D', 'E').map((ticker) => member(ticker)),
      { selector: ({ ticker }) => ticker },
    );
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 5 }), (lists) => {
        const companies = ledgerOf(lists);
        for (const [at, one] of lists.entries())
          expect(tickers(companies.flatMap(({ members }) => members[at] ?? [])).sort()).toEqual(
            tickers(one).sort(),
          );
        expect(companies).toHaveLength(new Set(lists.flat().map(({ ticker }) => ticker)).size);
        for (const { stays, members } of companies) {
          const there = stays.flatMap(({ first, last }) =>
            Array.from({ length: last - first + 1 }, (_, i) => first + i),
          );
          expect(there).toEqual(members.flatMap((one, at) => (one ? [at] : [])));
          for (const [i, stay] of stays.entries()) {
            const next = stays[i + 1];
            if (next) expect(next.first - stay.last).toBeGreaterThan(1);
          }
        }
        const isChanged = companies.map(
          ({ stays }) => stays.length > 1 || stays[0]?.first !== 0 || stays[0].last < lists.length - 1,
        );
        expect(isChanged).toEqual(isChanged.toSorted((a, b) => Number(b) - Number(a)));
      }),
      { numRuns: 200 },
    );
  });

  test('has changed companies first: latest change first, joined before left, then by name', () => {
    const lists = [
      ['Z', 'B', 'D', 'Y', 'R'],
      ['Z', 'B', 'D', 'Y', 'N', 'M'],
      ['Z', 'B', 'N', 'R', 'Y', 'M'],
      ['Y', 'B', 'N', 'R', 'K', 'A'],
    ].map((list) => list.map((ticker) => member(ticker)));
    const stays = ledgerOf(lists).map(({ name, stays }) => [
      name.slice(0, 1),
      stays.map(({ first, last }) => `${first}-${last}`).join(' '),
    ]);
    expect(stays).toEqual([
      // Companies that joined with the fourth list, then those that left with it.
      ['A', '3-3'],
      ['K', '3-3'],
      ['M', '1-2'],
      ['Z', '0-2'],
      // A company that came back with the third list, then those that left with it.
      ['R', '0-0 2-3'],
      ['D', '0-1'],
      ['N', '1-3'],
      // Companies in all lists.
      ['B', '0-3'],
      ['Y', '0-3'],
    ]);
  });

  test('has the newest name of a company, and its member in each list', () => {
    const named = (ticker: string, name: string, weight: string): Constituent => ({
      ticker,
      name,
      sector: '',
      weight,
    });
    const old = named('BLL', 'Ball Corp', '1');
    const young = named('BALL', 'Ball Corporation', '2');
    const again = named('ball', 'Ball', '3');
    const pair = { before: { ticker: 'BLL' }, after: { ticker: 'BALL' } };
    expect(ledgerOf([[old], [], [young], [again]], [pair])).toEqual([
      {
        key: 'BALL',
        name: 'Ball',
        tickers: ['ball', 'BALL', 'BLL'],
        members: [old, undefined, young, again],
        stays: [
          { first: 0, last: 0 },
          { first: 2, last: 3 },
        ],
      },
    ]);
    // A company with a ticker that another company gave up is a different company.
    const other = named('BLL', 'Bell', '4');
    expect(ledgerOf([[old], [young], [young, other]], [pair]).map((company) => company.members)).toEqual([
      [undefined, undefined, other],
      [old, young, young],
    ]);
    expect(ledgerOf([[old], [young]]).map((company) => company.tickers)).toEqual([['BALL'], ['BLL']]);
    const spelled = ['BRK.B', 'BRKB', 'BRK.B'].map((ticker) => [member(ticker)]);
    expect(ledgerOf(spelled).map((company) => company.tickers)).toEqual([['BRK.B', 'BRKB']]);
    expect(ledgerOf([])).toEqual([]);
    expect(ledgerOf([[], [old]])).toEqual([
      {
        ...{ key: 'BLL', name: 'Ball Corp', tickers: ['BLL'] },
        ...{ members: [undefined, old], stays: [{ first: 1, last: 1 }] },
      },
    ]);
  });

  test('keeps two members of one ticker apart, in their order', () => {
    const list = ['Class A', 'Class C'].map((name) => ({ ...member('GOO'), name }));
    const rows = ledgerOf([list, list]).map(({ members }) => members.map((one) => one?.name));
    expect(rows).toEqual([
      ['Class A', 'Class A'],
      ['Class C', 'Class C'],
    ]);
  });
});
