import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Static, Type } from 'typebox';
import { dayNumber, daysFromCivil, instantText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { JSON_FORMAT, PARQUET_FORMAT } from '../contract/table-formats.ts';
import { MARKET_OBSERVATIONS as YIELDS } from '../datasets/index.ts';
import { type CountedRows, countRows, type Derivation, derivedPages, hasSpread } from '../derived/index.ts';
import {
  NO_ROWS,
  type ObservationRows,
  observationTexts,
  rowsOfTexts,
  type SeriesSelection,
} from '../store/index.ts';
import { rowBytes } from '../tables/index.ts';
import { notedCaller } from './http/callers.ts';
import { answers, KEY_IN_HEADER, refusals } from './http/described-route.ts';
import {
  AS_OF,
  checkAsOf,
  checkDays,
  DATE_FROM,
  DATE_TO,
  day,
  derivationOf,
  derivationParameters,
  TABLE_LAYOUT,
  text,
} from './http/parameters.ts';
import { canonicalOf, checkBeyondSchema, querySchema } from './http/query.ts';
import type { Context, DataFacts, Site } from './http/site.ts';
import { inFileName, madeOf, type ReadPage, rowChunks, tableForm, type WritePage } from './http/tables.ts';
import { knownCodes, type MarketSelection, PAGED, selectedCodes, sendSelection } from './market-page.ts';
import { YIELDS_EXAMPLE } from './openapi/examples.ts';

const CODES = YIELDS.series.map(({ code }) => code);
const EXAMPLE_CODES = [...(YIELDS.exampleCodes ?? [YIELDS.headline])];
const PATH = `/${YIELDS.id}`;

const QUERY = querySchema(
  {
    ...PAGED,
    layout: TABLE_LAYOUT,
    date_from: Type.Optional(DATE_FROM),
    date_to: Type.Optional(DATE_TO),
    date: Type.Optional(
      day(
        'The newest day on or before this one that has any of the codes: one curve. Not in the future, and not together with `date_from` or `date_to`',
        '2025-03-08',
      ),
    ),
    order: Type.Optional(
      text('By date: oldest first, or newest first', {
        enum: ['asc', 'desc'],
        default: 'asc',
        right: 'desc',
      }),
    ),
    as_of: Type.Optional(AS_OF),
    ...derivationParameters(YIELDS),
  },
  {
    misplaced: (name) =>
      name === 'series'
        ? `codes stand in the path: ${PATH}/series=${EXAMPLE_CODES}.`
        : name === 'token_id'
          ? 'pages are asked for with limit and offset. Leave it out.'
          : `it is for economic data, not for ${YIELDS.id}. Leave it out.`,
    checks: {
      date: (days, { now }) => checkDays(days, now),
      as_of: ({ as_of }, { now }) => checkAsOf(as_of, now),
    },
  },
);
type YieldsWords = Static<typeof QUERY>;

const SCHEMA: FastifySchema = {
  operationId: `get_${YIELDS.id}`,
  tags: ['Market data'],
  summary: YIELDS.title,
  description: [YIELDS.description, ...YIELDS.notes].join('\n\n'),
  security: KEY_IN_HEADER,
  params: Type.Object({
    codes: Type.Array(Type.String({ enum: CODES }), {
      minItems: 1,
      description: 'One or more codes with a comma between them',
      example: EXAMPLE_CODES,
    }),
  }),
  querystring: QUERY,
  response: {
    200: answers('Rows by date (newest first with `order=desc`), then in the order of the codes', {
      json: { schema: 'YieldsEnvelope', example: YIELDS_EXAMPLE },
      csv: 'date,series,value',
      files: [PARQUET_FORMAT],
    }),
    ...refusals({
      401: 'NotAuthenticated',
      403: 'Forbidden',
      404: 'UnknownSeries',
      422: 'InvalidParameter',
    }),
  },
};

export function addYields(app: FastifyInstance, site: Site): void {
  const readDerived = rememberDerivedYields(site);
  app.get<{ Params: { selector: string }; Querystring: YieldsWords }>(
    `${PATH}/:selector`,
    { schema: SCHEMA, config: { path: `${PATH}/series={codes}` }, attachValidation: true },
    async (request, reply) => {
      const started = performance.now();
      await notedCaller(site, request);
      const data = site.data(request);
      const codes = knownCodes(selectedCodes(request.params.selector), CODES);
      // The codes in the path decide which calculations are allowed.
      const derivation = checkBeyondSchema(request, (words: YieldsWords) =>
        derivationOf(YIELDS, codes, words, site.now()),
      );
      const { query } = request;
      const question = { codes, query, derivation, data };
      const rows = await selectYields(site, question, readDerived, reply);
      if (!rows) return reply.hijack();
      return sendSelection(site, rows, query, started, reply);
    },
  );
}

type YieldsQuestion = {
  codes: readonly string[];
  query: YieldsWords;
  /** Other units or a lower frequency; `undefined`: as published. */
  derivation: Derivation | undefined;
  data: DataFacts;
};

/** All days that can be written as a date. */
const ALL_DAYS = { from: daysFromCivil(1, 1, 1), to: daysFromCivil(9999, 12, 31) };
/** No calculation: for published rows that have to be computed, since they cannot be read by offset. */
const AS_PUBLISHED: Derivation = { units: 'lin' };

type RowsAt = {
  total: number;
  page: (offset: number, limit: number) => ObservationRows & { total: number };
};

async function selectYields(
  site: Site,
  { codes, query, derivation, data }: YieldsQuestion,
  readDerived: ReadDerivedYields,
  reply: FastifyReply,
): Promise<MarketSelection | undefined> {
  const { id: dataset } = YIELDS;
  const { limit: _, offset: __, format: ___, layout, ...words } = query;
  const isWide = layout === 'wide';
  const { date_from, date_to, date, order, as_of } = words;
  const narrowed = { date_from, date_to, date, order, as_of };
  const made = canonicalOf(derivation ? words : narrowed);
  const isDescending = words.order === 'desc';
  const selection: SeriesSelection = {
    dataset,
    // Read backwards, the rows of a day then come in the requested order.
    codes: isDescending ? codes.toReversed() : codes,
    from: dayOf(words.date_from) ?? ALL_DAYS.from,
    to: dayOf(words.date_to ?? words.date) ?? ALL_DAYS.to,
    asOf: words.as_of === undefined ? undefined : instantText(words.as_of),
  };
  const plain = {
    dataset,
    codes,
    derivation,
    made,
    isWide,
    madeName: `${nameOf(words, derivation)}${isWide ? '_wide' : ''}`,
    ...tableForm(YIELDS, codes, isWide ? codes.map((code) => ({ code, area: '' })) : undefined),
  };
  const isComputed = selection.asOf !== undefined || hasSpread(selection);
  const calculated = derivation ?? (isComputed ? AS_PUBLISHED : undefined);
  if (!calculated) {
    const shown = words.date === undefined ? selection : newestDay(selection, publishedAt(site, selection));
    return selected(site, { ...plain, data }, shown, publishedAt(site, shown), isDescending);
  }
  const isWanted = () => !reply.raw.destroyed;
  const count = (counted: SeriesSelection) =>
    readDerived(
      { selection: counted, derivation: calculated, canonical: `${made} ${counted.from}` },
      isWanted,
    );
  const whole = await count(selection);
  const shown = whole && words.date !== undefined ? newestDay(selection, whole) : selection;
  const rows = shown === selection ? whole : await count(shown);
  if (!rows) return undefined;
  const pages = derivedPages(site.reader, YIELDS, shown, calculated);
  return selected(site, { ...plain, data: site.data(reply.request) }, shown, rows, isDescending, pages);
}

function publishedAt({ reader }: Context, selection: SeriesSelection): RowsAt {
  return {
    get total() {
      return reader.countObservations(selection);
    },
    page: (offset, limit) => reader.observationsAt(selection, { offset, limit }),
  };
}

function newestDay(selection: SeriesSelection, { total, page }: RowsAt): SeriesSelection {
  const [last] = total === 0 ? [] : observationTexts(page(total - 1, 1));
  return last ? { ...selection, from: last.day, to: last.day } : selection;
}

function selected(
  context: Context,
  {
    lines,
    cells,
    ...plain
  }: Omit<MarketSelection, 'page' | 'total' | 'lines' | 'cells'> & ReturnType<typeof tableForm>,
  selection: SeriesSelection,
  rows: RowsAt,
  isDescending: boolean,
  ascending?: ReadPage,
): MarketSelection {
  const at = isDescending ? descending(rows) : rows.page;
  const chunks = <Written>(total: number, write: WritePage<Written>) =>
    rowChunks(context, plain.data, selection, total, write, isDescending ? byOffset(at) : ascending);
  return {
    ...plain,
    page(offset, limit) {
      const page = at(offset, limit);
      return { body: rowBytes(page, JSON_FORMAT), count: page.count, total: page.total };
    },
    total: () => rows.total,
    lines: (total) => chunks(total, lines),
    cells: (total) => chunks(total, cells),
  };
}

/** @returns a reader of one page after another, by offset. */
function byOffset(at: RowsAt['page']): ReadPage {
  let offset = 0;
  return ({ limit }) => {
    const page = at(offset, limit);
    offset += page.count;
    return { ...page, more: offset < page.total, last: undefined };
  };
}

/** @returns pages of the same rows from the last to the first. */
function descending(rows: RowsAt): RowsAt['page'] {
  return (offset, limit) => {
    const { total, page } = rows;
    const end = Math.max(0, total - offset);
    const start = Math.max(0, end - limit);
    if (start === end) return { ...NO_ROWS, total };
    return { ...rowsOfTexts(observationTexts(page(start, end - start)).toReversed()), total };
  };
}

function dayOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : dayNumber(date);
}

