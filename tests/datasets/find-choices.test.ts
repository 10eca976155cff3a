import { describe, expect, it } from 'vitest';
import { findChoices, findLists, namedState } from '../../service/datasets/find-choices.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { STATES } from '../../service/datasets/states.ts';

const ids = (query: string, state = 'CA') => findChoices(query, state).map(seriesId);

describe('a state in the query', () => {
  it.each([
    ['texas initial claims', 'TX', 'initial claims'],
    ['initial claims West  Virginia', 'WV', 'initial claims'],
    ['initial claims TX', 'TX', 'initial claims'],
    ['NYICLAIMS', 'NY', 'nyiclaims'],
    ['new york', 'NY', ''],
  ])('%j names %s', (query, state, rest) => {
    expect(namedState(query)).toEqual({ state, rest });
  });

  it.each(['initial claims', 'claims in or me', 'virginian', 'XX claims', 'CAT', ''])(
    '%j names none',
    (query) => {
      expect(namedState(query)).toBeUndefined();
    },
  );

  it('every state is found by its name and by its id at FRED', () => {
    for (const [code, name] of Object.entries(STATES)) {
      expect(ids(`${name} initial claims`)).toContain(`ui_state_weekly_claims.initial_claims.${code}`);
      expect(ids(`${code}ICLAIMS`)[0]).toBe(`ui_state_weekly_claims.initial_claims.${code}`);
    }
  });

  it('finds only that state’s series; where the state has none, it searches for all words of the query', () => {
    expect(ids('texas initial claims').every((id) => id.endsWith('.TX'))).toBe(true);
    expect(ids('texas').length).toBeGreaterThan(1);
    expect(ids('texas quits')).toEqual(ids('texas quits', 'NY'));
  });
});

it('lists of constituents are found separately, because they cannot be drawn', () => {
  expect(findLists('SPY').map(({ code }) => code)).toContain('SPY');
  expect(ids('SPY')).toEqual([]);
  expect(findLists('quits')).toEqual([]);
});
