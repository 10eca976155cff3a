import type { DatasetId } from '../datasets/index.ts';

/** What a format is, and where its rows go. Days are day numbers (`calendar/dates`), values plain decimal text. */

/** The beginning of a file, up to 64 KiB, as bytes and as text; of a ZIP archive its end, too. */
export type FileHead = {
  bytes: Buffer;
  /** Without a byte-order mark; the last line may be cut. */
  text: string;
  /** Without its line end. */
  firstLine: string;
};

/** Names of the columns with a series' dates and values, for messages. */
export type ColumnNames = { date: string; value: string };

/** A member of a list. `row`: its 1-based line or row in the file; absent where it comes from none. */
export type FileConstituent = { ticker: string; name: string; sector: string; weight: string; row?: number };

/** Where a format puts what it reads, row by row. */
export type RowTarget = {
  /** @returns the number of the series, which `observation` takes. */
  series(dataset: DatasetId, code: string, area: string, columns: ColumnNames): number;
  /**
   * @param line 1-based line of the file (JSON: 1-based record) that an error names.
   * @param rounding where the file rounds the publisher's number: half a unit of its last digit.
   */
  observation(series: number, day: number, value: string, line: number, rounding?: string): void;
  /** Each value that was given with `line` is the sum of all these lines, of which `line` is the first. */
  summed?(series: number, line: number, lines: readonly number[]): void;
  /** The whole list of a code; `code` is `undefined` where the file does not name its list, `asOf` where it has no date. */
  constituents(
    code: string | undefined,
    asOf: number | undefined,
    rows: readonly FileConstituent[],
    line: number,
  ): void;
  /** Something that the user should know although the file is good. */
  note(text: string): void;
};

/** `file`: its name, for messages. */
export type ReadContext = { file: string; target: RowTarget };

/** Takes a file's bytes in order, in pieces of any size; the pieces may be reused after `push` returns. */
export type FileReader = {
  /** @throws Failure 'invalid_file' with file, line and column. */
  push(bytes: Buffer): void;
  /** The work left after the last byte, in small steps between which an import can stop. `end` does what is left of it. */
  rest?(): Iterable<undefined>;
  /** The file ends here. @throws Failure where it ends too early. */
  end(): void;
};

/** The units in which the place of a row in its file is counted. */
export type PlaceUnit = 'line' | 'record' | 'row' | 'element';

/** One publisher's file format. */
export type FileFormat = {
  /** Kept with every run: 'fiscaldata-debt-csv'. */
  id: string;
  /** For people: 'Debt to the Penny (FiscalData CSV)'. */
  title: string;
  /** What the place of a row counts, from 1: lines where it is absent, records of JSON, rows of a sheet… */
  place?: PlaceUnit;
  /** Absent: a publisher's own file. Otherwise data that stand in for the publisher's, or any rows of the user's. */
  role?: 'stand-in' | 'any rows';
  /** It is XML, an Excel workbook or a ZIP archive, not plain text. */
  isMarkedUp?: true;
  /** Its files cover a limited period, such as a year. Newer days that are held are then not missing in them. */
  isPeriod?: true;
  /** @returns how a file wrote a value that is stored in another form, the rest of a sentence. */
  reading?(code: string, value: string): string | undefined;
  /** @returns whether a file with this beginning has this format. At most one format may say so about any file. */
  recognise(head: FileHead): boolean;
  open(context: ReadContext): FileReader;
};
