import fc from 'fast-check';
import { dateText } from '../../service/calendar/dates.ts';
import { PLAIN_CSV, type TableExport, type TableLine } from '../../service/contract/table-export.ts';

/** Exports for tests: one that is known to the byte, and random ones. */

const facts = {
  code: null,
  formula: null,
  publisher: 'U.S. Department of the Treasury',
  source: 'https://fiscaldata.treasury.gov/',
  origin: 'sample',
  loaded: '2026-11-20T09:00:00Z',
  units: 'Levels',
  unit: 'dollars',
  frequency: 'Daily',
  notes: [],
  citation:
    'U.S. Department of the Treasury, Total public debt [us_debt.total], retrieved from Almanac 0.1.0.',
};

export const DEBT: TableLine = {
  column: 'us_debt.total_public_debt_outstanding',
  series: 'us_debt.total_public_debt_outstanding',
  state: '',
  frequency: 'Daily',
  dates: ['2024-01-02', '2024-01-03', '2024-01-05'],
  values: ['34000000000000.10', '38967833861543.11', '34000000000001.00'],
};
export const CLAIMS: TableLine = {
  column: 'ui_state_weekly_claims.initial_claims.CA_PC1',
  series: 'ui_state_weekly_claims.initial_claims_PC1',
  state: 'CA',
  frequency: 'Weekly, ending Saturday',
  dates: ['2023-12-30', '2024-01-06'],
  values: ['-3.30189', '12.00000'],
};

export function exportOf(over: Partial<TableExport> = {}): TableExport {
  const lines = over.lines ?? [DEBT, CLAIMS];
  return {
    name: 'golden_sample',
    format: 'csv',
    layout: 'wide',
    csv: PLAIN_CSV,
    zipped: false,
    lines,
    provenance: {
      title: 'Total public debt and initial claims',
      created: '2026-11-21T06:42:16.000Z',
      app: 'Almanac 0.1.0',
      range: { from: '2023-12-01', to: '2024-01-31' },
      is_sample: true,
      lines: lines.map(({ column }) => ({ ...facts, id: column, title: column })),
      requests: [
        'http://127.0.0.1:4780/api/v1/economic-data/us_debt?series=total_public_debt_outstanding&format=csv',
      ],
      not_in_requests: [],
    },
    ...over,
  };
}

const valueText = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 8 }), fc.nat())
  .map(([isMinus, whole, places, part]) => {
    const decimals = places === 0 ? '' : `.${String(part).padStart(places, '0').slice(0, places)}`;
    return `${isMinus ? '-' : ''}${whole}${decimals}`;
  });

const observations = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 400 }), valueText), {
  selector: ([day]) => day,
  maxLength: 40,
});

/** Random lines of one chart: up to five, on overlapping or separate days, some of them empty. */
export const anyLines: fc.Arbitrary<TableLine[]> = fc
  .array(fc.tuple(observations, fc.constantFrom('', 'CA', 'NY'), fc.constantFrom('Daily', 'Monthly')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((all) =>
    all.map(([rows, state, frequency], index) => {
      const sorted = rows.toSorted(([a], [b]) => a - b);
      const series = `d.s${index}_LOG`;
      return {
        column: state === '' ? series : `d.s${index}.${state}_LOG`,
        series,
        state,
        frequency,
        dates: sorted.map(([day]) => dateText(19_000 + day)),
        values: sorted.map(([, value]) => value),
      };
    }),
  );
