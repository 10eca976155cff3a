import { describe, expect, test } from 'vitest';
import { STATES } from '../../service/datasets/states.ts';
import { makeFolder } from '../ingest/folder.ts';
import { failureOf, readText } from './read-text.ts';
import { STATE_ROWS, type StateRow, stateClaims } from './text-fixtures.ts';
import { stateClaimsXml } from './xml-fixtures.ts';

const facts = (text: string) =>
  readText(text)
    .observations.map(({ series, date, value }) => `${series} ${date} ${value}`)
    .sort();
const change = (from: string | RegExp, to: string) => stateClaimsXml().replace(from, to);

describe('weekly claims by state (XML)', () => {
  test('has what ar539.csv has of the same weeks, but for the 13-week average', () => {
    const { format } = readText(stateClaimsXml());
    expect(format).toBe('dol-r539cy-state-xml');
    const ofCsv = facts(stateClaims('mdy')).filter((fact) => !/insured_unemployment_rate\//.test(fact));
    expect(facts(stateClaimsXml())).toEqual(ofCsv);
    expect(ofCsv).toHaveLength(STATE_ROWS.length * 4);
  });

  test('values have their line; continued claims and the rate are of the week before', () => {
    const at = readText(stateClaimsXml()).observations.filter(({ series }) => series.endsWith('/CA'));
    expect(at.slice(12, 16).map(({ series, date, value }) => [series.split('/')[1], date, value])).toEqual([
      ['initial_claims', '2020-03-28', '1058325'],
      ['continued_claims', '2020-03-21', '14026'],
      ['covered_employment', '2020-03-28', '306108'],
      ['insured_unemployment_rate_week', '2020-03-21', '4.58'],
    ]);
    expect(at[0]?.line).toBe(60);
  });

  test('names all 53 areas, one of them, or some; says which it has', () => {
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

  test('weeks to come and missing values are blank', () => {
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

  test('after ar539.csv of the same weeks it changes nothing, and a file with one bad week nothing at all', async () => {
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
