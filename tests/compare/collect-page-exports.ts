import { PLAIN_CSV as PLAIN } from '../../service/contract/table-export.ts';
import type { Adapter, PageView } from './adapters.ts';
import { type Answer, type Asked, answerText, ask } from './ask.ts';
import type { Collection } from './collection.ts';

export type Page = {
  port: number;
  collection: Collection;
  adapter: Adapter;
  note: (name: string, asked: Asked) => Promise<Answer>;
  /** The request as a page sends it that has signed in. */
  signed: (asked: Asked) => Asked;
};

/** Charts of days that do not change any more, written in every format and dialect as the page asks for it. */

const TITLE = `title=${encodeURIComponent('=Debt & claims, "as drawn"')}`;
const DEBT = 'us_debt.total_public_debt_outstanding';
const CLAIMS = 'ui_state_weekly_claims.initial_claims.CA:pc1';
const DAYS = 'from=2024-01-02&to=2024-01-31';
const VIEWS: Readonly<Record<string, string>> = {
  one: `series=${DEBT}&${DAYS}&${TITLE}`,
  two: `series=${DEBT},${CLAIMS}&${DAYS}&${TITLE}`,
  // A monthly series has no day in the range.
  'with an empty one': `series=${DEBT},jolts.quits_level_sa,${CLAIMS}&${DAYS}`,
  'with formulas': `series=${DEBT}:nbd:2024-01-02,${CLAIMS}:hidden,yields.US10Y:ma3&formulas=a/b,c*2&${DAYS}`,
};

const CSVS: Readonly<Record<string, PageView['csv']>> = {
  plain: PLAIN,
  semicolon: { ...PLAIN, separator: ';', decimal: ',' },
  tab: { ...PLAIN, separator: '\t' },
  'comma twice': { ...PLAIN, decimal: ',' },
  excel: { separator: ';', decimal: ',', for_excel: true, guarded: true },
  guarded: { ...PLAIN, guarded: true },
};

function views(): [name: string, view: PageView][] {
  const found: [string, PageView][] = [];
  for (const [which, search] of Object.entries(VIEWS)) {
    for (const layout of ['wide', 'long']) {
      const base = { search, layout, zipped: false, csv: PLAIN };
      for (const [dialect, csv] of Object.entries(CSVS)) {
        found.push([`${which}, ${layout}, csv ${dialect}`, { ...base, format: 'csv', csv }]);
      }
      found.push([`${which}, ${layout}, csv zipped`, { ...base, format: 'csv', zipped: true }]);
      for (const format of ['xlsx', 'parquet', 'json'])
        found.push([`${which}, ${layout}, ${format}`, { ...base, format }]);
    }
  }
  return found;
}

const PUBLISHED = [
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-03-31&format=csv',
  '/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&state=CA,NY&date_from=2024-01-01&date_to=2024-03-31&format=csv',
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-03-31&units=pc1&format=csv',
  '/yields/series=US2Y,US10Y?format=csv',
  '/constituents/series=IVV?format=csv',
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-03-31',
  '/api/v1/economic-data/us_debt?series=wrong&date_from=2024-01-01&date_to=2024-03-31&format=csv',
  '/yields/series=WRONG?format=csv',
  '/host/state',
  'http://example.org/',
];

/** Notes receipts, files and what stands beside them. */
export async function collectPageExports(page: Page): Promise<void> {
  const { adapter } = page;
  for (const [name, view] of views())
    await noteExport(page, `page exports/${name}`, await adapter.exportView(view));
  for (const path of PUBLISHED)
    await noteExport(page, `page exports/published/${path}`, adapter.exportPublished(path));
  const { path: where, body } = adapter.exportPublished(PUBLISHED[0] ?? '');
  await noteExport(page, 'page exports/published/no id', {
    path: where.split('?')[0] ?? '',
    body,
  });
  const asked = await adapter.exportView(views()[0]?.[1] as PageView);
  await noteExport(page, 'page exports/wrong/no id', { ...asked, path: asked.path.split('?')[0] ?? '' });
}

type Made = { file?: { url: string }; sidecar?: { url: string } | null };

async function noteExport(
  { port, collection, signed }: Page,
  name: string,
  { path, body }: { path: string; body: unknown },
): Promise<void> {
  const asked: Asked = signed({
    path,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await ask(port, asked);
  const parts = [await answerText(asked, answer)];
  const made = answer.status === 200 ? (JSON.parse(answer.body.toString()) as Made) : {};
  for (const file of [made.file, made.sidecar]) {
    if (!file) continue;
    const taking = { path: file.url };
    parts.push(await answerText(taking, await ask(port, taking)));
    parts.push(`again: ${(await ask(port, taking)).status}`);
  }
  collection.note(name, parts.join('\n\n'));
}
