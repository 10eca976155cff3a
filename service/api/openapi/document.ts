import type { TObject } from 'typebox';
import { Catalog } from '../../contract/catalog.ts';
import {
  ConstituentsEnvelope,
  EconomicEnvelope,
  ViewEnvelope,
  YieldsEnvelope,
} from '../../contract/economic.ts';
import {
  FredErrorBody,
  InvalidApiKeyBody,
  InvalidParameterBody,
  LimitExceededBody,
  PlainBody,
} from '../../contract/errors.ts';
import {
  APP_NAME,
  KEY_HEADER,
  ORIGIN_HEADER,
  REQUEST_ID_HEADER,
  TOTAL_COUNT_HEADER,
} from '../../contract/names.ts';
import { NPM_PROGRAM } from '../../contract/shell.ts';
import { RATE_LIMIT_POLICY } from '../../keys/index.ts';
import type { answers, DescribedRoute, RefusalName } from '../http/described-route.ts';
import type { ParameterSchema } from '../http/query.ts';
import type { Site } from '../http/site.ts';
import {
  INVALID_KEY_EXAMPLES,
  INVALID_PARAMETER_EXAMPLES,
  LIMIT_EXAMPLES,
  OTHER_ORIGIN,
} from './examples.ts';

/** All refusals, as one table for readers; each operation also lists its own. */
const REFUSALS: readonly [status: string, when: string, ...details: unknown[]][] = [
  [
    '401',
    'Economic data: the key is missing, empty, invalid or revoked',
    INVALID_KEY_EXAMPLES.unknown.value.detail,
  ],
  ['401', 'Market data: the key is missing or invalid', 'Not authenticated'],
  ['403', 'Market data: the key is revoked', 'forbidden'],
  ['403', 'Every path: a page of another origin asks, which nobody let in', OTHER_ORIGIN],
  [
    '404',
    'There is nothing at the path; market data: a code is not known',
    'Not Found',
    'Unknown series: US11Y',
  ],
  ['405', 'The method is neither GET nor HEAD; at `/mcp`, not POST', 'Method Not Allowed'],
  ['421', 'The `Host` is not this service', 'Misdirected Request'],
  [
    '422',
    'Parameters are wrong: the first, and all of them in `errors`',
    {
      error: 'invalid_parameter',
      parameter: 'date_from',
      message: '…',
      errors: [{ error: 'invalid_parameter', parameter: 'date_from', message: '…' }],
    },
  ],
  ['429', 'Economic data: a limit of the key is exceeded', LIMIT_EXAMPLES.minute.value.detail],
  ['500', 'A fault of the service', 'Internal Server Error'],
  [
    '503',
    'The service is stopping, or its files or its team’s database cannot be read now',
    'Service Unavailable',
  ],
];

function errorTable(): string {
  const rows = REFUSALS.map(([status, when, ...details]) => {
    const bodies = details.map(
      (detail) => `\`${JSON.stringify(detail === OTHER_ORIGIN ? detail : { detail })}\``,
    );
    return `| ${status} | ${when} | ${bodies.join(' ')} |`;
  });
  return ['| Status | When | Body |', '|---|---|---|', ...rows].join('\n');
}

const description = (
  isPublic: boolean,
) => `Read-only time series of the US economy and markets, from the ${APP_NAME} ${isPublic ? 'at this address' : 'on this computer'}.

- **Keys** are made and revoked in the app under *API access*, or with \`${NPM_PROGRAM} keys create --label NAME\`.
- **Economic data** take the key as \`api_key\` or in the header \`X-API-Key\`, and are paged by \`pagination.next_url\`: append it to \`{base_url}/api/v1\` until it is null. The header \`Link\` (\`rel="next"\`) has the whole path.
- \`Authorization: Bearer KEY\` is the same as \`X-API-Key: KEY\`. Where two keys are sent they must be the same.
- **Market data** take the key in a header only, and are paged by \`limit\` and \`offset\`.
- **Values** are text, exactly as the publisher wrote them. **Dates** are \`YYYY-MM-DD\`.
- **Units and frequency** of economic data and yields are FRED's: \`units=pc1\` is the percent change from a year ago, \`frequency=q\` makes quarters.
- **A chart of the app is one request**: \`/api/v1/view\` takes the parameters of its address and answers its lines, formulas and moving averages included.
- A parameter that is misspelt, that means something only at another path, that stands twice or has brackets is refused with 422. Other unknown names are ignored.
- \`HEAD\` answers as \`GET\` does, without the body. Answers carry an \`ETag\`; \`If-None-Match\` gives 304 while the data are the same, and a 304 does not count against the limits. Every answer has an \`X-Request-Id\`.
- Wrong keys are answered slowly after the first twenty: ten a second, whoever asks. A good key never waits for that. Limits are by the clock's minute and the UTC day, and outlive a restart; a clock that is set back into a minute that has passed starts that minute again.
- Pages of other origins are refused. \`${NPM_PROGRAM} serve --allow-origin https://example.org\`, or \`allowed_origins\` in settings.json of the data folder, lets pages of an origin in; they need a key as everybody does.
- ${isPublic ? 'The service answers' : 'The service listens on this computer only and answers'} to no other name than its own.

${errorTable()}`;

