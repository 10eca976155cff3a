import { type Static, Type } from 'typebox';
import { checkJson, readJson } from '../../sources/json-document.ts';
import { NO_FISCALDATA_ROWS } from '../../sources/known-mistakes.ts';
import { fileFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { AMOUNT_FIELDS, addDay, DATE_FIELD, openAmounts } from './debt-fields.ts';

const LARGEST_PAGE = 10_000;

const Cell = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Link = Type.Union([Type.String(), Type.Null()]);
const DebtAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      record_date: Type.String(),
      debt_held_public_amt: Cell,
      intragov_hold_amt: Cell,
      tot_pub_debt_out_amt: Cell,
    }),
  ),
  meta: Type.Optional(
    Type.Object({
      count: Type.Optional(Type.Integer()),
      'total-count': Type.Optional(Type.Integer()),
      'total-pages': Type.Optional(Type.Integer()),
    }),
  ),
  links: Type.Optional(
    Type.Object({ self: Type.Optional(Link), next: Type.Optional(Link), prev: Type.Optional(Link) }),
  ),
});
type DebtAnswer = Static<typeof DebtAnswer>;

/**
 * An answer of FiscalData's API, 'Debt to the Penny', with all or some fields; every value is text, a missing one `"null"`.
 * It must be whole: one page of several is refused, and the only page must have `meta.total-count` rows.
 */
export const FISCALDATA_DEBT_JSON: FileFormat = {
  id: 'fiscaldata-debt-json',
  title: 'Debt to the Penny (FiscalData API JSON)',
  isPeriod: true,
  place: 'record',
  recognise: ({ text }) =>
    /^\s*\{/.test(text) &&
    text.includes(`"${DATE_FIELD.field}"`) &&
    AMOUNT_FIELDS.some(({ field }) => text.includes(`"${field}"`)),
  open: openDebtJson,
};

function openDebtJson({ file, target }: ReadContext): FileReader {
  return readJson(file, (value) => {
    const page = checkJson(file, 'FiscalData’s API', DebtAnswer, value);
    const { data, meta } = page;
    checkWhole(file, page);
    checkCounts(file, data.length, meta);
    if (data.length === 0) throw fileFailure(file, NO_FISCALDATA_ROWS);
    const fields = AMOUNT_FIELDS.map(({ field }) =>
      data.some((row) => row[field] !== undefined) ? field : undefined,
    );
    const columns = openAmounts(target, DATE_FIELD.field, fields);
    for (const [index, row] of data.entries()) {
      addDay(file, target, columns, {
        date: row.record_date,
        dateName: DATE_FIELD.field,
        amounts: AMOUNT_FIELDS.map(({ field }) => row[field] ?? 'null'),
        line: index + 1,
      });
    }
  });
}

/** @throws Failure for one page of several: the days on the other pages would look as if they were missing. */
function checkWhole(file: string, { data, meta, links }: DebtAnswer): void {
  const pages = meta?.['total-pages'] ?? 1;
  if (pages <= 1 && typeof links?.next !== 'string' && typeof links?.prev !== 'string') return;
  const [, number] = /page(?:%5B|\[)number(?:%5D|\])=(\d+)/i.exec(links?.self ?? '') ?? [];
  const which = number === undefined ? 'one page' : `page ${number}`;
  const rows =
    meta?.['total-count'] === undefined ? '' : `, with ${data.length} of ${meta['total-count']} rows`;
  throw fileFailure(
    file,
    `is ${which} of ${pages > 1 ? pages : 'several'}${rows}. Ask for the whole with page[size]=${LARGEST_PAGE} (as many rows as a page can have), or download the CSV of all dates.`,
  );
}

function checkCounts(file: string, rows: number, meta: DebtAnswer['meta']): void {
  const count = meta?.count ?? rows;
  const total = meta?.['total-count'] ?? count;
  const expected = Math.max(count, total);
  if (rows === expected) return;
  throw fileFailure(
    file,
    `holds ${rows} ${rows === 1 ? 'row' : 'rows'} but its own "meta" counts ${expected}: the file was cut or changed.`,
  );
}
