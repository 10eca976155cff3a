import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateText } from '../calendar/dates.ts';
import { freshnessOf, nextReleaseOf } from '../calendar/freshness.ts';
import type { Catalog, CatalogDataset, CatalogSeries } from '../contract/catalog.ts';
import { API_PREFIX } from '../contract/names.ts';
import { Readiness } from '../contract/team.ts';
import { DATASETS, type Dataset, findDataset } from '../datasets/index.ts';
import type { Series } from '../datasets/types.ts';
import { publishedFrequency } from '../series-math/frequency.ts';
import type { DatasetHolding, Reader, SeriesHolding } from '../store/index.ts';
import { type Document, makeDocument, sendDocument } from './http/answer.ts';
import { discoverySchema } from './http/described-route.ts';
import type { DataFacts, Site } from './http/site.ts';

/** The catalogue states to the minute how fresh the data are. */
const MINUTE_MS = 60_000;

export function addCatalog(app: FastifyInstance, { data, now, reader }: Site): void {
  let kept: { version: string; minute: number; document: Document } | undefined;
  const summary = 'Datasets and series: their descriptions, and the dates stored';
  const schema = discoverySchema('get_catalog', summary, { json: { schema: 'Catalog' } });
  app.get(`${API_PREFIX}/catalog`, { schema }, async (request, reply) => {
    const state = data(request);
    const minute = Math.floor(now().getTime() / MINUTE_MS);
    if (kept?.version !== state.version || kept.minute !== minute) {
      const body = JSON.stringify(catalogBody(state, reader, minute * MINUTE_MS));
      kept = {
        version: state.version,
        minute,
        document: makeDocument(body, 'application/json; charset=utf-8'),
      };
    }
    return sendDocument(reply, kept.document);
  });
}

type HeldRange = { count: number; first_date: string | null; last_date: string | null };

/** @param now milliseconds since 1970-01-01 UTC. */
function catalogBody(data: DataFacts, reader: Reader, now: number): Catalog {
  const holdings = new Map(data.holdings().map((holding) => [holding.dataset, holding]));
  return {
    data_version: data.version,
    datasets: DATASETS.map((dataset) => datasetEntry(dataset, holdings.get(dataset.id), reader, now)),
  };
}

function datasetEntry(
  dataset: Dataset,
  holding: DatasetHolding | undefined,
  reader: Reader,
  now: number,
): CatalogDataset {
  const isConstituents = dataset.kind === 'list';
  return {
    id: dataset.id,
    group: dataset.group,
    title: dataset.title,
    description: dataset.description,
    frequency: dataset.frequency,
    publisher: dataset.publisher,
    source: dataset.source,
    licence: dataset.licence,
    release: { text: dataset.release.text, ...nextReleaseOf(dataset, now) },
    by_state: dataset.byState,
    headline: dataset.headline,
    notes: [...dataset.notes],
    origin: holding?.origin ?? null,
    last_update: holding?.updatedAt ?? null,
    ...held(holding ? [holding] : []),
    freshness: holding ? freshnessOf(dataset, holding, now) : null,
    series: isConstituents
      ? constituentEntries(dataset, holding, reader)
      : dataset.series.map((series) => seriesEntry(dataset, series, held(ofCode(holding, series.code)))),
  };
}

function ofCode(holding: DatasetHolding | undefined, code: string): SeriesHolding[] {
  return holding?.series.filter((series) => series.code === code) ?? [];
}

function held(parts: readonly { count: number; first: number | null; last: number | null }[]): HeldRange {
  const days = parts.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last]));
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    first_date: days.length > 0 ? dateText(days.reduce((a, b) => Math.min(a, b))) : null,
    last_date: days.length > 0 ? dateText(days.reduce((a, b) => Math.max(a, b))) : null,
  };
}

export function seriesEntry(dataset: Dataset, series: Series, what: HeldRange): CatalogSeries {
  return {
    code: series.code,
    title: series.title,
    description: series.description,
    group: series.group,
    unit: series.unit,
    unit_short: series.unitShort,
    multiplier: series.multiplier,
    frequency: series.frequency,
    frequency_detail: publishedFrequency(dataset),
    seasonal_adjustment: series.seasonalAdjustment,
    default_aggregation: series.defaultAggregation,
    allowed_aggregations: [...series.allowedAggregations],
    publisher_ids: series.publisherIds.map(({ system, id }) => ({ system, id })),
    synonyms: [...series.synonyms],
    discontinued: series.discontinuedOn !== undefined,
    discontinued_on: series.discontinuedOn ?? null,
    ...what,
  };
}

/** @returns entries for the catalogue's codes, and for codes that only imported lists have. */
function constituentEntries(
  dataset: Dataset,
  holding: DatasetHolding | undefined,
  reader: Reader,
): CatalogSeries[] {
  const known = new Map(dataset.series.map((series) => [series.code, series]));
  const codes = [...new Set([...known.keys(), ...reader.constituentCodes(dataset.id)])];
  return codes.map((code) => {
    const parts = ofCode(holding, code);
    const what = held(parts);
    const total =
      parts.length > 0 ? what.count : (reader.constituents(code, { offset: 0, limit: 1 })?.total ?? 0);
    const lists = parts.flatMap((part) => part.lists ?? []);
    return {
      ...seriesEntry(dataset, known.get(code) ?? ownSeries(dataset, code), { ...what, count: total }),
      lists: lists.map(({ asOf, hasWeights, ...list }) => ({
        as_of: dateText(asOf),
        has_weights: hasWeights,
        ...list,
      })),
    };
  });
}

function ownSeries(dataset: Dataset, code: string): Series {
  const [like] = findDataset(dataset.id)?.series ?? [];
  return {
    code,
    title: code,
    description: `Constituents imported under the code ${code}.`,
    group: like?.group ?? dataset.title,
    unit: 'percent',
    unitShort: '%',
    multiplier: 0,
    frequency: dataset.frequency,
    seasonalAdjustment: 'NSA',
    defaultAggregation: null,
    allowedAggregations: [],
    publisherIds: [],
    synonyms: [],
  };
}

const HEALTH = discoverySchema('get_health', 'Whether the service is well', {
  json: {
    schema: Type.Object({ status: Type.Unsafe({ const: 'ok' }), version: Type.String() }),
    example: { status: 'ok', version: '0.1.0' },
  },
});
const READINESS = discoverySchema('get_readiness', 'Whether a balancer may send requests to this service', {
  json: { schema: Readiness, example: { status: 'ready' } },
});

export function addHealth(app: FastifyInstance, { reader, readiness, version }: Site): void {
  app.get('/healthz', { schema: HEALTH }, async (_request, reply) => {
    // Reads the data file, so that the answer is not 'healthy' while the file is unreadable.
    reader.dataVersion();
    return reply.header('Cache-Control', 'no-store').send({ status: 'ok', version });
  });
  app.get('/readyz', { schema: READINESS }, async (_request, reply) => {
    reader.dataVersion();
    // A team's node is ready only with the newest data.
    const state: Readiness = readiness?.() ?? { status: 'ready' };
    if (state.status !== 'ready') reply.code(503).header('Retry-After', '1');
    return reply.header('Cache-Control', 'no-store').send(state);
  });
}
