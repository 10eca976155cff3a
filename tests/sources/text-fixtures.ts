/** Small files in the publishers' layouts; values are made up, except for some landmarks. */

export type StateRow = {
  state: string;
  week: number;
  c3: string;
  c7: string;
  c8: string;
  c12: string;
  c18?: string;
  c19?: string;
};

const DAY_MS = 86_400_000;
const FIRST_SATURDAY = Date.UTC(2020, 2, 7);

/** Three areas, six weeks from 2020-03-07; California's week of 2020-03-28 is as published. */
export const STATE_ROWS: readonly StateRow[] = ['AK', 'CA', 'WY'].flatMap((state, area) =>
  [0, 1, 2, 3, 4, 5].map((week) => ({
    state,
    week,
    c3: state === 'CA' && week === 3 ? '1058221' : String(1000 * (area + 1) + week),
    c7: state === 'CA' && week === 3 ? '104' : String(week),
    c8: String(7000 * (area + 1) + week),
    c12: String(20 + week),
  })),
);

const COUNTED = Array.from({ length: 23 }, (_, at) => `c${at + 1}`);
const DATA_MAP =
  'state,report_for_period_ending,week_number,reflected_week_ending,ic,fic,xic,wsic,wseic,cw,fcw,xcw,wscw,wsecw,ebt,ebui,abt,abui,at,ce,r,ar,p,status,status_change_date,curdate,priorwk_pub,priorwk';
const HEADERS = {
  mdy: ['st', 'rptdate', ...COUNTED, 'curdate', 'priorwk_pub', 'priorwk'].join(','),
  iso: ['st', 'rptdate', ...COUNTED, 'curdate', 'priorwk_pub', 'priorwk']
    .map((name) => `"${name}"`)
    .join(','),
  region: ['st', 'region', 'rptdate', ...COUNTED, 'curdate', 'priorwk_pub', 'priorwk'].join(','),
  dataMap: DATA_MAP,
};
export type StateLayout = keyof typeof HEADERS;

/** @returns `ar539.csv` as until 2025 (mdy), as today (iso), with an extra column or data-map names. */
export function stateClaims(layout: StateLayout, rows: readonly StateRow[] = STATE_ROWS): string {
  const isIso = layout === 'iso' || layout === 'dataMap';
  const q = (text: string) => (layout === 'iso' ? `"${text}"` : text);
  const lines = rows.map(({ state, week, c3, c7, c8, c12, c18 = '306108', c19 = '2.86' }) => {
    const [rptdate, c2] = [dateOf(week, isIso), dateOf(week - 1, isIso)];
    const other = ['8766', c18, c19, '3.79', '75.46', q('E'), isIso ? '2018-04-07' : '4/7/2018'];
    const run = isIso ? ['2025-03-13', '2025-03-08', '2025-03-06'] : ['3/13/2025', '3/8/2025', '3/6/2025'];
    const claims = [c3, '24', '2', '0', c7, c8, '241', '17', '0', c12, '0', '0', '0', '0'];
    const region = layout === 'region' ? ['10'] : [];
    return [q(state), ...region, q(rptdate), String(week + 10), c2, ...claims, ...other, ...run].join(',');
  });
  const end = layout === 'iso' ? '\n' : '\r\n';
  return [HEADERS[layout], ...lines, ''].join(end);
}

/** @returns the Saturday of a week, as ISO or M/D/YYYY. */
export function dateOf(week: number, isIso: boolean): string {
  const day = new Date(FIRST_SATURDAY + week * 7 * DAY_MS);
  const iso = day.toISOString().slice(0, 10);
  return isIso ? iso : `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`;
}

export type BlsMonth = { year: string; period: string; value: string; code?: string; text?: string };

/** Openings of the second half of 2025 without October, and the year's average; newest first, as at BLS. */
export const BLS_MONTHS: readonly BlsMonth[] = [
  { year: '2025', period: 'M13', value: '7,000.1' },
  { year: '2025', period: 'M12', value: '6550', code: 'P', text: 'preliminary' },
  { year: '2025', period: 'M11', value: '6846' },
  { year: '2025', period: 'M10', value: '-', code: 'X', text: 'Data unavailable due to the lapse' },
  { year: '2025', period: 'M09', value: '7169' },
  { year: '2025', period: 'M08', value: '7227' },
  { year: '2025', period: 'M07', value: '7181' },
];

