import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { viewOfApiUrl } from '../../../renderer/view/pasted-url.ts';
import { dateText, daysFromCivil } from '../../../service/calendar/dates.ts';
import { DATASETS } from '../../../service/datasets/index.ts';
import { seriesId } from '../../../service/datasets/series-choice.ts';
import { AGGREGATIONS, FREQUENCIES, UNITS } from '../../../service/series-math/fred-codes.ts';
import { viewSearch } from '../../../service/view/address.ts';
import { requestPath } from '../../../service/view/request.ts';
import { MOST_SERIES } from '../../../service/view/types.ts';
import { anyView } from '../../view/some-views.ts';
import { economicPath } from '../take-away/economic-path.ts';

const drawable = DATASETS.filter(({ kind }) => kind === 'observations');
const day = fc.integer({ min: daysFromCivil(1950, 1, 1), max: daysFromCivil(2024, 1, 1) }).map(dateText);
const range = fc.tuple(day, day).map((two) => {
  const [from, to] = two.sort() as [string, string];
  return { from, to };
});

/** A view of some series of one dataset that fits into one request. */
const search = fc.constantFrom(...drawable).chain(({ id, series, byState }) =>
  fc
    .record(
      {
        codes: fc.subarray(
          series.map(({ code }) => code),
          { minLength: 1, maxLength: Math.min(MOST_SERIES, series.length) },
        ),
        state: fc.constantFrom('NY', 'TX', 'VI'),
        units: fc.constantFrom(...UNITS),
        index_date: day,
        frequency: fc.constantFrom(...FREQUENCIES),
        aggregation: fc.constantFrom(...AGGREGATIONS),
        range,
      },
      { requiredKeys: ['codes', 'state', 'units', 'range'] },
    )
    .map(({ codes, state, range: days, ...rest }) => ({
      series: codes.map((code) => [id, code, ...(byState ? [state] : [])].join('.')).join(','),
      ...(id === 'yields' ? {} : { ...days, ...rest }),
    })),
);

const pasted = (path: string) => {
  const found = viewOfApiUrl(path);
  if (!found) throw new Error(`${path} was not read`);
  return found;
};
const shownBy = (path: string) => pasted(path).view.series.map(({ choice }) => seriesId(choice));

describe('a URL of the API', () => {
  it('for the lines of a chart is read as that chart', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const path = requestPath(viewSearch(view));
        expect(viewOfApiUrl(`http://127.0.0.1:4780${path}&api_key=alm_x&format=csv`)).toEqual({
          view,
          problems: [],
        });
      }),
    );
    const synonyms = '/view?series=yields.US10Y&date_from=2020-01-01&date_to=2020-12-31&token_id=x';
    expect(pasted(synonyms).view.range).toEqual({ from: '2020-01-01', to: '2020-12-31' });
    expect(pasted('/api/v1/view?series=yields.US10Y&units=up').problems).toHaveLength(1);
  });

  it('of economic data gives the same request again after it is pasted', () => {
    fc.assert(
      fc.property(search, (asked) => {
        const { view } = parseView(asked);
        const days = 'from' in view.range ? view.range : { from: '1900-01-01', to: '2024-01-01' };
        const path = economicPath(view, days);
        const again = pasted(`http://127.0.0.1:4780${path}${path.includes('?') ? '&' : '?'}api_key=alm_x`);
        expect(again.problems).toEqual([]);
        expect(economicPath(again.view, days)).toBe(path);
      }),
    );
  });

  it('of levels gives the same view back', () => {
    const levels = search.map(({ series, ...rest }) => ({
      series,
      ...('from' in rest && { from: rest.from, to: rest.to }),
    }));
    fc.assert(
      fc.property(levels, (asked) => {
        const { view } = parseView(asked);
        const days = 'from' in view.range ? view.range : { from: '1900-01-01', to: '2024-01-01' };
        expect(viewSearch(pasted(economicPath(view, days)).view)).toEqual(viewSearch(view));
      }),
    );
  });

  it('without a state means all states: as many as fit are shown, and a sentence says so', () => {
    const path =
      '/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&date_from=2020-01-01&date_to=2020-12-31';
    expect(shownBy(path)).toHaveLength(MOST_SERIES);
    expect(shownBy(path)[0]).toBe('ui_state_weekly_claims.initial_claims.AK');
    expect(pasted(path).problems).toEqual([
      'The request names no state, so it means all 53. A chart has room for 8 lines: the first are shown, of 53.',
    ]);
    expect(shownBy(`${path}&state=NY,TX`)).toEqual([
      'ui_state_weekly_claims.initial_claims.NY',
      'ui_state_weekly_claims.initial_claims.TX',
    ]);
    expect(pasted(`${path}&state=NY,ZZ`).problems).toEqual(["There is no state 'ZZ'. It was left out."]);
  });

  it('with more series than fit says which are left out', () => {
    const nine = 'US1M,US2M,US3M,US6M,US1Y,US2Y,US3Y,US5Y,US10Y';
    expect(shownBy(`/yields/series=${nine}`)).toHaveLength(MOST_SERIES);
    expect(pasted(`/yields/series=${nine}`).problems).toEqual([
      "A chart has room for 8 lines. 'yields.US10Y' was left out.",
    ]);
  });

  it('with as_of shows the data as known at that time', () => {
    const path = '/economic-data/jolts?series=quits_rate_sa&date_from=2020-01-01&date_to=2020-12-31';
    expect(pasted(`${path}&as_of=2021-06-30`)).toMatchObject({ view: { asOf: '2021-06-30' }, problems: [] });
    expect(pasted('/yields/series=US10Y?as_of=2021-06-30').view.asOf).toBe('2021-06-30');
    expect(pasted(`${path}&as_of=soon`).problems).toEqual([
      "as_of 'soon' is neither a day, YYYY-MM-DD, nor an instant in UTC. The current data are shown instead.",
    ]);
    expect(pasted(path).problems).toEqual([]);
  });

  it('never fails, whatever follows the path', () => {
    const rest = fc.oneof(fc.string(), fc.constantFrom('%', '?series=%ZZ', '%2'));
    const paths = fc.constantFrom(
      '/yields/',
      '/yields/series=US10Y',
      '/economic-data/jolts',
      '/economic-data/',
    );
    fc.assert(
      fc.property(paths, rest, (path, text) => {
        for (const problem of viewOfApiUrl(path + text)?.problems ?? []) expect(problem).toMatch(/\.$/);
      }),
    );
  });
});
