import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ECONOMIC_PREFIX } from '../contract/names.ts';
import { JSON_FORMAT, PARQUET_FORMAT } from '../contract/table-formats.ts';
import { DATASETS, type Dataset } from '../datasets/index.ts';

import { type Derivation, derivedPages } from '../derived/index.ts';
import { frequencyName } from '../series-math/frequency.ts';
import { rowBytes } from '../tables/index.ts';
import type { ApiRoute, Operation, Site } from './context.ts';
import type { DataFacts } from './data-state.ts';
import { type EconomicQuery, economicQuery } from './economic-query.ts';
import { economicHandler, type PageQuestion, pageAnswer } from './economic-request.ts';
import { economicTable } from './economic-table.ts';
import { PAGE_EXAMPLE, STATE_PAGE_EXAMPLE } from './openapi/examples.ts';
import { economicParameters } from './parameters.ts';
import { openQuery } from './query.ts';
import { sendRows } from './send-rows.ts';

const HEADERS = Type.Object({
  'If-None-Match': Type.Optional(Type.String({ description: 'ETag of the answer that the client holds' })),
});

/** `GET /api/v1/economic-data/<dataset>` for every dataset of the group. */
export const ECONOMIC_ROUTES: readonly ApiRoute[] = DATASETS.filter(
  ({ group }) => group === 'economic-data',
).map(routeOf);

function routeOf(dataset: Dataset): ApiRoute {
  const path = `${ECONOMIC_PREFIX}/${dataset.id}`;
  const query = economicParameters(dataset);
  const route: Omit<ApiRoute, 'open'> = {
    path,
    operation: operationOf(dataset),
    security: ['keyInQuery', 'keyInHeader'],
    query,
    headers: HEADERS,
    misplaced(name) {
      if (name === 'state') return `${dataset.id} is not by state. Leave it out.`;
      if (name === 'date') return 'write date_from and date_to.';
      if (name === 'order') return 'records come oldest first. Leave it out.';
      return 'pages of economic data follow pagination.next_url. Leave it out.';
    },
  };
  return {
    ...route,
    open(site) {
      const read = openQuery(query, route, site.routes);
      return economicHandler(
        site,
        { name: dataset.id, path },
        (raw, accept, now) => economicQuery(dataset, read, raw, accept, now),
        (asked, data, request, reply) => {
          const send = asked.format === JSON_FORMAT ? sendPage : economicTable;
          return send(site, data, dataset, asked, request, reply);
        },
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
        'A page of records by date, then in the order of `series`, then by state; or the whole range as CSV or Parquet',
      json: { schema: 'EconomicEnvelope', example: byState ? STATE_PAGE_EXAMPLE : PAGE_EXAMPLE },
      csv: byState ? 'date,series,state,value' : 'date,series,value',
      files: [PARQUET_FORMAT],
    },
    refusals: { '401': 'InvalidApiKey', '422': 'InvalidParameter', '429': 'LimitExceeded' },
  };
}

/** @returns how many rows the page has. */
async function sendPage(
  site: Site,
  data: DataFacts,
  dataset: Dataset,
  { selection, derivation, canonical, after, caller }: PageQuestion<EconomicQuery>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const { reader, pageSize } = site;
  const at = after ? `${after.day}.${after.seriesId}` : '';
  const answer = pageAnswer(
    site,
    { name: dataset.id, path: `${ECONOMIC_PREFIX}/${dataset.id}`, canonical },
    `${data.version} ${dataset.id}?${canonical} ${at} ${pageSize}`,
    () => headOf(dataset, derivation),
    caller,
    () => {
      const asked = { after, limit: pageSize };
      const page = derivation
        ? derivedPages(reader, dataset, selection, derivation)(asked)
        : reader.observations(selection, asked);
      const next = page.more ? page.last : undefined;
      return { count: page.count, next, bytes: (...around) => rowBytes(page, JSON_FORMAT, ...around) };
    },
  );
  sendRows(request, reply, { ...answer, origin: data.origin(dataset.id) });
  return answer.count;
}

/** @returns the JSON before `pagination`. Its frequency is that of the records: the lower one where they are aggregated. */
function headOf({ frequency, byState }: Dataset, derivation: Derivation | undefined): string {
  const to = derivation?.to?.cadence.frequency;
  const name = JSON.stringify(to ? frequencyName(to) : frequency);
  const fields = `"date":"string (YYYY-MM-DD)","series":"string",${byState ? '"state":"string",' : ''}"value":"numerical string"`;
  return `{"status":"OK","message":"Data retrieved successfully","meta":{"schema_version":"1.0","frequency":${name},"fields":{${fields}}},`;
}
