import type { DatasetId } from '../datasets/index.ts';

/** A format, and the target of its rows. Days are day numbers (`calendar/dates`), values decimal text. */

/** The beginning of a file, up to 64 KiB, as bytes and text; for a ZIP archive also its end. */
export type FileHead = {
  bytes: Buffer;
  /** Without a byte-order mark; the last line may be cut. */
  text: string;
  /** Without its line end. */
  firstLine: string;
};

/** Names of the columns with a series' dates and values, for messages. */
export type ColumnNames = { date: string; value: string };

/** A member of a list. `row` is its 1-based line or row in the file; absent if it is not from a file. */
export type FileConstituent = { ticker: string; name: string; sector: string; weight: string; row?: number };

/** The receiver of the rows that a format reads. */
export type RowTarget = {
  /** @returns the number of the series, which `observation` takes. */
  series(dataset: DatasetId, code: string, area: string, columns: ColumnNames): number;
  /**
   * @param line 1-based line (JSON: record) of the file, for errors.
   * @param rounding half a unit of the last digit, if the file rounds the publisher's number.
   */
  observation(series: number, day: number, value: string, line: number, rounding?: string): void;
  /** Says that each value with this `line` is the sum of all these `lines`; `line` is the first of them. */
  summed?(series: number, line: number, lines: readonly number[]): void;
  /** Takes the whole list of a code. `code` and `asOf` are `undefined` if the file does not have them. */
  constituents(
    code: string | undefined,
    asOf: number | undefined,
    rows: readonly FileConstituent[],
    line: number,
  ): void;
  /** Notes something that the user should know although the file is good. */
  note(text: string): void;
};

/** `file` is the file's name in messages. */
export type ReadContext = { file: string; target: RowTarget };

/** Takes a file's bytes in order, in pieces of any size, which may be reused after `push` returns. */
export type FileReader = {
  /** @throws Failure 'invalid_file' with file, line and column. */
  push(bytes: Buffer): void;
  /** Work after the last byte, in small steps between which an import can stop. `end` does what is left. */
  rest?(): Iterable<undefined>;
  /** Ends the file. @throws Failure if it ends too early. */
  end(): void;
};

/** The units that count a row's place in its file. */
export type PlaceUnit = 'line' | 'record' | 'row' | 'element';

/** A file format that can be imported. */
export type FileFormat = {
  /** Stored with every run: 'fiscaldata-debt-csv'. */
  id: string;
  /** Name for people: 'Debt to the Penny (FiscalData CSV)'. */
  title: string;
  /** The unit that counts a row's place, from 1; lines if absent. */
  place?: PlaceUnit;
  /** Absent: a publisher's own file. 'stand-in': data in its place, such as FRED's. 'any rows': a user's. */
  role?: 'stand-in' | 'any rows';
  /** True for XML, Excel workbooks and ZIP archives, which are not plain text. */
  isMarkedUp?: true;
  /** True if files cover a limited period, such as a year: newer stored days are then not missing. */
  isPeriod?: true;
  /** @returns how the file wrote a value that is stored in another form, as the rest of a sentence. */
  reading?(code: string, value: string): string | undefined;
  /** @returns whether a file with this beginning has the format. At most one format may recognise a file. */
  recognise(head: FileHead): boolean;
  open(context: ReadContext): FileReader;
};
