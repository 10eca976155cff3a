import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Handler } from './publisher-server.ts';

export const DATA = path.join(import.meta.dirname, '../../../../shared/data');
export const real = (file: string): Buffer => readFileSync(path.join(DATA, file));

type DebtRow = Record<string, string>;

/** @returns rows in the form of FiscalData's API, from a download of Debt to the Penny without its header. */
export function debtRows(): DebtRow[] {
  return real('us_debt/DebtPenny_20200307_20250306.csv')
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
    .filter(([date = '']) => /^\d{4}-/.test(date))
    .map(([date = '', held = '', intragovernmental = '', total = '']) => ({
      record_date: date,
      debt_held_public_amt: held,
      intragov_hold_amt: intragovernmental,
      tot_pub_debt_out_amt: total,
    }));
}

export function debtPage(rows: readonly DebtRow[], number: number, size: number): string {
  const data = rows.slice((number - 1) * size, number * size);
  const meta = {
    count: data.length,
    'total-count': rows.length,
    'total-pages': Math.ceil(rows.length / size),
  };
  return JSON.stringify({ data, meta });
}

type BlsAnswer = { Results: { series: { seriesID: string; data: { year: string }[] }[] } };

/** @returns BLS's answer to a block, made from its real answer to another block. */
export function blsBlock(body: string): string {
  const asked = JSON.parse(body) as { seriesid: string[]; startyear: string; endyear: string };
  expect(asked.seriesid.length).toBeLessThanOrEqual(25);
  const { Results } = JSON.parse(real('jolts/bls_v1_JTSJOL_2019_2026_excerpt.json').toString()) as BlsAnswer;
  const series = asked.seriesid.map((seriesID) => ({
    seriesID,
    data: (Results.series.find((each) => each.seriesID === seriesID)?.data ?? []).filter(
      ({ year }) => year >= asked.startyear && year <= asked.endyear,
    ),
  }));
  return JSON.stringify({ status: 'REQUEST_SUCCEEDED', responseTime: 1, message: [], Results: { series } });
}

const YIELDS: Record<string, string> = {
  2023: 'yields/cassiano_daily-treasury-rates_2023.csv',
  2024: 'yields/cassiano_daily-treasury-rates-2024.csv',
  2025: 'yields/cassiano_daily-treasury-rates-2025.csv',
  2026: 'yields/excerpt_2026-10_daily-treasury-rates.csv',
};

/** The replayed publishers' files, for imports by hand; without BLS and FiscalData. */
export const FILES = {
  'oui.doleta.gov/unemploy/wkclaims/report.asp': 'ui_weekly_claims/dol_r539cy_us_trim_2026-09-28.xml',
  'oui.doleta.gov/unemploy/csv/ar539.csv': 'ui_state_weekly_claims/RECONSTRUCTED_ar539_2025_layout_mdy.csv',
  'apps.bea.gov/national/Release/TXT/NipaDataM.txt': 'bea/NipaDataM_excerpt_2026-08-26.txt',
  'www.census.gov/foreign-trade/balance/country.xlsx': 'us_exports/census_country_2023.xlsx',
  'www.federalreserve.gov/datadownload/Output.aspx': 'h41/ddp_h41_t5_lastobs5_2026-09-23.csv',
  'raw.githubusercontent.com/datasets/s-and-p-500-companies/main/data/constituents.csv':
    'constituents/sp500_constituents_2026-08-08.csv',
  'www.ishares.com/us/products/239726/ishares-core-sp-500-etf/1467271812596.ajax':
    'constituents/ishares_IVV_holdings_2024.csv',
  'www.ssga.com/us/en/intermediary/library-content/products/fund-data/etfs/us/holdings-daily-us-en-spy.xlsx':
    'constituents/ssga_spy_holdings.xlsx',
} as const;
export const YIELD_FILES = Object.values(YIELDS);

/** Answers for all publishers with real bytes. The H.4.1 archive is missing, so its second way is used. */
export const replay: Handler = ({ url, body }, response) => {
  const [address = ''] = url.split('?', 1);
  const file = FILES[address as keyof typeof FILES] ?? YIELDS[/rates\.csv\/(\d{4})\//.exec(url)?.[1] ?? ''];
  if (file !== undefined) response.end(real(file));
  else if (address.startsWith('home.treasury.gov/')) response.end();
  else if (address.startsWith('api.bls.gov/publicAPI/v1/')) response.end(blsBlock(body));
  else if (address.startsWith('api.fiscaldata.treasury.gov/')) {
    response.end(debtPage(debtRows(), Number(/page\[number\]=(\d+)/.exec(decodeURI(url))?.[1]), 1000));
  } else response.writeHead(404).end('no such file');
};
