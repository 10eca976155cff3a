import type { FastifyReply, FastifyRequest } from 'fastify';
import * as Type from 'typebox';
import { API_PREFIX, ECONOMIC_PREFIX } from '../contract/names.ts';
import { DATASETS, type Dataset } from '../datasets/index.ts';

import { type Derivation, derivedPages } from '../derived/index.ts';
import { frequencyName } from '../series-math/frequency.ts';
import { rowBytes } from '../tables/index.ts';
import type { Caller, Operation, Route, Site } from './context.ts';
import type { DataState } from './data-state.ts';
import { economicCsv } from './economic-csv.ts';
import { type EconomicQuery, economicQuery } from './economic-query.ts';
import { economicHandler, type PageAsked } from './economic-request.ts';
import { PAGE_EXAMPLE, STATE_PAGE_EXAMPLE } from './openapi/examples.ts';
import type { AnswerStart, CachedRows } from './page-cache.ts';
import { TOKEN_LIFE_SECONDS } from './paging-token.ts';
import { economicParameters } from './parameters.ts';
import { openQuery } from './query.ts';
import { sendRows } from './send-rows.ts';

const HEADERS = Type.Object({
  'If-None-Match': Type.Optional(Type.String({ description: 'ETag of the answer that the client holds' })),
});

/** `GET /api/v1/economic-data/<dataset>` for every dataset of the group. */
export const ECONOMIC_ROUTES: readonly Route[] = DATASETS.filter(
  ({ group }) => group === 'economic-data',
).map(routeOf);

function routeOf(dataset: Dataset): Route {
  const path = `${ECONOMIC_PREFIX}/${dataset.id}`;
  const query = economicParameters(dataset);
  const route: Omit<Route, 'open'> = {
    path,
    operation: operationOf(dataset),
    security: ['keyInQuery', 'keyInHeader'],
    query,
    headers: HEADERS,
    misplaced: (name) =>
      name === 'state'
        ? `${dataset.id} is not by state. Leave it out.`
        : 'pages of economic data follow pagination.next_url. Leave it out.',
  };
  return {
    ...route,
    open(site) {
      const read = openQuery(query, route, site.routes);
      return economicHandler(
        site,
        { name: dataset.id, path },
        (raw, accept, now) => economicQuery(dataset, read, raw, accept, now),
        (asked, data, request, reply) =>
          (asked.isCsv ? economicCsv : sendPage)(site, data, dataset, asked, request, reply),
      );
    },
  };
}

function operationOf(dataset: Dataset): Operation {
  const { id, byState, title, source, description, frequency, publisher, release, notes, series } = dataset;
  const table = series.map(({ code, title, unit }) => `| \`${code}\` | ${title} | ${unit} |`);
  return {
    id: `get_${id}`,
    tag: 'Economic data',
    summary: title,
    description: [
      description,
      `${frequency}. Published by ${publisher}: ${release.text}.`,
      ...notes,
      ['| series | title | unit |', '|---|---|---|', ...table].join('\n'),
    ].join('\n\n'),
    source,
    answer: {
      description:
        'A page of records by date, then in the order of `series`, then by state; or the whole range as CSV',
      json: { schema: 'EconomicEnvelope', example: byState ? STATE_PAGE_EXAMPLE : PAGE_EXAMPLE },
      csv: byState ? 'date,series,state,value' : 'date,series,value',
    },
    refusals: { '401': 'InvalidApiKey', '422': 'InvalidParameter', '429': 'LimitExceeded' },
  };
}

const TAIL = Buffer.from(']}');

/** @returns how many rows the page has. */
function sendPage(
  site: Site,
  data: DataState,
  dataset: Dataset,
  { selection, derivation, canonical, after, caller }: PageAsked<EconomicQuery>,
  request: FastifyRequest,
  reply: FastifyReply,
): number {
  const { pages, reader, pageSize } = site;
  const at = after ? `${after.day}.${after.place}` : '';
  const key = `${data.version} ${dataset.id}?${canonical} ${at} ${pageSize}`;
  const rows = pages.rows(key, () => {
    const asked = { after, limit: pageSize };
    const page = derivation
      ? derivedPages(reader, dataset, selection, derivation)(asked)
      : reader.observations(selection, asked);
    return {
      body: rowBytes(page, 'json'),
      count: page.count,
      next: page.more ? page.last : undefined,
      total: 0,
    };
  });
  sendRows(pages, request, reply, {
    key,
    rows,
    start: startOf(site, dataset, { canonical, derivation }, rows, caller),
    tail: TAIL,
    origin: data.origin(dataset.id),
  });
  return rows.count;
}

/** What stands before the rows, and the ETag. A token is the same for a second: until then so is all of it. */
function startOf(
  site: Site,
  dataset: Dataset,
  { canonical, derivation }: Pick<EconomicQuery, 'canonical' | 'derivation'>,
  rows: CachedRows,
  caller: Caller,
): AnswerStart {
  const second = Math.floor(site.now().getTime() / 1000);
  const { start } = rows;
  if (start?.second === second && start.callerId === caller.id) return start;
  const token = rows.next && site.tokens.issue(caller.id, `${dataset.id}?${canonical}`, rows.next);
  const nextUrl = token === undefined ? 'null' : `"${nextPath(dataset.id, canonical, token)}"`;
  const head = `${headOf(dataset, derivation)}"pagination":{"count":"${rows.count}","next_url":${nextUrl}},"data":[`;
  rows.start = {
    second,
    callerId: caller.id,
    head: Buffer.from(head),
    etag: rows.next ? pageEtag(site, rows.etag, caller) : rows.etag,
    whole: undefined,
  };
  return rows.start;
}

/** All of it is plain text that needs no escaping, neither in a URL nor in JSON: codes, dates, base64url. */
function nextPath(dataset: string, canonical: string, token: string): string {
  return `${ECONOMIC_PREFIX.slice(API_PREFIX.length)}/${dataset}?${canonical}&token_id=${token}`;
}

/** A page that a client keeps must not keep another's token, nor one that has aged out: its ETag changes twice in a token's life. */
function pageEtag({ now }: Site, etag: string, caller: Caller): string {
  const period = Math.floor(now().getTime() / (TOKEN_LIFE_SECONDS * 500));
  return `${etag.slice(0, -1)}.${caller.id}.${period.toString(36)}"`;
}

/** @returns what stands before the paging; with an aggregation its frequency is that of the records. */
function headOf({ id, frequency, byState }: Dataset, derivation: Derivation | undefined): string {
  const to = derivation?.to?.cadence.frequency;
  const key = `${id} ${to}`;
  let head = HEADS.get(key);
  if (head === undefined) {
    const fields = {
      date: 'string (YYYY-MM-DD)',
      series: 'string',
      ...(byState ? { state: 'string' } : {}),
      value: 'numerical string',
    };
    const meta = { schema_version: '1.0', frequency: to ? frequencyName(to) : frequency, fields };
    const start = { status: 'OK', message: 'Data retrieved successfully', meta };
    head = `${JSON.stringify(start).slice(0, -1)},`;
    HEADS.set(key, head);
  }
  return head;
}

/** By dataset and frequency. */
const HEADS = new Map<string, string>();
