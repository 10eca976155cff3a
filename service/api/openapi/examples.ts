import { type Fault, HOW_TO_LET_IN } from '../http/refusal.ts';

/** Example answers for the OpenAPI document. A test checks each against its schema. */

export const PAGE_EXAMPLE = {
  status: 'OK',
  message: 'Data retrieved successfully',
  meta: {
    schema_version: '1.0',
    frequency: 'Daily',
    fields: { date: 'string (YYYY-MM-DD)', series: 'string', value: 'numerical string' },
  },
  pagination: {
    count: '2',
    next_url:
      '/economic-data/us_debt?series=total_public_debt_outstanding&date_from=2024-12-27&date_to=2025-01-31&token_id=AWdE0X8A',
  },
  data: [
    { date: '2024-12-27', series: 'total_public_debt_outstanding', value: '36167627058684.97' },
    { date: '2024-12-30', series: 'total_public_debt_outstanding', value: '36175961158436.56' },
  ],
};

export const STATE_PAGE_EXAMPLE = {
  ...PAGE_EXAMPLE,
  meta: {
    schema_version: '1.0',
    frequency: 'Weekly',
    fields: { date: 'string (YYYY-MM-DD)', series: 'string', state: 'string', value: 'numerical string' },
  },
  pagination: { count: '1', next_url: null },
  data: [{ date: '2024-01-06', series: 'initial_claims', state: 'CA', value: '45000' }],
};

export const VIEW_EXAMPLE = {
  status: 'OK',
  message: 'Data retrieved successfully',
  meta: {
    schema_version: '1.0',
    range: { from: '2024-01-01', to: '2024-12-31' },
    fields: { date: 'string (YYYY-MM-DD)', line: 'string', value: 'numerical string' },
    lines: [
      {
        line: 'jolts.quits_level_sa_PC1',
        series: 'jolts.quits_level_sa',
        formula: null,
        letters: null,
        title: 'Quits, level, SA',
        unit: '%',
        units: 'Percent change from year ago',
        frequency: 'Quarterly',
        aggregation: 'avg',
        average: null,
        index_date: null,
        origin: 'publisher',
        notes: ['Quarterly: the average of monthly observations.'],
      },
    ],
  },
  pagination: { count: '1', next_url: null },
  data: [{ date: '2024-01-01', line: 'jolts.quits_level_sa_PC1', value: '-12.21374' }],
};

export const YIELDS_EXAMPLE = {
  rows: [
    { date: '2024-01-02', series: 'US2Y', value: '4.33' },
    { date: '2024-01-02', series: 'US10Y', value: '3.95' },
  ],
  total_rows: 500,
  limit: 2,
  offset: 0,
  latency: 0.412,
};

export const CONSTITUENTS_EXAMPLE = {
  rows: [
    {
      series: 'SP500',
      as_of: '2024-03-28',
      ticker: 'MSFT',
      name: 'Microsoft Corp.',
      sector: 'Information Technology',
      weight: '7.08',
    },
  ],
  total_rows: 503,
  limit: 1,
  offset: 0,
  latency: 0.305,
};

const example = <Detail>(summary: string, detail: Detail) => ({ summary, value: { detail } });

export const INVALID_KEY_EXAMPLES = {
  unknown: example('Missing, empty or invalid', { error: 'invalid_api_key', revoked: false }),
  revoked: example('Revoked', { error: 'invalid_api_key', revoked: true }),
};

export const LIMIT_EXAMPLES = {
  minute: example('More than 100 requests in a clock minute', {
    error: 'minute_limit_exceeded',
    minute_remaining: 0,
    minute_reset: 17,
    day_remaining: 9123,
    day_reset: 40211,
  }),
  day: example('More than 10,000 requests in a UTC day', {
    error: 'day_limit_exceeded',
    minute_remaining: 42,
    minute_reset: 17,
    day_remaining: 0,
    day_reset: 40211,
  }),
};

export const OTHER_ORIGIN = { detail: 'Forbidden', message: HOW_TO_LET_IN };

const faults = (summary: string, ...errors: readonly Fault[]) => example(summary, { ...errors[0], errors });

export const INVALID_PARAMETER_EXAMPLES = {
  parameters: faults(
    'Parameters are missing or wrong',
    {
      error: 'invalid_parameter',
      parameter: 'date_from',
      message: 'date_from 2024-02-01 is after date_to 2024-01-01. It must be on or before it.',
    },
    {
      error: 'invalid_parameter',
      parameter: 'format',
      message: "format='xml' is not known. Use json, csv or parquet.",
    },
  ),
  meaningless: faults('A calculation that means nothing', {
    error: 'invalid_parameter',
    parameter: 'aggregation_method',
    message: 'hires_rate_sa is a rate: the sum of rates is meaningless. Use avg or eop.',
  }),
  token: faults('The paging token is not of this query', {
    error: 'invalid_token',
    parameter: 'token_id',
    message:
      'token_id does not belong to this key and these parameters. Request next_url as it was given, or start again without token_id.',
  }),
  expired: faults('The paging token is too old', {
    error: 'expired_token',
    parameter: 'token_id',
    message: 'token_id is older than 24 hours. Start again without token_id.',
  }),
};
