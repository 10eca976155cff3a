import { createHash } from 'node:crypto';
import path from 'node:path';
import { zipSync } from 'fflate';
import type { TableExport, TableReceipt, WrittenTable } from '../../contract/table-export.ts';
import { type Written, writeCompleteFile } from '../complete-file.ts';
import { sidecarBytes, writeWithSidecar } from '../with-sidecar.ts';
import type { OnRows } from './row-groups.ts';
import { layOut } from './table-bytes.ts';

/**
 * Writes an export, and beside a CSV its provenance and receipt, into a folder that is there.
 * @throws Failure where it cannot be written, or the data are too many for a workbook.
 */
export async function writeTable(asked: TableExport, folder: string, onRows?: OnRows): Promise<WrittenTable> {
  const { tables, bytes } = layOut(asked, onRows);
  const name = `${asked.name}.${asked.format}`;
  const receipt = (written: Written) => receiptOf(asked, tables, name, written);
  const told = (written: Written) => sidecarBytes(asked.provenance, receipt(written));
  const target = path.join(folder, name);
  if (asked.format !== 'csv') {
    return { receipt: receipt(await writeCompleteFile(target, bytes)), file: name, sidecar: null };
  }
  if (!asked.zipped) {
    const { written, sidecar } = await writeWithSidecar(target, bytes, told);
    return { receipt: receipt(written), file: name, sidecar };
  }
  const whole = await collected(bytes);
  const written = { bytes: whole.byteLength, sha256: createHash('sha256').update(whole).digest('hex') };
  const file = `${asked.name}.zip`;
  // The time of making, so that the same export gives the same bytes.
  const mtime = asked.provenance.created;
  const archive = zipSync({ [name]: whole, [`${name}.json`]: told(written) }, { mtime });
  await writeCompleteFile(path.join(folder, file), [archive]);
  return { receipt: receipt(written), file, sidecar: null };
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
