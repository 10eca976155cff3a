import type { TObject } from 'typebox';
import type { Reader } from '../store/index.ts';

/** Where the answers come from: the running service, or the files of a data folder. */
export type AssistantSource = {
  /** Calls `use` with a reader of the data as they are now. */
  read<Result>(use: (reader: Reader) => Promise<Result>): Promise<Result>;
  now: () => Date;
  version: string;
  /** Addresses of the API and of the page, without a slash at the end. They may change while Almanac runs. */
  addresses: () => Addresses;
  /** The guide; empty where the program has none beside it. */
  guide: () => readonly GuidePiece[];
  /** Writes one line about an error that is a bug. */
  log: (line: string) => void;
};

/** A page of the guide, or a part of a long one: 'units', 'units/2'. `text`: Markdown, no longer than an answer. */
export type GuidePiece = { name: string; title: string; text: string };

/** `api`: 'http://127.0.0.1:4780'. `chart`: what stands before the '?' of a chart's address. */
export type Addresses = { api: string; chart: string };

/** What a tool works with during one call. */
export type Desk = {
  reader: Reader;
  now: Date;
  /** The last day that a date may name, `YYYY-MM-DD`. */
  latest: string;
  addresses: Addresses;
};

/** The answer of a tool, twice: typed, and as text for clients that show only text. */
export type ToolAnswer = { structured: Readonly<Record<string, unknown>>; text: string };

/** A tool that assistants can call. None of them changes anything. */
export type Tool = {
  name: string;
  title: string;
  /** What it does and when to call it, for the assistant. */
  description: string;
  /** The arguments; the texts of their fields are what an assistant knows of them. */
  input: TObject;
  output: TObject;
  /** @param given fits `input`. @throws Failure whose message says what is wrong and what would be right. */
  run(given: never, desk: Desk): Promise<ToolAnswer>;
};
