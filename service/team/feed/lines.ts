import { type Static, Type } from 'typebox';
import { fits } from '../../contract/fits.ts';
import { TeamAbout } from '../../contract/team.ts';
import type { CopyFrame, CopyHead } from '../../store/copy/index.ts';
import type { PulledPlace } from '../pull.ts';

/** Lines of the change feed: a head, any number of frames, an end. Each is a JSON object (NDJSON). */

export const FEED_FORMAT = 1;

const Whole = Type.Integer({ minimum: 0 });
const Columns = Type.Array(Type.String());

export const FeedHead = Type.Object({
  format: Whole,
  /** The layout of the node's data.sqlite, which only says which side is older if the tables differ. */
  layout: Whole,
  tables: Type.Unsafe<Record<string, readonly string[]>>(Type.Object({}, { additionalProperties: Columns })),
  team: TeamAbout.properties.team,
  version: Whole,
  publish: Type.String(),
  notes: Whole,
  data_version: Whole,
  file: Type.String(),
  /** The version after which these rows were written; 0: all rows. */
  after: Whole,
  /** The parameter `from` if the answer continues there; null if it begins at the first row. */
  from: Type.Union([Type.String(), Type.Null()]),
});
export type FeedHead = Static<typeof FeedHead>;

const Cell = Type.Union([Type.String(), Type.Number(), Type.Null()]);

/** Deleted keys come first, as rows of a table `gone`: the table's name, and the key as JSON. */
export const FeedFrame = Type.Object({
  table: Type.String(),
  columns: Columns,
  rows: Type.Array(Type.Array(Cell)),
});

/** `end`: true if these are all rows, else ask for the rest with `from`. `rows`: how many these are. */
export const FeedEnd = Type.Object({ end: Type.Boolean(), rows: Whole });
export type FeedEnd = Static<typeof FeedEnd>;

export type FeedLine = { head: FeedHead } | { frame: CopyFrame } | { end: FeedEnd };

/** @returns `undefined` if the text is not a line. Cells are not checked: there may be millions. */
export function readLine(text: string): FeedLine | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isFrame(read)) return { frame: read };
  if (fits(FeedEnd, read)) return { end: read };
  if (fits(FeedHead, read)) return { head: read };
  return undefined;
}

function isFrame(read: unknown): read is CopyFrame {
  if (typeof read !== 'object' || read === null) return false;
  const { table, columns, rows } = read as Partial<Record<keyof CopyFrame, unknown>>;
  if (typeof table !== 'string' || !Array.isArray(columns) || !Array.isArray(rows)) return false;
  return rows.every((row) => Array.isArray(row) && row.length === columns.length);
}

export function writeLine(line: FeedHead | FeedEnd | CopyFrame): string {
  return `${JSON.stringify(line)}\n`;
}

export function headOf(head: FeedHead): CopyHead {
  return {
    teamId: head.team,
    version: head.version,
    publishId: head.publish,
    notes: head.notes,
    dataVersion: head.data_version,
    fileId: head.file,
  };
}

export function placeText({ version, publishId, table, rows }: PulledPlace): string {
  return [version, publishId, table, rows].join('.');
}

export function readPlace(text: string): PulledPlace | undefined {
  const [, version, publishId, table, rows] = /^(\d{1,15})\.([\w-]*)\.(\w+)\.(\d{1,15})$/.exec(text) ?? [];
  if (publishId === undefined || table === undefined) return undefined;
  return { version: Number(version), publishId, table, rows: Number(rows) };
}
