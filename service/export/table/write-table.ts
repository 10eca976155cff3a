import { createHash } from 'node:crypto';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { TableExport, TableReceipt, WrittenTable } from '../../contract/table-export.ts';
import { type Written, writeCompleteFile } from '../complete-file.ts';
import type { OnRows } from './row-groups.ts';
import { layOut } from './table-bytes.ts';

/**
 * Writes an export, and beside a CSV its provenance and receipt, into a folder that is there.
 * @throws Failure where it cannot be written, or the data are too many for a workbook.
 */
export async function writeTable(asked: TableExport, folder: string, onRows?: OnRows): Promise<WrittenTable> {
  const { tables, bytes } = layOut(asked, onRows);
  const name = `${asked.name}.${asked.format}`;
  const isZipped = asked.zipped && asked.format === 'csv';
  const whole = isZipped ? await collected(bytes) : undefined;
  const written = whole
    ? { bytes: whole.byteLength, sha256: createHash('sha256').update(whole).digest('hex') }
    : await writeCompleteFile(path.join(folder, name), bytes);
  const receipt = receiptOf(asked, tables, name, written);
  if (asked.format !== 'csv') return { receipt, file: name, sidecar: null };

  const sidecar = `${name}.json`;
  const provenance = strToU8(`${JSON.stringify({ ...asked.provenance, receipt }, null, 2)}\n`);
  if (whole === undefined) {
    await writeCompleteFile(path.join(folder, sidecar), [provenance]);
    return { receipt, file: name, sidecar };
  }
  const file = `${asked.name}.zip`;
  // The time of making, so that the same export gives the same bytes.
  const archive = zipSync({ [name]: whole, [sidecar]: provenance }, { mtime: asked.provenance.created });
  await writeCompleteFile(path.join(folder, file), [archive]);
  return { receipt, file, sidecar: null };
}

function receiptOf(
  asked: TableExport,
  tables: ReturnType<typeof layOut>['tables'],
  name: string,
  written: Written,
): TableReceipt {
  let rows = 0;
  let observations = 0;
  const edges: string[] = [];
  for (const { columns, rows: all } of tables) {
    rows += all.length;
    for (const row of all)
      for (const [at, { kind }] of columns.entries())
        if (kind === 'number' && row[at] !== '') observations += 1;
    edges.push(...[all[0]?.[0], all.at(-1)?.[0]].filter((date) => date !== undefined));
  }
  edges.sort();
  return {
    name,
    format: asked.format,
    rows,
    observations,
    series: asked.lines.length,
    first: edges[0] ?? null,
    last: edges.at(-1) ?? null,
    ...written,
    complete: true,
  };
}

async function collected(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
