import fc from 'fast-check';

const days = fc
  .uniqueArray(fc.constantFrom('2019-01-01', '2023-01-01', '2024-02-29', '2024-09-09', '2026-11-20'), {
    minLength: 2,
    maxLength: 2,
  })
  .map((two) => two.sort());
const format = fc.constantFrom('', '&format=csv');
/** Requests of every kind, most of which ask what the team of the test has. */
export const requests = fc.oneof(
  fc
    .record({ days, format, series: fc.constantFrom('debt_held_by_public', 'intragovernmental_holdings') })
    .map(
      ({ days: [from, to], format, series }) =>
        `/api/v1/economic-data/us_debt?series=${series}&date_from=${from}&date_to=${to}${format}`,
    ),
  fc
    .record({ days, format, units: fc.constantFrom('', '&units=pc1') })
    .map(
      ({ days: [from, to], format, units }) =>
        `/api/v1/economic-data/jolts?series=job_openings_level_sa&date_from=${from}&date_to=${to}${units}${format}`,
    ),
  fc
    .record({ days, format, limit: fc.integer({ min: 1, max: 500 }) })
    .map(
      ({ days: [from, to], format, limit }) =>
        `/yields/series=US10Y,US2Y?date_from=${from}&date_to=${to}&limit=${limit}${format}`,
    ),
  fc
    .record({ offset: fc.nat(500), format })
    .map(({ offset, format }) => `/constituents/series=SP500?limit=100&offset=${offset}${format}`),
  format.map(
    (format) => `/api/v1/view?series=jolts.job_openings_level_sa,us_debt.debt_held_by_public${format}`,
  ),
  fc.constant('/api/v1/catalog'),
);
