import type { DatasetId } from '../datasets/index.ts';

/** What a format is, and where its rows go. Days are day numbers of `calendar/dates`, values plain decimal text. */

/** The beginning of a file, up to 64 KiB, as bytes and as text. */
export type Head = {
  bytes: Buffer;
  /** Without a byte-order mark; the last line may be cut. */
  text: string;
  /** The first line, without its line end. */
  firstLine: string;
};

/** Names of the columns that hold a series' dates and values, for messages. */
export type ColumnNames = { date: string; value: string };

export type ConstituentRow = { ticker: string; name: string; sector: string; weight: string };

/** Where a format puts what it reads, row by row. */
export type Target = {
  /** @returns a small number that stands for the series in `observation`. */
  series(dataset: DatasetId, code: string, area: string, columns: ColumnNames): number;
  /**
   * @param line 1-based line of the file (JSON: 1-based record) that an error names.
   * @param rounding where the file rounds what the publisher says: half a unit of the last digit that it gives.
   */
  observation(series: number, day: number, value: string, line: number, rounding?: string): void;
  /** The values that the series has been given with `line` are each the sum of all these lines, of which `line` is the first. */
  summed?(series: number, line: number, lines: readonly number[]): void;
  /** The whole list of a code; `asOf` is `undefined` where the file has no date. */
  constituents(code: string, asOf: number | undefined, rows: readonly ConstituentRow[], line: number): void;
  /** Something that the user must know, though the file is good. */
  note(text: string): void;
};

export type ReadContext = {
  /** Name of the file, for messages. */
  file: string;
  target: Target;
};

/** Takes a file's bytes in order, in pieces of any size; the pieces may be reused after `push` returns. */
export type FileReader = {
  /** @throws Failure 'invalid_file' with file, line and column. */
  push(bytes: Buffer): void;
  /**
   * Work that is left when the last byte has been pushed, in small steps between which an import may stop. Whoever does not
   * take the steps need not: `end` does what is left.
   */
  rest?(): Iterable<undefined>;
  /** The file ends here. @throws Failure where it ends too early. */
  end(): void;
};

/** What the place of a row in its file is counted in. */
export type Place = 'line' | 'record' | 'row' | 'element';

/** One publisher's file format. */
export type Format = {
  /** Kept with every run: 'fiscaldata-debt-csv'. */
  id: string;
  /** For people: 'Debt to the Penny (FiscalData CSV)'. */
  title: string;
  /** What the number that rows are given with counts, from 1: lines where it is absent, records of JSON, rows of a sheet… */
  place?: Place;
  /** What the file is beside the publishers' own: data that stand in for theirs, or any rows of the user's. */
  role?: 'stand-in' | 'any rows';
  /** Whether it is XML, an Excel workbook or a ZIP archive, and no plain text. */
  isMarkedUp?: true;
  /** Whether files of it are of one period by nature, such as a year: then what is newer is not missing in them. */
  isPeriod?: true;
  /** @returns what a file of it has where that is not just the value that is stored, the rest of a sentence. */
  reading?(code: string, value: string): string | undefined;
  /** Whether a file that begins so is of this format; by content only. At most one format may say so of any file. */
  recognise(head: Head): boolean;
  open(context: ReadContext): FileReader;
};
