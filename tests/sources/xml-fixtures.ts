import { STATES, type StateCode } from '../../service/datasets/states.ts';
import { dateOf, STATE_ROWS, type StateRow } from './text-fixtures.ts';

/** Small XML files in the publishers' layouts; values are made up, except for some landmarks. */

const NBSP = '&#160;';
export type ClaimsWeek = { date: string; initial?: readonly string[]; continued?: readonly string[] };

/** Four weeks of 1967 as published, and a future one. */
export const CLAIMS_WEEKS: readonly ClaimsWeek[] = [
  { date: '01/07/1967', initial: ['346,000', '208,000', NBSP], continued: ['1,594,000', '1,134,000', NBSP] },
  { date: '01/14/1967', initial: ['334,000', '207,000', NBSP], continued: ['1,563,000', '1,119,000', NBSP] },
  { date: '01/21/1967', initial: ['277,000', '217,000', ''], continued: [NBSP, NBSP, NBSP] },
  {
    date: '01/28/1967',
    initial: ['252,000', '204,000', '209,000'],
    continued: ['1,533,000', '1,103,000', '1,118,750'],
  },
  { date: '12/26/2026' },
];

export function claimsXml(weeks: readonly ClaimsWeek[] = CLAIMS_WEEKS, root = 'r539cyNational'): string {
  const claims = (name: string, [nsa = NBSP, sa = NBSP, average = NBSP]: readonly string[] = []) =>
    `<${name}>\n<NSA>${nsa}</NSA>\n<SF>166.5</SF>\n<SA>${sa}</SA>\n<SA4WK>${average}</SA4WK>\n</${name}>`;
  const rows = weeks.map(
    ({ date, initial, continued }) =>
      `<week>\n<weekEnded>${date}</weekEnded>\n${claims('InitialClaims', initial)}\n${claims('ContinuedClaims', continued)}\n<IUR>\n<NSA>1.2</NSA>\n<SA>1.1</SA>\n</IUR>\n<CoveredEmployment>153,186,715</CoveredEmployment>\n</week>`,
  );
  return `<${root} rundate="9/28/2026">\n${rows.join('\n')}\n</${root}>`;
}

/** @returns the report by state: the rows of `stateClaims` in the Department of Labor's XML. */
export function stateClaimsXml(rows: readonly StateRow[] = STATE_ROWS): string {
  const grouped = (number: number) => number.toLocaleString('en-US');
  const weeks = rows.map(({ state, week, c3, c7, c8, c12, c18 = '306108' }) => {
    const [initial, continued] = [Number(c3) + Number(c7), Number(c8) + Number(c12)];
    const cells = {
      stateName: STATES[state as StateCode],
      weekEnded: usDate(week),
      InitialClaims: grouped(initial),
      ReflectingWeekEnded: usDate(week - 1),
      ContinuedClaims: grouped(continued),
      CoveredEmployment: grouped(Number(c18)),
      InsuredUnemploymentRate: ((continued * 100) / Number(c18)).toFixed(2),
    };
    const lines = Object.entries(cells).map(([name, text]) => `\t\t<${name}>${text}</${name}>`);
    return `\t<week>\n${lines.join('\n')}\n\t</week>`;
  });
  const style = '<?xml-stylesheet type="text/xsl" href="http://10.49.1.136/xsl/r539cy_state.xsl"?>';
  return `${style}\n<r539cyState rundate="11/22/2021">\n${weeks.join('\n')}\n</r539cyState>`;
}

const usDate = (week: number) => dateOf(week, true).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

const RATES: Record<string, readonly [string, string | null][]> = {
  '2026-08-13': [
    ['BC_1MONTH', '4.10'],
    ['BC_1_5MONTH', '4.11'],
    ['BC_10YEAR', '4.63'],
    ['BC_30YEAR', '5.17'],
    ['BC_30YEARDISPLAY', '9.99'],
  ],
  '2026-08-14': [
    ['BC_1MONTH', null],
    ['BC_1_5MONTH', ''],
    ['BC_10YEAR', '4.6'],
    ['BC_30YEAR', '5.20'],
    ['BC_30YEARDISPLAY', '9.99'],
  ],
};