/** @returns an answer of the API, with one data row per line. */
export function blsJson(
  series: Record<string, readonly BlsMonth[]>,
  message: readonly string[] = [],
): string {
  const lists = Object.entries(series).map(([id, months]) => {
    const rows = months.map(({ year, period, value, code, text }) =>
      JSON.stringify({ year, period, periodName: 'x', value, footnotes: [code ? { code, text } : {}] }),
    );
    return `{"seriesID":"${id}","data":[\n${rows.join(',\n')}]}`;
  });
  return `{"status":"REQUEST_SUCCEEDED","responseTime":180,"message":${JSON.stringify(message)},"Results":{\n"series":\n[${lists.join(',\n')}]\n}}`;
}

/** @returns a flat file of the LABSTAT database: CRLF, ids padded to 30, values right-aligned. */
export function blsFlatFile(series: Record<string, readonly BlsMonth[]>): string {
  const row = (cells: readonly string[]) => {
    const [id = '', year, period, value = '', codes] = cells;
    return [id.padEnd(30), year, period, value.padStart(12), codes].join('\t');
  };
  const lines = Object.entries(series).flatMap(([id, months]) =>
    months.map(({ year, period, value, code = '' }) => row([id, year, period, value, code])),
  );
  return [row(['series_id', 'year', 'period', 'value', 'footnote_codes']), ...lines, ''].join('\r\n');
}

/** BEA's flat file, with the wanted series between two others. */
export const NIPA = [
  '%SeriesCode,Period,Value',
  'A064RC,2026M02,"1,234"',
  'A065RC,2026M02,"26,597,656"',
  'A065RC,2026M03,"26,739,879"',
  'A065RC,2026M04,(NA)',
  'A065RC,2026M05,"26,951,347"',
  'A065RC,2026M06,"26,999,687"',
  'A065RC,2026M07,"27,114,792"',
  'DPCCRG,1959M01,"15.501"',
  'DPCCRG,1959M02,---',
  '',
].join('\n');

const H41_COLUMNS: Record<string, string[]> = {
  RESPPALGUO_N: ['4554450', '4558332', '4558332'],
  RESPPALGUO_XCH1_N: ['2113', '3882', '0'],
  RESPPALGUOB_N: ['550482', '554373', '554373'],
  RESPPALGUOMN_N: ['3620822', '3620822', '3620822'],
  RESPPALGUOMI_N: ['277105', '277105', '277105'],
  RESPPALGUOMC_N: ['106041', '106033', '106033'],
  RESPPLLDT_N: ['991708', '947317', 'ND'],
  RESPPALD_N: ['NA', '', '6311'],
  RESPPALD_XCH52_N: ['400', '-2194', '0'],
};

/** @returns the H.4.1 with series in columns, three Wednesdays; `order` changes the column order. */
export function h41(
  order: (ids: string[]) => string[] = (ids) => ids,
  options: { multiplier?: string; newline?: string } = {},
): string {
  const { multiplier = '1000000', newline = '\r\n' } = options;
  const ids = order(Object.keys(H41_COLUMNS));
  const top = (name: string, cell: (id: string) => string) =>
    [name, ...ids.map(cell)].map((text) => `"${text}"`).join(',');
  const weeks = ['2026-09-16', '2026-09-23', '2026-09-30'].map((date, at) =>
    [date, ...ids.map((id) => H41_COLUMNS[id]?.[at])].join(','),
  );
  return [
    top('Series Description', (id) => `Assets, of all kinds: ${id}: Wednesday level`),
    top('Unit:', () => 'Currency'),
    top('Multiplier:', () => multiplier),
    top('Currency:', () => 'USD'),
    top('Unique Identifier: ', (id) => `H41/H41/${id}.WW`),
    top('Time Period', (id) => `${id}.WW`),
    ...weeks,
  ].join(newline);
}
