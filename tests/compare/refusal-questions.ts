import type { Asked } from './ask.ts';
import type { Endpoint, Question } from './questions.ts';

/** Questions that are judged before any parameter is: methods, hosts, origins, keys, paths. */

type Keys = { active: string; other: string; revoked: string };

const METHODS = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'];

/** @param port of the service, which its own names carry. */
export function doorQuestions(endpoints: readonly Endpoint[], keys: Keys, port: number): Question[] {
  const rightPath = ({ path, right }: Endpoint): string => {
    const query = Object.entries(right).map(([name, value]) => `${name}=${value}`);
    return query.length === 0 ? path : `${path}?${query.join('&')}`;
  };
  const all = endpoints.flatMap((endpoint) => {
    const path = rightPath(endpoint);
    const key = { 'X-API-Key': keys.active };
    const question = (name: string, asked: Partial<Asked>): Question => ({
      name: `${endpoint.name}/${name}`,
      asked: { path, ...asked },
    });
    return [
      ...METHODS.map((method) => question(`method ${method}`, { method, headers: key })),
      ...METHODS.map((method) => question(`method ${method}, no key`, { method })),
      question('with a body', {
        method: 'POST',
        headers: { ...key, 'Content-Type': 'application/json' },
        body: '{}',
      }),
      ...hosts(port).map((host, at) => question(`host ${at}`, { headers: { ...key, Host: host } })),
      ...origins(port).map((headers, at) => question(`origin ${at}`, { headers: { ...key, ...headers } })),
      question('preflight', {
        method: 'OPTIONS',
        headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' },
      }),
      question('slash at the end', { path: path.replace(/(\?|$)/, '/$1'), headers: key }),
      question('upper case', { path: path.replace(/^[^?]*/, (part) => part.toUpperCase()), headers: key }),
      question('double slash', { path: `/${path}`, headers: key }),
      question('percent in the path', { path: path.replace('e', '%65'), headers: key }),
      question('fragment', { path: `${path}#x`, headers: key }),
      question('semicolon', { path: path.replace('&', ';'), headers: key }),
      ...(endpoint.needsKey ? keyQuestions(endpoint, path, keys) : []),
    ];
  });
  return [
    ...all,
    ...OTHER_PATHS.map((path) => ({
      name: `path ${path}`,
      asked: { path, headers: { 'X-API-Key': keys.active } },
    })),
  ];
}

/** Few of them with a key that is not known: after twenty such the service takes its time. */
function keyQuestions({ name, isEconomic }: Endpoint, path: string, keys: Keys): Question[] {
  const question = (what: string, headers: Asked['headers'], query = ''): Question => ({
    name: `${name}/key/${what}`,
    asked: {
      path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
      headers: headers ?? {},
    },
  });
  return [
    question('none', {}),
    question('empty header', { 'X-API-Key': '' }),
    question('unknown', { 'X-API-Key': 'alm_wrong' }),
    question('revoked', { 'X-API-Key': keys.revoked }),
    question('with spaces', { 'X-API-Key': `  ${keys.active}  ` }),
    question('with quotes', { 'X-API-Key': `"${keys.active}"` }),
    question('two headers', { 'X-API-Key': [keys.active, keys.other] }),
    question('same header twice', { 'X-API-Key': [keys.active, keys.active] }),
    question('bearer', { Authorization: `Bearer ${keys.active}` }),
    question('in the query', {}, `api_key=${keys.active}`),
    question('empty in the query', {}, 'api_key='),
    question('revoked in the query', {}, `api_key=${keys.revoked}`),
    question('both the same', { 'X-API-Key': keys.active }, `api_key=${keys.active}`),
    question('both, not the same', { 'X-API-Key': keys.active }, `api_key=${keys.other}`),
    question('twice in the query', {}, `api_key=${keys.active}&api_key=${keys.active}`),
    question('bracketed', {}, `api_key[]=${keys.active}`),
    question('misspelt', {}, `apikey=${keys.active}`),
    question('misspelt beside the header', { 'X-API-Key': keys.active }, `apikey=${keys.active}`),
    question('wrong parameter and no key', {}, isEconomic ? 'units=wrong' : 'limit=wrong'),
    question('wrong parameter and revoked key', { 'X-API-Key': keys.revoked }, 'format=wrong'),
  ];
}

function hosts(port: number): string[] {
  return [
    `localhost:${port}`,
    `LOCALHOST:${port}`,
    `[::1]:${port}`,
    '127.0.0.1',
    '127.0.0.1:1',
    `evil.example:${port}`,
    '',
  ];
}

