import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { AMOUNT_FIELDS, addDay, DATE_FIELD, openAmounts } from './debt-fields.ts';
import { readJson } from './json-document.ts';
import { fileFailure } from './row-failure.ts';
import type { FileReader, Format, ReadContext } from './types.ts';

const Cell = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Page = Type.Object({
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
});
type Page = Static<typeof Page>;

/**
 * An answer of FiscalData's API, 'Debt to the Penny', with all or some fields; every value is text, a missing one `"null"`.
 * One page of several is good: its own `meta.count` must hold. The only page must have `meta.total-count` rows.
 */
export const FISCALDATA_DEBT_JSON: Format = {
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
    const { data, meta } = checkPage(file, value);
    checkCounts(file, data.length, meta);
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

function checkPage(file: string, page: unknown): Page {
  if (Value.Check(Page, page)) return page;
  const [wrong] = Value.Errors(Page, page);
  throw fileFailure(
    file,
    `is not an answer of FiscalData’s API: ${wrong?.instancePath || '/'} ${wrong?.message ?? 'is wrong'}.`,
  );
}

function checkCounts(file: string, rows: number, meta: Page['meta']): void {
  const count = meta?.count ?? rows;
  const total = meta?.['total-count'] ?? count;
  const expected = (meta?.['total-pages'] ?? 1) > 1 ? count : Math.max(count, total);
  if (rows === expected) return;
  throw fileFailure(
    file,
    `holds ${rows} rows but its own "meta" counts ${expected}: the file was cut or changed.`,
  );
}
