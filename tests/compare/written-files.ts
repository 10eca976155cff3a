import { unzipSync } from 'fflate';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';

/** Binary files, described as text: a workbook's parts, a Parquet file's schema, metadata and rows. */

const ZIPS = ['application/zip', 'spreadsheetml'];
const PARQUET = 'parquet';

/** @param type a media type, or an ending. */
export function isBinary(type: string): boolean {
  return [...ZIPS, PARQUET, 'xlsx', 'zip', 'font/', 'image/png'].some((word) => type.includes(word));
}

/** @returns text that is the same for files that say the same. */
export async function readable(bytes: Buffer, type: string): Promise<string> {
  if (type.includes(PARQUET)) return parquetText(bytes);
  if (type.includes('font/') || type.includes('image/')) return `${bytes.length} bytes`;
  return zipText(bytes);
}

function zipText(bytes: Buffer): string {
  const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => {
    const text = Buffer.from(part).toString();
    // A part a line is unreadable: rows and cells stand on lines of their own.
    const shown = name.endsWith('.xml') || name.endsWith('.rels') ? text.replaceAll('><', '>\n<') : text;
    return `== ${name}, ${part.length} bytes\n${shown}`;
  });
  return parts.join('\n');
}

async function parquetText(bytes: Buffer): Promise<string> {
  const file = new Uint8Array(bytes).buffer;
  const { schema, key_value_metadata, num_rows, row_groups, created_by } = parquetMetadata(file);
  const groups = row_groups.map(({ num_rows: rows, columns }) => ({
    rows,
    columns: columns.map(({ meta_data }) => ({
      path: meta_data?.path_in_schema,
      type: meta_data?.type,
      codec: meta_data?.codec,
      encodings: meta_data?.encodings,
    })),
  }));
  const rows = await parquetReadObjects({ file });
  return [
    plain({ created_by, num_rows, schema }),
    ...(key_value_metadata ?? []).map(({ key, value }) => `${key} = ${value}`),
    plain(groups),
    ...rows.map((row) => plain(row, 0)),
  ].join('\n');
}

function plain(value: unknown, indent = 1): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each), indent);
}
