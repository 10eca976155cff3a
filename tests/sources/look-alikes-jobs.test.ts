import { expect, test } from 'vitest';
import { checkLeftOut, checkRefused, facts, ODD } from './look-alikes.ts';
import { BLS_MONTHS, blsFlatFile, blsJson, NIPA, stateClaims } from './text-fixtures.ts';
import { CLAIMS_WEEKS, claimsXml } from './xml-fixtures.ts';

const weeks = claimsXml(CLAIMS_WEEKS);
checkRefused('DOL, the nation', [
  ['under the root of the states', claimsXml(CLAIMS_WEEKS, 'r539cyState'), /stateName: .* no such element/],
  [
    'states under the root of the nation: a week there twice',
    claimsXml([...CLAIMS_WEEKS.slice(0, 1), ...CLAIMS_WEEKS.slice(0, 1)]),
    /the week ending 01\/07\/1967 is already on line/,
  ],
]);
checkLeftOut('DOL, the nation', [
  ['seasonal factors', weeks.replaceAll('166.5', ODD), weeks],
  ['the insured unemployment rate', weeks.replaceAll(/<(NSA|SA)>1\.[12]</g, `<$1>${ODD}<`), weeks],
  [
    'a figure of one programme within the claims',
    weeks.replaceAll('</InitialClaims>', `<UCFE><SA>${ODD}</SA></UCFE></InitialClaims>`),
    weeks,
  ],
  ['covered employment', weeks.replaceAll('153,186,715', ODD), weeks],
]);

const states = stateClaims('iso');
const STATE_COLUMNS = states.slice(0, states.indexOf('\n')).split(',');
/** @returns the state file with `ODD` in every row of a column. */
const withOdd = (column: string) =>
  states
    .split('\n')
    .map((line, at) => {
      const cells = line.split(',');
      if (at > 0 && line !== '') cells[STATE_COLUMNS.indexOf(`"${column}"`)] = ODD;
      return cells.join(',');
    })
    .join('\n');
checkRefused('DOL, the states', [
  [
    'the monthly report ETA 5159, whose columns have the same names',
    `st,rptdate,${Array.from({ length: 45 }, (_, at) => `c${at + 1}`).join(',')}\nAK,2/29/2020${`,${ODD}`.repeat(45)}\n`,
    /line 2, column "c2": "7777" is not a date: in ar539\.csv .* Other reports .* ar5159\.csv/,
  ],
  ['a total of the nation', states.replaceAll('"CA"', '"US"'), /column "st": "US" is not a state/],
  [
    'names of states, not their codes',
    states.replaceAll('"CA"', '"California"'),
    /"California" is not a state/,
  ],
]);
checkLeftOut(
  'DOL, the states',
  [
    ['c4', 'initial claims of federal employees'],
    ['c5', 'initial claims of ex-servicemembers'],
    ['c6', 'initial claims of workshare by head'],
    ['c9', 'continued claims of federal employees'],
    ['c10', 'continued claims of ex-servicemembers'],
    ['c11', 'continued claims of workshare by head'],
    ['c13', 'extended benefits'],
    ['c17', 'average insured unemployment'],
    ['priorwk', 'a date of the run'],
  ].map(([column = '', what]) => [`${what} (${column})`, withOdd(column), states] as const),
);

