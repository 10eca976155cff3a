import { readFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { countJsonParts } from '../../../sources/index.ts';
import { PublisherFailure } from '../trouble.ts';
import type { Publication, Way } from '../types.ts';

const Page = Type.Object({
  data: Type.Array(Type.Unknown()),
  meta: Type.Object({
    'total-count': Type.Integer({ minimum: 0 }),
    'total-pages': Type.Integer({ minimum: 0, maximum: 1000 }),
  }),
});
type Page = Static<typeof Page>;

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
    isBlock: true,
    check: (body) => wrongWith(body),
    byHand: 'https://fiscaldata.treasury.gov/datasets/debt-to-the-penny/',
  };
}

/** All pages as one JSON file of the same form, so that they are imported together or not at all. */
export const FISCALDATA_DEBT: Way = {
  title: 'FiscalData Debt to the Penny',
  every: 'the next business day, about 16:15 ET',
  history: 'from 1993-04-01, some 8,400 days, whole in every answer',
  async *fetch(session) {
    const { source, url: location } = debtPage(1);
    const rows: unknown[] = [];
    let meta: Page['meta'] | undefined;
    for (let number = 1; meta === undefined || number <= meta['total-pages']; number++) {
      const got = await session.get(debtPage(number));
      if (got.isUnchanged) throw new Error('A page was asked for without a condition');
      const page = JSON.parse(await readFile(got.path, 'utf8')) as Page;
      meta = page.meta;
      rows.push(...page.data);
    }
    if (rows.length !== meta['total-count']) {
      throw new PublisherFailure(
        `${source}: the publisher sent ${rows.length} rows where it says that it has ${meta['total-count']}`,
        'try again later.',
      );
    }
    const whole = { data: rows, meta: { ...meta, count: rows.length, 'total-pages': 1 } };
    yield { source, location, path: await session.write('debt-to-penny.json', JSON.stringify(whole)) };
  },
};

function wrongWith(body: Buffer): string | undefined {
  const tooMuch = countJsonParts()(body);
  if (tooMuch !== undefined) return `the publisher sent JSON that ${tooMuch.replace(/\.$/, '')}`;
  try {
    return Value.Check(Page, JSON.parse(body.toString('utf8')))
      ? undefined
      : 'the publisher sent JSON without data and meta, or without its number of rows and pages';
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return 'the publisher sent something that is not JSON, or was cut';
  }
}
