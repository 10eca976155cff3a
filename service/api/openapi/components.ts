import { Catalog } from '../../contract/catalog.ts';
import { EconomicEnvelope } from '../../contract/economic.ts';
import {
  FredErrorBody,
  InvalidApiKeyBody,
  InvalidParameterBody,
  LimitExceededBody,
  PlainBody,
} from '../../contract/errors.ts';
import { ConstituentsEnvelope, YieldsEnvelope } from '../../contract/market.ts';
import { KEY_HEADER, ORIGIN_HEADER, REQUEST_ID_HEADER, TOTAL_COUNT_HEADER } from '../../contract/names.ts';
import { ViewEnvelope } from '../../contract/view.ts';
import { RATE_LIMIT_POLICY } from '../../keys/index.ts';
import {
  INVALID_KEY_EXAMPLES,
  INVALID_PARAMETER_EXAMPLES,
  LIMIT_EXAMPLES,
  OTHER_ORIGIN,
} from './examples.ts';

/** The parts of the OpenAPI document that operations refer to. The schemas are those that the code is typed by. */

const header = (description: string, schema: object, example?: string) => ({
  description,
  schema,
  ...(example === undefined ? {} : { example }),
});
const TEXT = { type: 'string' };
const WHOLE = { type: 'integer' };

export const HEADERS = {
  RateLimitPolicy: header('The limits: quota `q` in a window of `w` seconds', TEXT, RATE_LIMIT_POLICY),
  RateLimit: header(
    'What is left of them: `r` requests, for another `t` seconds',
    TEXT,
    '"minute";r=42;t=17,"day";r=9123;t=40211',
  ),
  RetryAfter: header('Seconds until a request can succeed', WHOLE, '17'),
  DataOrigin: header('Where the data came from; `sample` is made up', {
    type: 'string',
    enum: ['publisher', 'file', 'sample'],
  }),
  Link: header(
    'The whole path of the next page, as RFC 8288 has it; absent on the last page, and where it has more than 2,000 characters',
    TEXT,
    '</api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-12-31&token_id=AWdE0X8A>; rel="next"',
  ),
  ETag: header('Changes when the data do; send it back as `If-None-Match` to get 304', TEXT),
  TotalCount: header('Rows of the whole answer', WHOLE, '1250'),
  ContentDisposition: header('A file name', TEXT, 'attachment; filename="us_debt_2020-01-01_2024-12-31.csv"'),
  RequestId: header(
    'Names the request; every answer has it, and the log of the service where it was refused',
    TEXT,
  ),
  Allow: header('The methods that there are', TEXT, 'GET, HEAD'),
  WwwAuthenticate: header('How to authenticate', TEXT, 'ApiKey realm="Almanac", Bearer realm="Almanac"'),
};

export const headerRef = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
export const REQUEST_ID = { [REQUEST_ID_HEADER]: headerRef('RequestId') };
export const LIMIT_HEADERS = {
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
  RateLimit: headerRef('RateLimit'),
};
const CHALLENGE = { 'WWW-Authenticate': headerRef('WwwAuthenticate') };

/** Headers of a page of data; those of the limits only in the economic-data group. */
export const DATA_HEADERS = { [ORIGIN_HEADER]: headerRef('DataOrigin'), ETag: headerRef('ETag') };
export const PAGE_HEADERS = { Link: headerRef('Link') };
export const CSV_HEADERS = {
  [TOTAL_COUNT_HEADER]: headerRef('TotalCount'),
  'Content-Disposition': headerRef('ContentDisposition'),
};

const answer = (description: string, schema: string, content: object, headers: object = {}) => ({
  description,
  headers: { ...REQUEST_ID, ...headers },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, ...content } },
});
const plain = (description: string, detail: string, headers: object = {}) =>
  answer(description, 'PlainBody', { example: { detail } }, headers);