function origins(port: number): Asked['headers'][] {
  const own = `http://127.0.0.1:${port}`;
  return [
    { Origin: own },
    { Origin: 'https://example.org' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
    { Origin: `https://127.0.0.1:${port}` },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    { Origin: own, 'Sec-Fetch-Site': 'same-origin' },
  ];
}

const OTHER_PATHS = [
  '/',
  '/favicon.ico',
  '/api',
  '/api/v1',
  '/api/v1/economic-data',
  '/api/v1/economic-data/',
  '/api/v1/economic-data/unknown?series=a',
  '/api/v1/economic-data/yields?series=US2Y',
  '/api/v1/economic-data/us_debt/x',
  '/api/v2/catalog',
  '/yields',
  '/yields/',
  '/yields/US2Y',
  '/yields/series=',
  '/yields/series=%20',
  '/yields/series=US2Y,',
  '/yields/series=,US2Y',
  '/yields/series=us2y',
  '/yields/series=US11Y',
  '/yields/series=US2Y,US11Y,US12Y',
  '/yields/series=US2Y,US2Y,US10Y',
  '/yields/series=%20US2Y%20,%20US10Y',
  '/yields/series=US2Y%2CUS10Y',
  '/yields/series=US2Y;US10Y',
  '/yields/series=US2Y/x',
  '/yields/Series=US2Y',
  '/yields/series=US2Y%00',
  '/yields/series=%zz',
  `/yields/series=${'US2Y,'.repeat(1500)}US2Y`,
  `/yields/series=${'X'.repeat(9000)}`,
  '/constituents',
  '/constituents/',
  '/constituents/series=',
  '/constituents/series=SP500',
  '/constituents/series=IVV',
  '/constituents/series=SPY',
  '/constituents/series=IVV,SPY',
  '/constituents/series=ivv',
  '/constituents/series=UNKNOWN',
  '/constituents/series=IVV?limit=3&offset=2',
  '/constituents/series=IVV?limit=3&offset=100000',
  '/constituents/series=IVV?format=csv',
  '/constituents/series=SPY?format=csv&limit=0',
  '/constituents/series=%3Cscript%3E',
  '/docs/',
  '/docs/almanac.css',
  '/docs/../healthz',
  '/docs/%2e%2e/healthz',
  '/docs/unknown.js',
  '/healthz/',
  '/healthz?x=1&x=2',
  '/openapi.yaml',
  '/api/v1/catalog?format[]=csv',
  '/host/state',
  '/control/state',
];

/** @returns bytes that no HTTP library would send. */
export function rawRequests(port: number): [name: string, bytes: string][] {
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const end = 'Connection: close\r\n\r\n';
  return [
    ['no host', `GET /healthz HTTP/1.1\r\n${end}`],
    ['two hosts', `GET /healthz HTTP/1.1\r\n${host}${host}${end}`],
    ['no host, HTTP 1.0', `GET /healthz HTTP/1.0\r\n${end}`],
    ['absolute form', `GET http://127.0.0.1:${port}/healthz HTTP/1.1\r\n${host}${end}`],
    ['absolute form of another', `GET http://evil.example/healthz HTTP/1.1\r\n${host}${end}`],
    ['star', `OPTIONS * HTTP/1.1\r\n${host}${end}`],
    ['no method', `/healthz HTTP/1.1\r\n${host}${end}`],
    ['unknown method', `BREW /healthz HTTP/1.1\r\n${host}${end}`],
    ['trace', `TRACE /healthz HTTP/1.1\r\n${host}${end}`],
    ['connect', `CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n${end}`],
    ['space in the path', `GET /health z HTTP/1.1\r\n${host}${end}`],
    ['wrong version', `GET /healthz HTTP/9.9\r\n${host}${end}`],
    ['header without a colon', `GET /healthz HTTP/1.1\r\n${host}wrong\r\n${end}`],
    ['long header', `GET /healthz HTTP/1.1\r\n${host}X-Long: ${'a'.repeat(20_000)}\r\n${end}`],
    ['long path', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}${end}`],
    ['not HTTP', `${String.fromCharCode(22, 3, 1, 2)}hello\r\n\r\n`],
    ['wrong length', `GET /healthz HTTP/1.1\r\n${host}Content-Length: x\r\n${end}`],
    ['two lengths', `POST /healthz HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n${end}a`],
    ['percent that is none', `GET /%zz HTTP/1.1\r\n${host}${end}`],
  ];
}
