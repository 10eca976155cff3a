import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATES } from '../../service/datasets/states.ts';
import { makeFolder } from '../ingest/folder.ts';
import { failureOf, readText } from './read-text.ts';
import { STATE_ROWS, type StateLayout, type StateRow, stateClaims } from './text-fixtures.ts';
import { stateClaimsXml } from './xml-fixtures.ts';

const bySeries = (text: string) =>
  readText(text)
    .observations.map(({ series, date, value }) => `${series} ${date} ${value}`)
    .sort();
const changed = (from: string, to: string) => stateClaims('mdy').replace(from, to);

describe('weekly claims by state', () => {
  test.each<StateLayout>(['mdy', 'iso', 'region', 'dataMap'])(
    'layout %s gives the same observations',
    (layout) => {
      const { format, observations } = readText(stateClaims(layout));
      expect(format).toBe('dol-state-claims-csv');
      expect(observations).toHaveLength(STATE_ROWS.length * 5);
      expect(bySeries(stateClaims(layout))).toEqual(bySeries(stateClaims('mdy')));
    },
  );

  test('claims are c3 + c7 at rptdate and c8 + c12 at c2, covered employment c18 at rptdate, the rates at c2', () => {
    const { observations } = readText(stateClaims('mdy'));
    const at = observations.filter(({ line }) => line === 11);
    expect(at).toEqual([
      { series: 'ui_state_weekly_claims/initial_claims/CA', date: '2020-03-28', value: '1058325', line: 11 },
      { series: 'ui_state_weekly_claims/continued_claims/CA', date: '2020-03-21', value: '14026', line: 11 },
      {
        series: 'ui_state_weekly_claims/covered_employment/CA',
        date: '2020-03-28',
        value: '306108',
        line: 11,
      },
      {
        series: 'ui_state_weekly_claims/insured_unemployment_rate/CA',
        date: '2020-03-21',
        value: '2.86',
        line: 11,
      },
      {
        series: 'ui_state_weekly_claims/insured_unemployment_rate_week/CA',
        date: '2020-03-21',
        value: '4.58',
        line: 11,
      },
    ]);
  });

  test('sums are exact for whole numbers of any size, with or without separators', () => {
    const [row] = STATE_ROWS;
    if (!row) throw new Error('No row');
    const huge = stateClaims('iso', [
      { ...row, c3: '"9,007,199,254,740,993"', c7: '1', c8: '"1,234"', c12: '0' },
    ]);
    expect(readText(huge).observations.map(({ value }) => value)).toEqual([
      '9007199254740994',
      '1234',
      '306108',
      '2.86',
      '0.40',
    ]);
  });

  test('an empty c3, c8, c18 or c19 is a missing observation; an empty c7 or c12 counts as 0', () => {
    const [row] = STATE_ROWS;
    if (!row) throw new Error('No row');
    const read = (cells: object) => readText(stateClaims('mdy', [{ ...row, ...cells }])).observations;
    expect(read({ c3: '', c18: '', c19: '' }).map(({ series }) => series)).toEqual([
      'ui_state_weekly_claims/continued_claims/AK',
    ]);
    expect(read({ c8: '' }).map(({ series }) => series.split('/')[1])).toEqual([
      'initial_claims',
      'covered_employment',
      'insured_unemployment_rate',
    ]);
    const values = (cells: object) => read(cells).map(({ value }) => value);
    expect(values({ c7: '', c12: '' })).toEqual(['1000', '7000', '306108', '2.86', '2.29']);
    expect(values({ c7: '', c12: '', c18: '0' })).toEqual(['1000', '7000', '0', '2.86']);
    expect(read({ c19: '3' }).map(({ value }) => value)).toContain('3');
  });

  test('the rate of the week is c8 + c12 in percent of c18, with two decimals, half away from zero', () => {
    const [row] = STATE_ROWS;
    if (!row) throw new Error('No row');
    const count = fc.bigInt({ min: 0n, max: 2_000_000n });
    fc.assert(
      fc.property(count, count, fc.bigInt({ min: 1n, max: 20_000_000n }), (c8, c12, c18) => {
        const cells = { c8: String(c8), c12: String(c12), c18: String(c18) };
        const rate = readText(stateClaims('iso', [{ ...row, ...cells }])).observations.at(-1);
        expect(rate?.series).toBe('ui_state_weekly_claims/insured_unemployment_rate_week/AK');
        expect(rate?.value).toMatch(/^\d+\.\d\d$/);
        // The rate is the nearest hundredth; of two equally near ones, the larger.
        const twice = (c8 + c12) * 20_000n - BigInt(rate?.value.replace('.', '') ?? '') * 2n * c18;
        expect(twice < c18 && twice >= -c18).toBe(true);
      }),
    );
    const rateOf = (c8: string, c18: string) =>
      readText(stateClaims('iso', [{ ...row, c8, c12: '0', c18 }])).observations.at(-1)?.value;
    expect([rateOf('334182', '1379654'), rateOf('1', '800'), rateOf('3', '2400')]).toEqual([
      '24.22',
      '0.13',
      '0.13',
    ]);
  });

  test.each([
    ['an unknown state', 'AK,3/21/2020', 'XX,3/21/2020', /line 4, column "st": "XX" is not a state/],
    [
      'a date that is none',
      'WY,4/11/2020',
      'WY,4/31/2020',
      /line 19, column "rptdate": "4\/31\/2020" is not a date/,
    ],
    [
      'a date that is none',
      ',3/21/2020,1058221',
      ',3-21-2020,1058221',
      /line 11, column "c2": "3-21-2020" is not/,
    ],
    [
      'a count that is none',
      '1058221',
      '10582x1',
      /line 11, column "c3": "10582x1" is not a count of claims or persons/,
    ],
    ['a fraction', '1058221', '1058221.5', /line 11, column "c3".*whole digits/],
    ['a sign', ',104,14003', ',-104,14003', /line 11, column "c7": "-104" is not a count/],
    ['covered employment that is none', '306108', '3061.5', /line 2, column "c18": "3061.5" is not a count/],
    ['a rate that is none', '2.86', '2,86', /line 2.*29 cells where the header has 28/],
    [
      'a rate with a sign too many',
      '2.86',
      '+2.86',
      /line 2, column "c19": "\+2.86" is not a rate in percent/,
    ],
    ['a cell too many', '1058221', '1058,221', /line 11: 29 cells where the header has 28/],
    ['a column twice', 'c1,c2', 'c2,c2', /line 1, column "c2": the column is there twice/],
  ])('%s is refused with line and column', (_, from, to, message) => {
    expect(failureOf(changed(from, to))).toMatch(message);
  });

  test('a bad count on line 70,000 is named with its line', { tags: 'soak' }, () => {
    const rows = Array.from({ length: 70_000 }, (_, week) => {
      const c3 = week === 69_998 ? '1e3' : '1';
      return { state: 'AK', week, c3, c7: '0', c8: '2', c12: '' };
    });
    for (const layout of ['mdy', 'iso'] as const) {
      expect(failureOf(stateClaims(layout, rows))).toMatch(/line 70000, column "c3": "1e3" is not a count/);
    }
  });

  test('a file cut within a row is refused', () => {
    const text = stateClaims('mdy');
    expect(failureOf(text.slice(0, text.lastIndexOf(',306108')))).toMatch(/line 19: .*cut off/);
  });

  test('a file that lacks a column is refused as a part or another report', () => {
    expect(failureOf(stateClaims('mdy').replace('c12', 'c99'))).toMatch(/other than ar539 or a part of it/);
  });

  test('a copy without c18 and c19 has only the claims', () => {
    const { observations } = readText(stateClaims('mdy').replace('c18,c19', 'x18,x19'));
    expect(new Set(observations.map(({ series }) => series.split('/')[1]))).toEqual(
      new Set(['initial_claims', 'continued_claims']),
    );
  });

  test('missing states, late states, missing weeks and an unusual lag give notes', () => {
    const states = 'The file holds 3 of the 53 states and areas: AK, CA, WY.';
    expect(readText(stateClaims('mdy')).notes).toEqual([states]);
    const late = stateClaims('mdy', STATE_ROWS.slice(0, -1));
    expect(readText(late).notes).toEqual([
      states,
      'The newest week, 2020-04-11, is not there yet for 1 of 3 states and areas: WY.',
    ]);
    const gap = stateClaims(
      'mdy',
      STATE_ROWS.filter(({ state, week }) => state !== 'CA' || week !== 2),
    );
    expect(readText(gap).notes[1]).toMatch(/no rows for some weeks .*: CA \(1, first 2020-03-21\)\./);
    expect(readText(changed(',3/21/2020,1058221', ',3/14/2020,1058221')).notes[1]).toMatch(
      /In 1 row, first on line 11, the week of the continued claims/,
    );
  });
});