export const RESPONSES = {
  NotModified: {
    description: 'The client has this answer already (`If-None-Match`). It does not count against the limits',
    headers: { ...REQUEST_ID, ETag: headerRef('ETag') },
  },
  InvalidApiKey: answer(
    'The key is missing, empty, invalid or revoked',
    'InvalidApiKeyBody',
    { examples: INVALID_KEY_EXAMPLES },
    CHALLENGE,
  ),
  LimitExceeded: answer(
    'A limit of the key is exceeded',
    'LimitExceededBody',
    { examples: LIMIT_EXAMPLES },
    { ...LIMIT_HEADERS, 'Retry-After': headerRef('RetryAfter') },
  ),
  InvalidParameter: answer(
    'Parameters are missing or wrong; the messages say what would be right',
    'InvalidParameterBody',
    { examples: INVALID_PARAMETER_EXAMPLES },
  ),
  FredError: answer('Key or parameter are wrong, in FRED’s form', 'FredErrorBody', {
    example: { error_code: 400, error_message: 'Bad Request.  The series does not exist.' },
  }),
  FredLimit: answer(
    'A limit of the key is exceeded, in FRED’s form',
    'FredErrorBody',
    { example: { error_code: 429, error_message: 'Too Many Requests.  Exceeded Rate Limit.' } },
    { ...LIMIT_HEADERS, 'Retry-After': headerRef('RetryAfter') },
  ),
  NotAuthenticated: plain('The key is missing or invalid', 'Not authenticated', CHALLENGE),
  Forbidden: answer('The key is revoked, or a page of another origin made the request', 'PlainBody', {
    examples: {
      revoked_key: { value: { detail: 'forbidden' } },
      other_origin: { value: OTHER_ORIGIN },
    },
  }),
  NotFound: plain('There is nothing at this path', 'Not Found'),
  UnknownSeries: plain('A code is not known', 'Unknown series: US11Y'),
  HistoryDiffers: plain(
    'The team’s history does not have the publish: it was restored to an earlier time. Make the copy anew, with `after=0`',
    'The team’s history has no publish 2f1c… at version 12',
  ),
  MethodNotAllowed: plain('Only GET and HEAD are answered', 'Method Not Allowed', {
    Allow: headerRef('Allow'),
  }),
  CrossOrigin: answer('A page of another origin made the request (`Origin`, `Sec-Fetch-Site`)', 'PlainBody', {
    example: OTHER_ORIGIN,
  }),
  Misdirected: plain('The `Host` of the request is not this service', 'Misdirected Request'),
  InternalError: plain('A fault of the service', 'Internal Server Error'),
  Unavailable: plain('The service is stopping, or its files cannot be read now', 'Service Unavailable', {
    'Retry-After': headerRef('RetryAfter'),
  }),
};

export const responseRef = (name: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${name}` });

/** Answers that every operation can have. */
export const COMMON_RESPONSES = {
  '403': responseRef('CrossOrigin'),
  '405': responseRef('MethodNotAllowed'),
  '421': responseRef('Misdirected'),
  '500': responseRef('InternalError'),
  '503': responseRef('Unavailable'),
};

export const SCHEMAS = {
  EconomicEnvelope,
  ViewEnvelope,
  YieldsEnvelope,
  ConstituentsEnvelope,
  Catalog,
  InvalidApiKeyBody,
  LimitExceededBody,
  InvalidParameterBody,
  PlainBody,
  FredErrorBody,
};

export const SECURITY_SCHEMES = {
  keyInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description:
      'Not for market data or assistants. A URL with a key in it is a secret; the header keeps keys out of URLs.',
  },
  keyInHeader: {
    type: 'apiKey',
    in: 'header',
    name: KEY_HEADER,
    description: 'Both groups. Where a key is also in the query, the two must be the same.',
  },
  keyAsBearer: {
    type: 'http',
    scheme: 'bearer',
    description: `The same as \`${KEY_HEADER}\`. Where both are sent they must be the same: two different keys are 401. A bearer that has not the form of a key (\`alm_…\`, or 32 hexadecimal digits at FRED’s paths) is not taken for one.`,
  },
};