const OPENINGS = 'JTS000000000000000JOL';
const ODD_MONTHS = [{ year: '2025', period: 'M07', value: ODD }];
const months = (period: string) => ({ [OPENINGS]: [{ year: '2025', period, value: ODD }] });
const HELD = { [OPENINGS]: BLS_MONTHS };
const OTHER_IDS = [
  ['one state', 'JTS000000060000000JOL'],
  ['one region', 'JTS00000000SO00000JOL'],
  ['one industry', 'JTS300000000000000JOL'],
  ['one size of firms', 'JTS000000000000001JOL'],
  ['another survey', 'CUSR0000SA0'],
  ['the number of unemployed', 'LNS13000000'],
] as const;
for (const [name, write] of [
  ['BLS API', blsJson],
  ['BLS flat file', blsFlatFile],
] as const) {
  checkRefused(name, [
    ...OTHER_IDS.map(
      ([what, id]) =>
        [`${what} alone`, write({ [id]: ODD_MONTHS }), /holds none of the 26 JOLTS series/] as const,
    ),
    ['quarters', write(months('Q03')), /"Q03" is not a month/],
    ['years', write(months('A01')), /"A01" is not a month/],
    ['half years', write(months('S01')), /"S01" is not a month/],
  ]);
  checkLeftOut(name, [
    ...OTHER_IDS.map(
      ([what, id]) =>
        [`${what} beside the nation`, write({ ...HELD, [id]: ODD_MONTHS }), write(HELD)] as const,
    ),
    [
      'the average of the year (M13)',
      write({ [OPENINGS]: [{ year: '2024', period: 'M13', value: ODD }, ...BLS_MONTHS] }),
      write(HELD),
    ],
  ]);
  test(`${name}: levels, rates and their adjustments are read as four series`, () => {
    const one = (value: string) => [{ year: '2025', period: 'M07', value }];
    const text = write({
      JTS000000000000000JOL: one('1'),
      JTU000000000000000JOL: one('2'),
      JTS000000000000000JOR: one('3.0'),
      JTU000000000000000JOR: one('4.0'),
    });
    expect(facts(text).observations).toEqual([
      'jolts/job_openings_level_nsa 2025-07-01 2',
      'jolts/job_openings_level_sa 2025-07-01 1',
      'jolts/job_openings_rate_nsa 2025-07-01 4.0',
      'jolts/job_openings_rate_sa 2025-07-01 3.0',
    ]);
  });
}
checkLeftOut('BLS API', [
  [
    'changes that BLS calculates',
    blsJson(HELD).replaceAll('"footnotes"', `"calculations":{"pct_changes":{"12":"${ODD}"}},"footnotes"`),
    blsJson(HELD),
  ],
]);

const nipa = (row: string) => `%SeriesCode,Period,Value\n${row}\nDPCCRG,1959M01,"15.501"\n`;
checkRefused('BEA', [
  ['annual (NipaDataA.txt)', nipa('A065RC,2025,"26,999,687"'), /"2025" is not a month.*NipaDataM\.txt/],
  ['quarterly (NipaDataQ.txt)', nipa('A065RC,2025Q1,"26,999,687"'), /"2025Q1" is not a month/],
  ['billions, as before 2023', nipa('A065RC,2023M01,"26,999.7"'), /cannot be personal income in millions/],
  ['real income alone', nipa('A065RX,2025M01,"22,999,687"'), /has no rows of A065RC/],
  ['disposable income alone', nipa('A067RC,2025M01,"22,999,687"'), /has no rows of A065RC/],
  [
    'a table of the site',
    '"Table 2.6. Personal Income and Its Disposition, Monthly"\n"[Billions of dollars]"\n',
    /has no row "Personal income"/,
  ],
  [
    'an answer of the API',
    `{"BEAAPI":{"Results":{"Data":[{"SeriesCode":"A065RC","DataValue":"${ODD}"}]}}}`,
    /is a JSON file of the Bureau of Economic Analysis .* download .*NipaDataM\.txt/,
  ],
]);
checkLeftOut('BEA', [
  ['real income', NIPA.replace('DPCCRG,', `A065RX,2026M07,"${ODD}"\nDPCCRG,`), NIPA],
  ['a code that begins alike', NIPA.replace('DPCCRG,', `A065RC1,2026M07,"${ODD}"\nDPCCRG,`), NIPA],
  ['a code that ends alike', NIPA.replace('DPCCRG,', `LA065RC,2026M07,"${ODD}"\nDPCCRG,`), NIPA],
  ['income per head', NIPA.replace('DPCCRG,', `A229RC,2026M07,"${ODD}"\nDPCCRG,`), NIPA],
]);