const facts = (text: string) =>
  readText(text)
    .observations.map(({ series, date, value }) => `${series} ${date} ${value}`)
    .sort();
const change = (from: string | RegExp, to: string) => stateClaimsXml().replace(from, to);

describe('weekly claims by state (XML)', () => {
  test('has the values of ar539.csv for the same weeks, except the 13-week average', () => {
    const { format } = readText(stateClaimsXml());
    expect(format).toBe('dol-r539cy-state-xml');
    const ofCsv = facts(stateClaims('mdy')).filter((fact) => !/insured_unemployment_rate\//.test(fact));
    expect(facts(stateClaimsXml())).toEqual(ofCsv);
    expect(ofCsv).toHaveLength(STATE_ROWS.length * 4);
  });

  test('has a line for each value; continued claims and the rate are from the week before', () => {
    const at = readText(stateClaimsXml()).observations.filter(({ series }) => series.endsWith('/CA'));
    expect(at.slice(12, 16).map(({ series, date, value }) => [series.split('/')[1], date, value])).toEqual([
      ['initial_claims', '2020-03-28', '1058325'],
      ['continued_claims', '2020-03-21', '14026'],
      ['covered_employment', '2020-03-28', '306108'],
      ['insured_unemployment_rate_week', '2020-03-21', '4.58'],
    ]);
    expect(at[0]?.line).toBe(60);
  });

  test('may have all 53 areas, one, or some; a note lists them if some are missing', () => {
    const [row] = STATE_ROWS;
    if (!row) throw new Error('No row');
    const all = readText(stateClaimsXml(Object.keys(STATES).map((state) => ({ ...row, state }))));
    expect(new Set(all.observations.map(({ series }) => series.slice(-2)))).toEqual(
      new Set(Object.keys(STATES)),
    );
    expect(all.notes).toEqual([]);
    const one = readText(stateClaimsXml(STATE_ROWS.filter(({ state }) => state === 'WY')));
    expect(one.observations).toHaveLength(6 * 4);
    expect(one.notes).toEqual(['The file holds 1 of the 53 states and areas: WY.']);
  });

  test('may have blanks for future weeks and missing values', () => {
    const blank = change(/<(InitialClaims|CoveredEmployment)>[\d,]+</g, '<$1>&#160;<');
    expect(readText(blank).observations).toHaveLength(STATE_ROWS.length * 2);
    const toCome = (values: RegExp) =>
      change(/<week>.*?<\/week>/s, '').replace(
        '</r539cyState>',
        `${stateClaimsXml([{ ...(STATE_ROWS[0] as StateRow), week: 6 }])
          .match(/<week>.*<\/week>/s)?.[0]
          .replaceAll(values, '>&#160;<')}</r539cyState>`,
      );
    for (const values of [/>[\d.,]+</g, />[\d.,]+<|>04\/11\/2020</g]) {
      expect(readText(toCome(values)).observations).toHaveLength((STATE_ROWS.length - 1) * 4);
      expect(readText(toCome(values)).notes).toEqual([
        'The file holds 3 of the 53 states and areas: AK, CA, WY.',
      ]);
    }
  });

  test.each([
    [
      change('>Alaska<', '>Guam<'),
      'test.csv, line 4, stateName: "Guam" is not one of the 53 areas; the name of a state, District of Columbia, Puerto Rico or Virgin Islands is right.',
    ],
    [change('>Alaska<', '>US Total<'), '"US Total" is not one of the 53 areas'],
    [
      change('<stateName>Alaska</stateName>', ''),
      'stateName: the week ending 03/07/2020 has no such element',
    ],
    [change('>1,000<', '>1,00<'), 'line 6, InitialClaims: "1,00" is not a number'],
    [change('>7,020<', '>7,020</ContinuedClaims><ContinuedClaims>1<'), 'the element is in its week twice'],
    [change('>02/29/2020<', '>02/30/2020<'), 'line 7, ReflectingWeekEnded: "02/30/2020" is not a date'],
    [change('>02/29/2020<', '>&#160;<'), 'line 7, ReflectingWeekEnded: "" is not a date'],
    [
      change('>03/14/2020<', '>03/07/2020<'),
      'line 14, weekEnded: the week ending 03/07/2020 of Alaska is already on line 5; each may be there once.',
    ],
    [stateClaimsXml([]), 'test.csv holds no weeks'],
    [stateClaimsXml().slice(0, 3000), 'the file seems to be cut off'],
  ])('%# is refused', (text, message) => {
    expect(failureOf(text)).toContain(message);
  });

  test('changes nothing after ar539.csv of the same weeks, and stores nothing if one week is bad', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('ar539.csv', stateClaims('mdy'))]);
    const [again] = await folder.import([folder.write('r539cy.xml', stateClaimsXml())]);
    expect(again?.runs).toMatchObject([{ added: 0, revised: 0, unchanged: STATE_ROWS.length * 4 }]);
    const held = folder.dump();
    const bad = stateClaimsXml()
      .replace('>1,000<', '>1,001<')
      .replace(/>Wyoming<(?!.*>Wyoming<)/s, '>Guam<');
    const { message } = await folder.failure([folder.write('bad.xml', bad)]);
    expect(message).toContain('"Guam" is not one of the 53 areas');
    expect(folder.dump()).toBe(held);
  });
});
