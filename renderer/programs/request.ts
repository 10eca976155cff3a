import { API_PREFIX } from '../../service/contract/names.ts';
import { CSV_FORMAT, PARQUET_FORMAT } from '../../service/contract/table-formats.ts';
import { datasetOfList } from '../../service/datasets/index.ts';
import { requestQuery, VIEW_PATH, type ViewSearch } from '../../service/view/index.ts';
import type { ListAsk } from '../api/index.ts';

/** What a program asks for: a view (`requestSearch`), or a list of constituents. */
export type ProgramRequest = ViewSearch | ListAsk;

/**
 * The answer that a program reads: CSV with a column for each line, or a row for each observation (`date,line,value`); a file
 * of Parquet.
 */
export type Form = 'wide' | 'long' | 'parquet';

const LONG = { layout: 'long' };
const FORMS: Readonly<Record<Form, Readonly<Record<string, string>>>> = {
  wide: { format: CSV_FORMAT },
  long: { format: CSV_FORMAT, ...LONG },
  parquet: { format: PARQUET_FORMAT, ...LONG },
};

export function isList(asked: ProgramRequest): asked is ListAsk {
  return 'code' in asked;
}

/**
 * @param isKeyInQuery the program cannot send the key in a header; the paths of lists that other programs ask take no other.
 * @returns the request: a path of the API, and its query without a key.
 */
export function requestOf(
  asked: ProgramRequest,
  form: Form,
  isKeyInQuery = false,
): { path: string; query: Readonly<Record<string, string>> } {
  if (!isList(asked)) return { path: VIEW_PATH, query: { ...(asked as ViewSearch), ...FORMS[form] } };
  const { code, date } = asked;
  const { layout: _, ...format } = FORMS[form];
  return {
    path: `${isKeyInQuery ? API_PREFIX : ''}/${datasetOfList(code).id}/series=${encodeURIComponent(code)}`,
    query: { date, ...format },
  };
}

/** @returns path and query of the request, without a key. */
export function programPath(asked: ProgramRequest, form: Form, isKeyInQuery = false): string {
  const { path, query } = requestOf(asked, form, isKeyInQuery);
  return `${path}?${requestQuery(query)}`;
}

/** @param baseUrl of the API. */
export function addressOf(asked: ProgramRequest, form: Form, baseUrl: string): string {
  return baseUrl + programPath(asked, form);
}

/** @returns what CSV calls the date and the exact number. */
export function requestColumns(asked: ProgramRequest): { date: string; number: string } {
  return isList(asked) ? { date: 'as_of', number: 'weight' } : { date: 'date', number: 'value' };
}
