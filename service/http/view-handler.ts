import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { TObject } from 'typebox';
import { latestDayText, todayText } from '../calendar/today.ts';
import { CSV_FORMAT, JSON_FORMAT, type TableFormat } from '../contract/table-formats.ts';
import { linesSearch, readRequest, requestQuery, VIEW_PATH, type View } from '../view/index.ts';
import type { ApiRoute, Handler, Site } from './context.ts';
import type { DataFacts } from './data-state.ts';
import { economicHandler, type PageQuestion } from './economic-request.ts';
import { prefersCsv } from './encodings.ts';
import { checkAsOf } from './parameters.ts';
import { expectOwnNames, openQuery, type RawQuery, type ReadQuery } from './query.ts';
import { collectFaults, invalidBy } from './refusal.ts';
import {
  type ComputedView,
  computeView,
  sendLinesFile,
  sendPage,
  sendTable,
  type ViewQuestion,
} from './send-view.ts';

/** How many views are kept computed for their next pages. One may have a hundred thousand values. */
const MOST_ANSWERS = 4;

/** @returns what answers `GET /api/v1/view`. */
export function viewHandler(site: Site, query: TObject, route: ApiRoute): Handler {
  const read = openQuery(query, route, site.routes) as ReadQuery<Record<string, string | undefined>>;
  const others = site.routes.filter(({ misplaced }) => misplaced);
  const names = new Set([...Object.keys(query.properties), 'api_key']);
  const all = [...new Set([...names, ...others.flatMap((other) => Object.keys(other.query.properties))])];
  const answers = new LRUCache<string, ComputedView>({ max: MOST_ANSWERS });

  function readQuestion(raw: RawQuery, accept: string | undefined, now: Date): ViewQuestion {
    const faults = collectFaults();
    const words = faults.attempt(() => read(raw)) ?? {};
    expectOwnNames(raw, names, all, misplaced, faults);
    const given = Object.entries(raw).filter(([name]) => !faults.has(name));
    const query = Object.fromEntries(given) as Record<string, string>;
    // Without its series a view cannot be checked.
    const view = faults.has('series')
      ? undefined
      : faults.attempt(() => readOrRefuse(query, latestDayText(now)));
    if (!faults.has('as_of')) faults.attempt(() => checkAsOf(query.as_of, now));
    faults.end();
    return question(view as View, words, accept, now);
  }

  async function sendView(
    asked: PageQuestion<ViewQuestion>,
    data: DataFacts,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<number> {
    const key = `${data.version} ${asked.today} ${asked.lines}`;
    const computed = answers.get(key) ?? (await computeView(site, data, asked));
    answers.set(key, computed);
    const { format } = asked;
    const send = format === JSON_FORMAT ? sendPage : format === CSV_FORMAT ? sendTable : sendLinesFile;
    return send(site, data, computed, asked, request, reply);
  }

  return economicHandler(site, { name: 'view', path: VIEW_PATH }, readQuestion, sendView);
}

function misplaced(name: string): string {
  if (name === 'aggregation_method') return 'write aggregation=avg.';
  if (name === 'state') return 'a state stands after its series, ui_state_weekly_claims.initial_claims.CA.';
  return 'pages of a chart’s lines follow pagination.next_url. Leave it out.';
}

function question(
  view: View,
  words: { format?: string | undefined; layout?: string | undefined; token_id?: string | undefined },
  accept: string | undefined,
  now: Date,
): ViewQuestion {
  const { format = prefersCsv(accept) ? CSV_FORMAT : undefined, layout } = words;
  const search = linesSearch(view);
  return {
    view,
    format: (format ?? JSON_FORMAT) as TableFormat,
    layout: layout === 'long' ? 'long' : 'wide',
    lines: requestQuery(search),
    today: todayText(now),
    canonical: requestQuery({ ...search, format, layout }),
    token: words.token_id,
  };
}

function readOrRefuse(query: Readonly<Record<string, string>>, latest: string): View {
  try {
    return readRequest(query, latest);
  } catch (error) {
    throw invalidBy(error);
  }
}
