import type { Asked } from './ask.ts';

/** Questions to the API that are made from its OpenAPI document, so that a new path or parameter is asked about by itself. */

export type Parameter = {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  schema: { type?: string; enum?: string[]; format?: string; items?: { enum?: string[] } };
  example?: unknown;
};
export type Operation = { parameters?: Parameter[]; security?: unknown[] };
export type OpenApi = { paths: Record<string, { get?: Operation }> };
/** A path with a right query, and what it takes. */
export type Endpoint = {
  /** For file names: the path without its codes. */
  name: string;
  path: string;
  isEconomic: boolean;
  needsKey: boolean;
  parameters: readonly Parameter[];
  right: Readonly<Record<string, string>>;
};
export type Question = { name: string; asked: Asked };

/** @returns the paths of a document, each with a right query. */
export function endpointsOf(document: OpenApi): Endpoint[] {
  // Of a path that takes POST alone nothing is asked.
  const asked = Object.entries(document.paths).flatMap(([template, { get }]) =>
    get ? [[template, get] as const] : [],
  );
  return asked.map(([template, get]) => {
    const parameters = (get.parameters ?? []).filter((one) => one.in === 'query');
    const codes = get.parameters?.find((one) => one.in === 'path');
    const path = template.replace(/\{.*\}/, String(codes?.example ?? ''));
    const right = parameters.filter(({ required }) => required);
    return {
      name: path
        .slice(1)
        .replace(/\/?series=[^/]*/, '')
        .replaceAll('/', ' '),
      path,
      isEconomic: template.includes('/economic-data/'),
      needsKey: get.security === undefined || get.security.length > 0,
      parameters,
      right: Object.fromEntries(right.map(({ name, example }) => [name, String(example)])),
    };
  });
}

/** Other programs' words for parameters, and words that mean nothing. */
const OTHER_NAMES = [
  'tenor',
  'series_id',
  'date',
  'from',
  'to',
  'start',
  'start_date',
  'end_date',
  'observation_start',
  'observation_end',
  'vintage',
  'vintage_dates',
  'freq',
  'token',
  'page',
  'page_size',
  'per_page',
  'order',
  'layout',
  'callback',
  '_',
  'utm_source',
  'x'.repeat(200),
  '__proto__',
  'constructor',
  '[',
  '',
];
const WRONG_DATES = [
  '2024',
  '2024-1-1',
  '2024-02-30',
  '2023-02-29',
  '2024-13-01',
  '2024-00-10',
  '20240101',
  '01/02/2024',
  '2024-01-01T00:00:00Z',
  '0000-01-01',
  '9999-12-31',
  '2027-03-02',
  '-2024-01-01',
  ' 2024-01-01',
  '2024-01-01 ',
  'today',
];
const WRONG_NUMBERS = [
  '0',
  '-1',
  '+5',
  '5001',
  '1.5',
  '1e3',
  '0x10',
  '007',
  'ten',
  '99999999999999999999999',
  ' 5',
  '٣',
];
const WRONG_WORDS = [
  'x',
  'XLSX',
  'CSV',
  'json,csv',
  'lin,chg',
  'PC1',
  'pc2',
  'weekly',
  'Q',
  'sums',
  'null',
  '%00',
  '’',
];