/** @returns the Treasury's feed of two days; on the second, one rate is null, one empty, others absent. */
export function treasuryFeed(change: (xml: string) => string = (xml) => xml): string {
  const entries = Object.entries(RATES).map(([date, rates]) => {
    const properties = rates.map(([name, rate]) =>
      rate === null
        ? `<d:${name} m:type="Edm.Double" m:null="true" />`
        : `<d:${name} m:type="Edm.Double">${rate}</d:${name}>`,
    );
    return `<entry>\n<id>http://data.treasury.gov/Feed.svc/DailyTreasuryYieldCurveRateData(9001)</id>\n<title type="text"></title>\n<content type="application/xml">\n<m:properties>\n<d:Id m:type="Edm.Int32">9001</d:Id>\n<d:NEW_DATE m:type="Edm.DateTime">${date}T00:00:00</d:NEW_DATE>\n${properties.join('\n')}\n</m:properties>\n</content>\n</entry>`;
  });
  return change(
    `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<feed xml:base="http://data.treasury.gov/Feed.svc/" xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns="http://www.w3.org/2005/Atom">\n<title type="text">DailyTreasuryYieldCurveRateData</title>\n${entries.join('\n')}\n</feed>`,
  );
}

/** The series of the catalogue by the Board's ids, without `.WW`. */
export const H41_IDS = [
  'RESPPALGUO_N',
  'RESPPALGUOB_N',
  'RESPPALGUOMN_N',
  'RESPPALGUOMI_N',
  'RESPPALGUOMC_N',
  'RESPPALGAO_N',
  'RESPPALGASMO_N',
  'RESPPALD_N',
  'RESPPALGTR_N',
  'RESPPLLR_N',
  'RESPPLLDT_N',
  'RESPPLLDA_N',
  'RESPPLLDD_N',
  'RESPPAO_N',
] as const;
/** Treasury levels that add up: bills, notes, indexed notes, compensation. */
const LEVELS: Record<string, number> = {
  RESPPALGUO_N: 4558332,
  RESPPALGUOB_N: 554373,
  RESPPALGUOMN_N: 3620822,
  RESPPALGUOMI_N: 277105,
  RESPPALGUOMC_N: 106032,
};

/** An observation: an ISO date, a value and a status. */
export type Obs = readonly [date: string, value: string, status?: string];
export type H41Series = {
  name: string;
  mult?: string;
  unit?: string;
  currency?: string;
  observations: readonly Obs[];
};

export function h41Series({
  name,
  mult = '1000000',
  unit = 'Currency',
  currency = 'USD',
  observations,
}: H41Series): string {
  const rows = observations.map(
    ([date, value, status = 'A']) =>
      `<frb:Obs OBS_STATUS="${status}" OBS_VALUE="${value}" TIME_PERIOD="${date}" />`,
  );
  return `<kf:Series CATEGORY="A" CURRENCY="${currency}" FREQ="19" SERIES_NAME="${name}" UNIT="${unit}" UNIT_MULT="${mult}">\n<frb:Annotations>\n<common:Annotation>\n<common:AnnotationType>Short Description</common:AnnotationType>\n<common:AnnotationText>Wednesday level &amp; more</common:AnnotationText>\n</common:Annotation>\n</frb:Annotations>\n${rows.join('\n')}\n</kf:Series>`;
}

export const H41_TOP = `<?xml version="1.0" encoding="UTF-8"?>
<message:MessageGroup xmlns:message="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/message" xmlns:common="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/common" xmlns:frb="http://www.federalreserve.gov/structure/compact/common">
<message:Header>
<message:ID>H41</message:ID>
<message:Test>false</message:Test>
<message:Prepared>2026-09-24T16:30:00</message:Prepared>
<message:Sender id="FRB"/>
</message:Header>
<frb:DataSet id="H41" xmlns:kf="http://www.federalreserve.gov/structure/compact/H41_H41">
`;
export const H41_END = '\n</frb:DataSet>\n</message:MessageGroup>\n';

/** @returns the H.4.1 with two Wednesdays of every series of the catalogue, and other series in between. */
export function h41Xml(extra: readonly string[] = [], leave: readonly string[] = []): string {
  const all = H41_IDS.filter((id) => !leave.includes(id)).flatMap((id, at) => {
    const level = LEVELS[id] ?? 1000 + at;
    const week = (date: string): Obs => [date, String(level)];
    return [
      h41Series({
        name: `${id}.WW`,
        observations: [week('2026-09-16'), week('2026-09-23'), ['2026-09-30', '-9999', 'ND']],
      }),
      h41Series({ name: `${id.replace('_N', '_XCH1_N')}.WW`, observations: [['2026-09-16', '-3']] }),
    ];
  });
  return `${H41_TOP}${[...all, ...extra].join('\n')}${H41_END}`;
}