/** @returns the OpenAPI 3.1 document: https://spec.openapis.org/oas/v3.1.1.html */
export function openapiDocument(
  routes: readonly DescribedRoute[],
  { version, entrance: { url, isPublic } }: Pick<Site, 'version' | 'entrance'>,
) {
  const paths = routes.map((route) => [
    route.config?.path ?? route.url,
    { [route.method.toLowerCase()]: operation(route) },
  ]);
  return {
    openapi: '3.1.1',
    info: {
      title: `${APP_NAME} API`,
      version,
      summary: `US economic and market data ${isPublic ? 'of a team' : 'on this computer'}`,
      description: description(isPublic),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: url(), description: isPublic ? 'This service' : 'This computer' }],
    tags: [
      {
        name: 'Economic data',
        description: 'Seven datasets, paged by token; 100 requests a minute, 10,000 a day',
      },
      {
        name: 'Charts',
        description:
          'The lines of a chart by its address, and lists for spreadsheets; counts as a request of economic data',
      },
      { name: 'Market data', description: 'Yields and constituents, paged by limit and offset' },
      {
        name: 'FRED’s clients',
        description:
          'What programs written for FRED ask for; counts as a request of economic data. Refusals have FRED’s form: 400 with `error_code` and `error_message`',
      },
      {
        name: 'Assistants',
        description: 'The Model Context Protocol; each message counts as a request of economic data',
      },
      ...(routes.some(({ schema }) => schema.tags?.includes('Team'))
        ? [{ name: 'Team', description: 'For the desktops of a team; does not count as a request' }]
        : []),
      { name: 'Discovery', description: 'Without a key: what there is, and whether the service is well' },
    ],
    paths: Object.fromEntries(paths),
    components: {
      schemas: SCHEMAS,
      responses: RESPONSES,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function operation({ schema, method }: DescribedRoute): object {
  const { operationId, tags, summary, description, externalDocs, security = [] } = schema;
  const { params, querystring, headers, body, response } = schema as {
    [Part in 'params' | 'querystring' | 'headers']?: TObject;
  } & { body?: { content: object }; response: DescribedResponses };
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', querystring),
    ...parametersOf('header', headers),
  ];
  const { 200: answer, ...refusals } = response;
  const isPaged = querystring !== undefined && 'token_id' in querystring.properties;
  return {
    operationId,
    tags,
    summary,
    description,
    externalDocs,
    security,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: body && { required: true, content: body.content },
    responses: {
      200: {
        description: answer.description,
        headers: answer.headers ?? {
          ...REQUEST_ID,
          ...(tags?.includes('Discovery') ? { ETag: headerRef('ETag') } : DATA_HEADERS),
          ...(isPaged ? PAGE_HEADERS : {}),
          ...('429' in refusals ? LIMIT_HEADERS : {}),
          ...('text/csv' in answer.content ? CSV_HEADERS : {}),
        },
        content: answer.content,
      },
      ...(method === 'GET' && { 304: responseRef('NotModified') }),
      ...COMMON_RESPONSES,
      ...refusals,
    },
  };
}

type DescribedResponses = { 200: ReturnType<typeof answers> & { headers?: object } } & Record<string, object>;

function parametersOf(where: 'path' | 'query' | 'header', schema: TObject | undefined): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    // Leave out the fields that only the texts of 422 need.
    const { description, example, right, wrong, isCheckedLater, isIgnored, ...rest } =
      property as ParameterSchema;
    return {
      name,
      in: where,
      required: schema?.required?.includes(name) ?? false,
      description,
      schema: rest,
      ...(where === 'path' && { style: 'simple', explode: false }),
      ...(where === 'query' && rest.type === 'array' && { style: 'form', explode: false }),
      example,
    };
  });
}

/** The parts of the OpenAPI document that operations refer to. Their schemas also type the code. */

const header = (description: string, schema: object, example?: string) => ({
  description,
  schema,
  ...(example === undefined ? {} : { example }),
});
const TEXT = { type: 'string' };
const WHOLE = { type: 'integer' };

const HEADERS = {
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

const headerRef = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
const REQUEST_ID = { [REQUEST_ID_HEADER]: headerRef('RequestId') };
const LIMIT_HEADERS = {
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
  RateLimit: headerRef('RateLimit'),
};
const CHALLENGE = { 'WWW-Authenticate': headerRef('WwwAuthenticate') };

const DATA_HEADERS = { [ORIGIN_HEADER]: headerRef('DataOrigin'), ETag: headerRef('ETag') };
const PAGE_HEADERS = { Link: headerRef('Link') };
const CSV_HEADERS = {
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

const RESPONSES = {
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
    examples: { revoked_key: { value: { detail: 'forbidden' } }, other_origin: { value: OTHER_ORIGIN } },
  }),
  NotFound: plain('There is nothing at this path', 'Not Found'),
  UnknownSeries: plain('A code is not known', 'Unknown series: US11Y'),
  HistoryDiffers: plain(
    'The team’s history does not have the publish: it was restored to an earlier time. Rebuild the copy, with `after=0`',
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
} satisfies Record<RefusalName, object> & Record<string, object>;

const responseRef = (name: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${name}` });

const COMMON_RESPONSES = {
  '403': responseRef('CrossOrigin'),
  '405': responseRef('MethodNotAllowed'),
  '421': responseRef('Misdirected'),
  '500': responseRef('InternalError'),
  '503': responseRef('Unavailable'),
};

const SCHEMAS = {
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

const SECURITY_SCHEMES = {
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
