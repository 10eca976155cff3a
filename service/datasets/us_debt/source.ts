import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { headerCells } from '../../sources/csv-records.ts';
import { wrongWithJson } from '../../sources/json-document.ts';
import type { FileHead } from '../../sources/types.ts';
import { type FetchWay, type Publication, PublisherFailure } from '../../sources/ways.ts';
import { createCurve, createNoise } from '../sample.ts';
import type { ObservationsSource, SampleMaker } from '../sources/types.ts';
import { AMOUNT_FIELDS, DATE_FIELD, FISCALDATA_DEBT_CSV, FISCALDATA_DEBT_JSON } from './debt-files.ts';

const DebtPage = Type.Object({
  data: Type.Array(Type.Unknown()),
  meta: Type.Object({
    'total-count': Type.Integer({ minimum: 0 }),
    'total-pages': Type.Integer({ minimum: 0, maximum: 1000 }),
  }),
});
type DebtPage = Static<typeof DebtPage>;

/** A page of Debt to the Penny, oldest day first, of the largest size that FiscalData gives. */
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

/** Joins all pages into one JSON file of the same form, so that they are imported together or not at all. */
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
      const sent = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} where it says that it has ${meta['total-count']}`;
      throw new PublisherFailure(`${source}: the publisher sent ${sent}`, 'try again later.');
    }
    const whole = { data: rows, meta: { ...meta, count: rows.length, 'total-pages': 1 } };
    yield { source, location, path: await session.write('debt-to-penny.json', JSON.stringify(whole)) };
  },
};

/** Trillions of dollars. */
const TOTAL = createCurve(
  `1993-04-01 4.226, 1997-09-30 5.413, 2000-09-29 5.674, 2005-03-31 7.776, 2008-09-30 10.025, 2010-12-31 14.025,
   2013-10-01 16.747, 2013-10-18 17.076, 2017-09-29 20.245, 2020-03-16 23.5, 2020-06-30 26.477, 2022-01-31 30.012,
   2023-01-19 31.45, 2023-06-02 31.467, 2023-06-20 32.1, 2023-12-29 34.001, 2024-07-26 35.001, 2025-01-21 36.217,
   2025-07-03 36.21, 2025-07-31 36.9, 2026-03-06 38.87, 2026-09-25 40.097`,
  0.055,
);
const INTRAGOVERNMENTAL = createCurve(
  `1993-04-01 1.1, 2005-03-31 3.15, 2008-09-30 4.22, 2013-10-01 4.78, 2017-09-29 5.57, 2020-03-16 6.02, 2022-01-31 6.48,
   2023-12-29 7.07, 2025-03-06 7.308, 2026-03-06 7.59, 2026-09-25 7.65`,
  0.03,
);

/** Dollars and cents are separate: above 90 trillion, a floating-point number has too few digits for both. */
type DollarAmount = { dollars: number; cents: number };

/** Makes Debt to the Penny: dollars with two decimals; the two parts add up to the total, to the cent. */
const makeDebt: SampleMaker = (daysOf) => {
  const [publicDebt, inside, total] = AMOUNT_FIELDS.map(({ code }) => ({ code, days: daysOf(code) }));
  if (!publicDebt || !inside || !total) throw new Error('The debt has two parts and a total');
  const publicNoise = createNoise(`us_debt/${publicDebt.code}`);
  const insideNoise = createNoise(`us_debt/${inside.code}`);
  const parts = total.days.map((day) => {
    const level = INTRAGOVERNMENTAL(day);
    return {
      day,
      held: amount((TOTAL(day) - level) * (1 + publicNoise.drift(0.93, 0.0005)), publicNoise.uniform()),
      inside: amount(level * (1 + insideNoise.drift(0.95, 0.0006)), insideNoise.uniform()),
    };
  });
  const [first = Number.POSITIVE_INFINITY] = publicDebt.days;
  const daily = parts.filter(({ day }) => day >= first);
  return [
    { ...publicDebt, values: daily.map((one) => text(one.held)) },
    { ...inside, values: daily.map((one) => text(one.inside)) },
    { ...total, values: parts.map((one) => text(add(one.held, one.inside))) },
  ];
};

function amount(trillions: number, chance: number): DollarAmount {
  return { dollars: Math.floor(trillions * 1e12), cents: Math.floor(chance * 100) };
}

function add(a: DollarAmount, b: DollarAmount): DollarAmount {
  const cents = a.cents + b.cents;
  return { dollars: a.dollars + b.dollars + (cents >= 100 ? 1 : 0), cents: cents % 100 };
}

function text({ dollars, cents }: DollarAmount): string {
  return `${dollars}.${String(cents).padStart(2, '0')}`;
}

export const DEBT_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [FISCALDATA_DEBT] }],
  formats: [FISCALDATA_DEBT_CSV, FISCALDATA_DEBT_JSON],
  notImported: [
    {
      has: /\bfiscaldata\.treasury\.gov\b|<record_date\b|\bTreasuryDirect\b|^"?Date"?,"?Debt Held by the Public\b/i,
      origin: 'FiscalData',
      right:
        'download "Debt to the Penny" as CSV or JSON: https://fiscaldata.treasury.gov/datasets/debt-to-the-penny/.',
    },
  ],
  sample: makeDebt,
  describeOtherFile: describeOtherDataset,
};

/** Describes a file of another FiscalData dataset, which has the same date field. */
function describeOtherDataset({ text, firstLine }: FileHead): string | undefined {
  const has = 'is another dataset of FiscalData; Almanac holds "Debt to the Penny", with';
  if (new RegExp(`"${DATE_FIELD.field}"\\s*:`).test(text))
    return `${has} ${DATE_FIELD.field} and ${AMOUNT_FIELDS.map(({ field }) => field).join(', ')}.`;
  const names = headerCells(firstLine);
  return names.includes(DATE_FIELD.label) || names.includes(DATE_FIELD.field)
    ? `${has} ${DATE_FIELD.label} and ${AMOUNT_FIELDS.map(({ label }) => label).join(', ')}, in dollars.`
    : undefined;
}
