import { describe, expect, test } from 'vitest';
import {
  byIdentity,
  foldName,
  foldTicker,
  identityOf,
  sectorName,
} from '../../service/series-math/members.ts';

const member = (ticker: string, name: string) => ({ ticker, name, sector: '', weight: '' });

describe('a member of a list', () => {
  test('has a ticker that is compared without its signs', () => {
    expect(['BRK.B', 'brk-b', 'BRKB', 'BF/B', ' T ', '-', '', '0700.HK', 'ÅB'].map(foldTicker)).toEqual([
      ...['BRKB', 'BRKB', 'BRKB', 'BFB', 'T', '', '', '0700HK', 'ÅB'],
    ]);
  });

  test('has a name that is compared without the kind of its company', () => {
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

  test('has a sector by its standard name', () => {
    expect(['Communication', 'Communication Services', 'Energy', ''].map(sectorName)).toEqual([
      ...['Communication Services', 'Communication Services', 'Energy', ''],
    ]);
  });

  test('is known by its ticker, or where it has none by its name', () => {
    expect(identityOf({ ticker: 'BRK.B', name: 'Berkshire' })).toBe('BRKB');
    expect(identityOf({ ticker: '-', name: 'The Cash Co.' })).toBe('name cash');
  });

  test('that has the ticker of another is kept beside it, however often', () => {
    const list = [
      member('BRK.B', 'first'),
      member('A', 'other'),
      member('BRKB', 'second'),
      member('brk/b', 'third'),
      member('-', 'Cash'),
      member('', 'Cash Inc'),
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