/** @returns each parameter of an endpoint missing, empty, wrong, repeated, bracketed, misspelt, and those of other paths. */
export function wrongQuestions(endpoint: Endpoint, all: readonly Endpoint[]): Question[] {
  const { name: room, path, right, parameters } = endpoint;
  const own = new Set(parameters.map(({ name }) => name));
  const others = new Map(
    all
      .flatMap((one) => one.parameters)
      .flatMap((one) => (own.has(one.name) ? [] : [[one.name, one] as const])),
  );
  const question = (name: string, query: string): Question => ({
    name: `${room}/${name}`,
    asked: { path: query === '' ? path : `${path}?${query}` },
  });
  const without = (left: string): string =>
    written(Object.fromEntries(Object.entries(right).filter(([name]) => name !== left)));
  const withValue = (name: string, value: string): string => written({ ...right, [name]: value });
  const beside = (part: string): string => [written(right), part].filter((one) => one !== '').join('&');
  // Paths answered without a key take no parameters.
  if (!endpoint.needsKey)
    return ['', 'a=1', 'a=1&a=2', 'a[]=1', 'series=x', 'series', 'a=%zz'].map((query, at) =>
      question(`no parameters ${at}`, query),
    );
  return [
    question('right', written(right)),
    question('nothing', ''),
    ...parameters.flatMap((parameter) => {
      const { name } = parameter;
      return [
        question(`${name}/missing`, without(name)),
        question(`${name}/empty`, withValue(name, '')),
        question(`${name}/blank`, withValue(name, '  ')),
        question(`${name}/long`, withValue(name, 'a'.repeat(8001))),
        ...wrongValues(parameter).map((value, at) =>
          question(`${name}/wrong ${at} ${value}`, withValue(name, value)),
        ),
        question(`${name}/twice`, beside(`${name}=${rightValue(parameter)}&${name}=b`)),
        question(`${name}/thrice`, beside(`${name}=1&${name}=2&${name}=3`)),
        question(`${name}/bracketed`, beside(`${name}[]=${rightValue(parameter)}`)),
        question(`${name}/indexed`, beside(`${name}[0]=${rightValue(parameter)}`)),
        ...misspelt(name).map((other) =>
          question(`${name}/misspelt ${other}`, beside(`${other}=${rightValue(parameter)}`)),
        ),
      ];
    }),
    ...[...others.values()].map((one) =>
      question(`of others/${one.name}`, beside(`${one.name}=${rightValue(one)}`)),
    ),
    ...OTHER_NAMES.map((name, at) =>
      question(`other names/${at} ${name}`, beside(`${encodeURIComponent(name)}=1`)),
    ),
    question('no equals sign', beside('series')),
    question('wrong percent', beside('a=%zz')),
  ];
}

/** @returns wrong ways to use parameters together, and every right value of those that have a list. */
export function pairedQuestions({ name: room, path, right, parameters }: Endpoint): Question[] {
  const question = (name: string, query: Readonly<Record<string, string>>): Question => ({
    name: `${room}/together/${name}`,
    asked: { path: `${path}?${written({ ...right, ...query })}` },
  });
  const values = (name: string): string[] => parameters.find((one) => one.name === name)?.schema.enum ?? [];
  const each = (name: string, more: Readonly<Record<string, string>> = {}): Question[] =>
    values(name).map((value) =>
      question(`${name} ${value} ${Object.entries(more).flat().join(' ')}`, { ...more, [name]: value }),
    );
  if (values('units').length === 0) return [];
  return [
    ...each('units'),
    ...each('units', { index_date: '2024-02-01' }),
    ...each('frequency'),
    ...each('aggregation_method'),
    ...values('frequency').flatMap((frequency) => each('aggregation_method', { frequency })),
    ...each('units', { frequency: 'a', aggregation_method: 'avg' }),
    question('index date alone', { index_date: '2024-02-01' }),
    question('index date without data', { units: 'nbd', index_date: '1900-01-01' }),
    question('range turned round', { date_from: '2025-01-01', date_to: '2024-01-01' }),
    question('as of before any', { as_of: '1999-12-31' }),
    question('as of with units', { as_of: '2027-01-10', units: 'pc1' }),
    question('csv with token', { format: 'csv', token_id: 'abc' }),
    question('token made up', { token_id: 'abc.def' }),
  ];
}

function written(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');
}

/** @returns a value that the parameter takes. */
export function rightValue({ schema, example }: Parameter): string {
  if (example !== undefined) return String(example);
  return schema.enum?.[0] ?? schema.items?.enum?.[0] ?? (schema.type === 'integer' ? '5' : 'abc');
}

function wrongValues(parameter: Parameter): string[] {
  const { schema } = parameter;
  if (schema.format === 'date') return WRONG_DATES;
  if (schema.type === 'integer') return WRONG_NUMBERS;
  const [known = 'a', next = 'b'] = schema.items?.enum ?? schema.enum ?? [];
  const near = `${known.slice(0, -1)}`;
  const words = [near, `${known}x`, known.toUpperCase(), known.toLowerCase(), `zz_${known}`, ...WRONG_WORDS];
  if (!schema.items) return words;
  const lists = [
    `${known},`,
    `,${known}`,
    `${known},,${next}`,
    `${known},${near}`,
    ` ${known} , ${known}`,
    `${known};${next}`,
  ];
  return [...words, ...lists, known.repeat(9)];
}

function misspelt(name: string): string[] {
  const swapped = name.slice(0, 1) + name.charAt(2) + name.charAt(1) + name.slice(3);
  const all = [
    name.slice(0, -1),
    `${name}s`,
    swapped,
    name.toUpperCase(),
    name.replaceAll('_', '-'),
    name.replaceAll('_', ''),
    `${name.slice(0, 2)}z${name.slice(3)}`,
    ` ${name}`.replace(' ', '%20'),
  ];
  return [...new Set(all)].filter((other) => other !== name);
}