function nameOf(
  { date_from: from, date_to: to, date, order, as_of: asOf }: YieldsWords,
  derivation: Derivation | undefined,
): string {
  const words = { from, to, on: date, as_of: asOf && inFileName(asOf), order };
  const narrowed = Object.entries(words).map(([name, value]) =>
    value === undefined ? '' : `_${name}_${value}`,
  );
  return `${madeOf(derivation)}${narrowed.join('')}`;
}

/** Rows between remembered positions: the most that are calculated and skipped to reach an offset. */
const STEP = 5_000;
const ATTEMPTS = 3;
const MOST = 50;

type ReadDerivedYields = (
  question: { selection: SeriesSelection; derivation: Derivation; canonical: string },
  isWanted: () => boolean,
) => Promise<RowsAt | undefined>;

/** @returns a function that counts a query's rows once a data version; `undefined` if the client left. */
function rememberDerivedYields({ reader }: Pick<Context, 'reader'>): ReadDerivedYields {
  const known = new LRUCache<string, Pick<CountedRows, 'total' | 'stops'>>({ max: MOST });
  return async ({ selection, derivation, canonical }, isWanted) => {
    const read = derivedPages(reader, YIELDS, selection, derivation);
    for (let attempt = 1; ; attempt++) {
      const version = reader.dataVersion();
      const key = `${version} ${selection.codes.join(',')}?${canonical}`;
      let counted = known.get(key);
      if (!counted) {
        const found = await countRows(read, STEP, isWanted);
        if (!found) return undefined;
        counted = { total: found.total, stops: found.stops };
        if (reader.dataVersion() === version) known.set(key, counted);
        else if (attempt < ATTEMPTS) continue;
        else throw new Failure('folder_in_use', 'The data change faster than they can be counted.');
      }
      const { total, stops } = counted;
      return {
        total,
        page(offset, limit) {
          const stop = Math.min(Math.floor(offset / STEP), stops.length);
          const after = stop === 0 ? undefined : stops[stop - 1];
          const skip = offset - stop * STEP;
          // Nothing to calculate past the end.
          if (offset >= total) return { ...NO_ROWS, total };
          return { ...read({ after, skip, limit }), total };
        },
      };
    }
  };
}
