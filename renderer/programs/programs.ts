import type { HostState } from '../../service/contract/host.ts';
import {
  curlSnippet,
  duckdbSnippet,
  javascriptSnippet,
  juliaSnippet,
  polarsSnippet,
  pythonSnippet,
  rSnippet,
} from './languages.ts';
import { type Form, type ProgramRequest, programPath } from './request.ts';
import { googleScript, libreOfficeAddress, powerQuerySnippet } from './spreadsheets.ts';

/** A request, as a program of another tool. */
export type Program = {
  id: string;
  name: string;
  /** @param baseUrl of the API. */
  write: (asked: ProgramRequest, baseUrl: string) => string;
  /** The answer that it asks for. */
  form: Form;
  /** Its tool can send the key in the query only. */
  isKeyInQuery?: true;
  /** It takes steps that its note tells, so that it is never offered without it. */
  needsNote?: true;
  /** It runs on computers of others, which reach no address of this one. */
  isElsewhere?: true;
  /** What a person does with it. */
  note: string;
};

const WITH_KEY = 'The key is in the environment, as ALMANAC_API_KEY.';

/** Tools for which a request is written, in the order of lists. */
export const PROGRAMS: readonly Program[] = [
  { id: 'curl', name: 'curl', write: curlSnippet, form: 'wide', note: WITH_KEY },
  { id: 'pandas', name: 'Python (pandas)', write: pythonSnippet, form: 'long', note: WITH_KEY },
  { id: 'polars', name: 'polars', write: polarsSnippet, form: 'long', note: WITH_KEY },
  { id: 'r', name: 'R', write: rSnippet, form: 'long', note: `Base R is enough. ${WITH_KEY}` },
  { id: 'julia', name: 'Julia', write: juliaSnippet, form: 'long', note: WITH_KEY },
  {
    id: 'duckdb',
    name: 'DuckDB',
    write: duckdbSnippet,
    form: 'parquet',
    note: `For a shell: DuckDB reads the file that curl brings. ${WITH_KEY}`,
  },
  {
    id: 'javascript',
    name: 'JavaScript',
    write: javascriptSnippet,
    form: 'long',
    note: `Node 20 or newer. ${WITH_KEY}`,
  },
  {
    id: 'power-query',
    name: 'Excel Power Query (M)',
    write: powerQuerySnippet,
    form: 'long',
    isKeyInQuery: true,
    note: 'Data, Get Data, Blank Query, Advanced Editor: paste it. Excel asks for the key once, for all queries of this address, and keeps it outside the workbook.',
  },
  {
    id: 'libreoffice',
    name: 'LibreOffice Calc',
    write: libreOfficeAddress,
    form: 'wide',
    isKeyInQuery: true,
    needsNote: true,
    note: 'Sheet, External Links: paste the address, with a key in the place of YOUR_KEY, and press Enter. Choose the comma as separator, and English (USA). The address stays in the document, and the key with it: make one for this document alone.',
  },
  {
    id: 'google-sheets',
    name: 'Google Sheets',
    write: googleScript,
    form: 'wide',
    isElsewhere: true,
    needsNote: true,
    note: 'Extensions, Apps Script: paste it, and put a key of the team into Project Settings, Script Properties, as ALMANAC_API_KEY. Google’s computers send the request, and must reach the team’s address.',
  },
];

/** @returns what a program asks first: a path of the API with its query, without a key. */
export function requestedPath({ form, isKeyInQuery }: Program, asked: ProgramRequest): string {
  return programPath(asked, form, isKeyInQuery);
}

/**
 * @param host the address of the API here, and that of the team whose data are shown.
 * @returns the address that a tool asks; `why` there is none that it could reach.
 */
export function addressFor(
  { name, isElsewhere }: Program,
  { base_url, team }: Partial<Pick<HostState, 'base_url' | 'team'>> = {},
): { baseUrl: string } | { why: string } {
  const here = base_url ?? '';
  const baseUrl = isElsewhere && team !== undefined ? team : here;
  if (!isElsewhere || !isOfThisComputer(baseUrl)) return { baseUrl };
  return {
    why: `${name} runs on computers of its maker, and they cannot reach ${baseUrl}, which is this computer alone. It takes the address of a team’s Almanac: once Settings, Data from, names it, the program stands here.`,
  };
}

function isOfThisComputer(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return host === 'localhost' || host.startsWith('127.') || host === '[::1]';
}
