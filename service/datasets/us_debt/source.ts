import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { headerCells } from '../../sources/csv-records.ts';
import { wrongWithJson } from '../../sources/json-document.ts';
import type { FileHead } from '../../sources/types.ts';
import { type FetchWay, type Publication, PublisherFailure } from '../../sources/ways.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { AMOUNT_FIELDS, DATE_FIELD } from './debt-fields.ts';
import { FISCALDATA_DEBT_CSV } from './fiscaldata-debt-csv.ts';
import { FISCALDATA_DEBT_JSON } from './fiscaldata-debt-json.ts';
import { makeDebt } from './sample.ts';

const DebtPage = Type.Object({
  data: Type.Array(Type.Unknown()),
  meta: Type.Object({
    'total-count': Type.Integer({ minimum: 0 }),
    'total-pages': Type.Integer({ minimum: 0, maximum: 1000 }),
  }),
});
type DebtPage = Static<typeof DebtPage>;

/** A page of Debt to the Penny, oldest first; the largest page that FiscalData gives. */
function debtPage(page: number): Publication {
  return {
    source: 'FiscalData Debt to the Penny',
    url:
      'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v2/accounting/od/debt_to_penny' +
      '?fields=record_date,debt_held_public_amt,intragov_hold_amt,tot_pub_debt_out_amt' +
      `&sort=record_date&page[size]=10000&page[number]=${page}`,
    fileName: `debt-to-penny-${page}.json`,
    content: 'json',
    largestBytes: 32e6,
    isPart: true,
    check: (body) =>
      wrongWithJson(
        body,
        DebtPage,
        () => 'the publisher sent JSON without data and meta, or without its number of rows and pages',
      ),
    byHand: 'https://fiscaldata.treasury.gov/datasets/debt-to-the-penny/',
  };
}

/** All pages as one JSON file of the same form, so that they are imported together or not at all. */
const FISCALDATA_DEBT: FetchWay = {
  title: 'FiscalData Debt to the Penny',
  every: 'the next business day, about 16:15 ET',
  history: 'from 1993-04-01, some 8,400 days, whole in every answer',
  hosts: ['api.fiscaldata.treasury.gov'],
  async *fetch(session) {
    const { source, url: location } = debtPage(1);
    const rows: unknown[] = [];
    let meta: DebtPage['meta'] | undefined;
    for (let number = 1; meta === undefined || number <= meta['total-pages']; number++) {
      const got = await session.get(debtPage(number));
      if (got.isUnchanged) throw new Error('A page was requested without a condition');
      const page = JSON.parse(await readFile(got.path, 'utf8')) as DebtPage;
      meta = page.meta;
      rows.push(...page.data);
    }
    if (rows.length !== meta['total-count']) {
      throw new PublisherFailure(
        `${source}: the publisher sent ${rows.length} ${rows.length === 1 ? 'row' : 'rows'} where it says that it has ${meta['total-count']}`,
        'try again later.',
      );
    }
    const whole = { data: rows, meta: { ...meta, count: rows.length, 'total-pages': 1 } };
    yield { source, location, path: await session.write('debt-to-penny.json', JSON.stringify(whole)) };
  },
};

export const DEBT_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [FISCALDATA_DEBT] }],
  formats: [FISCALDATA_DEBT_CSV, FISCALDATA_DEBT_JSON],
  notImported: [
    {
      has: /\bfiscaldata\.treasury\.gov\b|<record_date\b|\bTreasuryDirect\b|^"?Date"?,"?Debt Held by the Public\b/i,
      of: 'FiscalData',
      right:
        'download "Debt to the Penny" as CSV or JSON: https://fiscaldata.treasury.gov/datasets/debt-to-the-penny/.',
    },
  ],
  sample: makeDebt,
  mistake: describeOtherDataset,
};

/** Other datasets of FiscalData have the same date field. */
function describeOtherDataset({ text, firstLine }: FileHead): string | undefined {
  const has = 'is another dataset of FiscalData; Almanac holds "Debt to the Penny", with';
  if (new RegExp(`"${DATE_FIELD.field}"\\s*:`).test(text))
    return `${has} ${DATE_FIELD.field} and ${AMOUNT_FIELDS.map(({ field }) => field).join(', ')}.`;
  const names = headerCells(firstLine);
  return names.includes(DATE_FIELD.label) || names.includes(DATE_FIELD.field)
    ? `${has} ${DATE_FIELD.label} and ${AMOUNT_FIELDS.map(({ label }) => label).join(', ')}, in dollars.`
    : undefined;
}
