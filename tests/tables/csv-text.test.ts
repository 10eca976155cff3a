import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CsvDialect,
  PLAIN_CSV,
  type TableExport,
  type TableLine,
} from '../../service/contract/table-export.ts';
import { drawn as exportedOf } from '../../service/tables/drawn.ts';
import { exportBytes } from '../../service/tables/write-export.ts';
import { anyLines, CLAIMS, DEBT, exportOf } from './tables-of-tests.ts';

async function textOf(asked: TableExport): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of exportBytes(exportedOf(asked), asked.format, { csv: asked.csv }))
    chunks.push(chunk);
  // Node's decoder keeps the byte-order mark only with this option.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks));
}

const EXCEL: CsvDialect = { separator: ';', decimal: ',', for_excel: true, guarded: true };

describe("CSV of a chart's lines", () => {
  test('in the wide layout is one outer join by date, with empty gaps and the header in the first line', async () => {
    expect(await textOf(exportOf())).toBe(
      [
        'date,us_debt.total_public_debt_outstanding,ui_state_weekly_claims.initial_claims.CA_PC1',
        '2023-12-30,,-3.30189',
        '2024-01-02,34000000000000.10,',
        '2024-01-03,38967833861543.11,',
        '2024-01-05,34000000000001.00,',
        '2024-01-06,,12.00000',
        '',
      ].join('\n'),
    );
  });

  test('in the long layout has a row for each observation, and a column of states if there are any', async () => {
    expect(await textOf(exportOf({ layout: 'long' }))).toBe(
      [
        'date,series,state,value',
        '2023-12-30,ui_state_weekly_claims.initial_claims_PC1,CA,-3.30189',
        '2024-01-02,us_debt.total_public_debt_outstanding,,34000000000000.10',
        '2024-01-03,us_debt.total_public_debt_outstanding,,38967833861543.11',
        '2024-01-05,us_debt.total_public_debt_outstanding,,34000000000001.00',
        '2024-01-06,ui_state_weekly_claims.initial_claims_PC1,CA,12.00000',
        '',
      ].join('\n'),
    );
    expect(await textOf(exportOf({ layout: 'long', lines: [DEBT] }))).toMatch(
      /^date,series,value\n2024-01-02,/,
    );
  });

  test('for Excel begins with a byte-order mark and has CRLF, semicolons and decimal commas', async () => {
    expect(await textOf(exportOf({ csv: EXCEL, lines: [CLAIMS] }))).toBe(
      '\uFEFFdate;ui_state_weekly_claims.initial_claims.CA_PC1\r\n2023-12-30;-3,30189\r\n2024-01-06;12,00000\r\n',
    );
  });

  test('guards texts against being read as formulas if asked to, and never changes a number', async () => {
    const line = { ...CLAIMS, column: '=A1', series: '@SUM(1)', state: '-x', values: ['-0.5', '-3'] };
    const asked = (guarded: boolean, layout: 'wide' | 'long') =>
      textOf(exportOf({ csv: { ...PLAIN_CSV, guarded }, layout, lines: [line] }));
    expect(await asked(true, 'wide')).toBe('date, =A1\n2023-12-30,-0.5\n2024-01-06,-3\n');
    expect(await asked(false, 'wide')).toBe('date,=A1\n2023-12-30,-0.5\n2024-01-06,-3\n');
    expect(await asked(true, 'long')).toBe(
      'date,series,state,value\n2023-12-30, @SUM(1), -x,-0.5\n2024-01-06, @SUM(1), -x,-3\n',
    );
    expect(PLAIN_CSV.guarded).toBe(false);
  });

  test('is only the header if there are no rows', async () => {
    expect(await textOf(exportOf({ lines: [{ ...DEBT, dates: [], values: [] }] }))).toBe(
      'date,us_debt.total_public_debt_outstanding\n',
    );
  });

  test('has the same texts when another reader reads it, in every dialect and layout', async () => {
    const dialects = fc.record<CsvDialect>({
      separator: fc.constantFrom<CsvDialect['separator'][]>(',', ';', '\t'),
      decimal: fc.constantFrom<CsvDialect['decimal'][]>('.', ','),
      for_excel: fc.boolean(),
      guarded: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(anyLines, dialects, async (lines, csv) => {
        for (const layout of ['wide', 'long'] as const) {
          const text = await textOf(exportOf({ lines, csv, layout }));
          expect(text.startsWith('\uFEFF')).toBe(csv.for_excel);
          const rows = parse<Record<string, string>>(text, {
            bom: true,
            columns: true,
            delimiter: csv.separator,
            record_delimiter: csv.for_excel ? '\r\n' : '\n',
          });
          expect(readBack(rows, lines, layout, csv)).toEqual(drawn(lines));
        }
      }),
      { numRuns: 60 },
    );
  });
});

function drawn(lines: readonly TableLine[]): string[] {
  return lines
    .flatMap(({ column, dates, values }) => dates.map((date, at) => `${column} ${date} ${values[at]}`))
    .sort();
}

function readBack(
  rows: readonly Record<string, string>[],
  lines: readonly TableLine[],
  layout: TableExport['layout'],
  { decimal }: CsvDialect = PLAIN_CSV,
): string[] {
  const plain = (text = '') => (decimal === ',' ? text.replace(',', '.') : text);
  if (layout === 'long')
    return rows
      .map(({ date, series, state = '', value }) => {
        const line = lines.find((one) => one.series === series && one.state === state);
        return `${line?.column} ${date} ${plain(value)}`;
      })
      .sort();
  return rows
    .flatMap(({ date, ...cells }) =>
      Object.entries(cells).flatMap(([column, text]) =>
        text === '' ? [] : [`${column} ${date} ${plain(text)}`],
      ),
    )
    .sort();
}
