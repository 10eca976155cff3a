import { Type } from 'typebox';
import { dateText } from '../../calendar/dates.ts';
import { newestLists, nextReleaseOf } from '../../calendar/freshness.ts';
import { Failure, quoted } from '../../contract/failure.ts';
import { findChoices, findLists } from '../../datasets/find-choices.ts';
import { DATASETS, findDataset } from '../../datasets/index.ts';
import { adviceOnId } from '../../datasets/nearest-choices.ts';
import { entryOf, seriesId } from '../../datasets/series-choice.ts';
import { STATES } from '../../datasets/states.ts';
import { countOf } from '../../series-math/decimal-text.ts';
import {
  apiAddress,
  chartAddress,
  factsOf,
  factsText,
  lateOf,
  marksOf,
  oneChoiceOf,
  oneFactsOf,
  SERIES_FACTS,
} from '../series.ts';
import { answerLines, fitted, leftOut, TextOrNull, type Tool } from '../tool.ts';

const MOST_LISTS = 3;

export const LIST_DATASETS: Tool = {
  name: 'list_datasets',
  title: 'List datasets',
  description:
    'All datasets of Almanac: publisher, frequency, first and last date held, when the next release is due, and whether the data are samples or late. Call it first when you do not know what is here.',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    datasets: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        source: Type.String(),
        frequency: Type.String(),
        series: Type.Integer(),
        by_state: Type.Boolean(),
        first_date: TextOrNull,
        last_date: TextOrNull,
        updated: TextOrNull,
        next_release: Type.String(),
        is_sample: Type.Boolean(),
        late: TextOrNull,
        lists: Type.Optional(
          Type.Array(Type.Object({ code: Type.String(), as_of: Type.String() }), {
            description: 'The newest list of each index and fund, which is as fresh as its own day',
          }),
        ),
      }),
    ),
    left_out: TextOrNull,
    chart: Type.String(),
  }),
  async run(_, { reader, now, addresses }) {
    const holdings = reader.holdings();
    const all = DATASETS.map((dataset) => {
      const held = holdings.find((one) => one.dataset === dataset.id);
      const firsts = held?.series.flatMap(({ first }) => first ?? []) ?? [];
      const lasts = held?.series.flatMap(({ last }) => last ?? []) ?? [];
      const lists = newestLists(held ?? { series: [] });
      return {
        id: dataset.id,
        title: dataset.title,
        source: dataset.publisher,
        frequency: dataset.frequency,
        series: dataset.series.length,
        by_state: dataset.byState,
        first_date: firsts.length === 0 ? null : dateText(Math.min(...firsts)),
        last_date: lasts.length === 0 ? null : dateText(Math.max(...lasts)),
        updated: held?.updatedAt ?? null,
        next_release: nextReleaseOf(dataset, now.getTime()).next_text,
        is_sample: held?.origin === 'sample',
        late: held ? lateOf(dataset, held, now) : null,
        ...(lists.length > 0 && { lists }),
      };
    });
    const chart = chartAddress(addresses, {});
    return fitted(all.length, (count) => {
      const datasets = all
        .slice(0, count)
        .map(({ lists, ...one }) => ({ ...one, ...(lists && { lists: namedOf(lists) }) }));
      const left_out = leftOut(all.length - count, 'dataset');
      const lines = all.slice(0, count).map((one) => {
        const range =
          one.last_date === null
            ? 'no data held'
            : (listTexts(one) ?? `${one.first_date} to ${one.last_date}`);
        const real = one.is_sample || one.last_date === null ? [] : ['published data'];
        const parts = [one.title, one.source, one.frequency, range, ...real, ...marksOf(one)];
        return `${one.id}: ${parts.join('; ')}; next release ${one.next_release}`;
      });
      return {
        structured: { datasets, left_out, chart },
        text: answerLines([...lines, left_out, `Charts: ${chart}`]),
      };
    });
  },
};

type Lists = ReturnType<typeof newestLists>;

const namedOf = (lists: Lists) => lists.slice(0, MOST_LISTS).map(({ code, as_of }) => ({ code, as_of }));

/** @returns 'IVV as of 2024-12-06, SPY as of 2025-02-07'; `undefined` for a dataset without lists. */
function listTexts({ lists }: { lists?: Lists }): string | undefined {
  if (!lists) return undefined;
  const more = lists.length > MOST_LISTS ? ` and ${lists.length - MOST_LISTS} more` : '';
  return `${namedOf(lists)
    .map(({ code, as_of }) => `${code} as of ${as_of}`)
    .join(', ')}${more}`;
}

const USUAL = 8;
const MOST = 20;

export const SEARCH_SERIES: Tool = {
  name: 'search_series',
  title: 'Search series',
  description:
    "Finds the ids of series by words of their title, a topic, a state ('texas initial claims') or a publisher's own id ('ICSA', 'JTSJOL'). Never guess an id: search for it. Ids of state series end with the state's postal code.",
  input: Type.Object(
    {
      query: Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Words: 'quits rate', '10-year yield'",
      }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST, default: USUAL })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    series: Type.Array(Type.Object(SERIES_FACTS)),
    by_state: Type.Array(Type.Object(SERIES_FACTS), {
      description: 'Where the query names no state, series of each state: their ids lack it, as .TX',
    }),
    areas: Type.Array(Type.String(), { description: 'Their states, by postal code' }),
    found: Type.Integer({ description: 'How many there are' }),
    note: TextOrNull,
    left_out: TextOrNull,
    chart: Type.String(),
  }),
  async run({ query, limit = USUAL }: { query: string; limit?: number }, desk) {
    const found = findChoices(query, '');
    if (found.length === 0) throw noMatch(query);
    const listed = found.slice(0, limit);
    const facts = factsOf(desk, listed);
    const lacksState = listed.map(({ dataset, area }) => area === '' && findDataset(dataset).byState);
    const note = notHeld(query);
    return fitted(listed.length, (count) => {
      const shown = facts.slice(0, count);
      const series = shown.filter((_, i) => !lacksState[i]);
      const by_state = shown.filter((_, i) => lacksState[i]);
      const areas = by_state.length > 0 ? Object.keys(STATES) : [];
      const rest = found.length - count;
      const left_out =
        rest > 0
          ? `${found.length} match; the rest is left out. Use other words, or a limit up to ${MOST}.`
          : null;
      const ids = series.slice(0, MOST_LINES).map(({ id }) => id);
      const chart = chartAddress(desk.addresses, ids.length === 0 ? {} : { series: ids.join(',') });
      return {
        structured: { series, by_state, areas, found: found.length, note, left_out, chart },
        text: answerLines([
          note,
          ...series.map(factsText),
          ...by_state.map((one) => `${factsText(one)}; one series for each of ${areas.length} areas`),
          areas.length > 0 ? `To such an id add one of .${areas.join(' .')}` : null,
          left_out,
          ids.length === 0
            ? `Charts: ${chart}`
            : `Chart of ${ids.length === 1 ? 'it' : 'the first'}: ${chart}`,
        ]),
      };
    });
  },
};

const MOST_LINES = 3;

/** Popular searches for data that are not stored, by words that stored series also have. */
const NOT_HELD: readonly { is: (query: string) => boolean; note: string }[] = [
  {
    is: (query) =>
      /\b(unemployment|unemployed|jobless(ness)?)\b/i.test(query) &&
      /\brates?\b/i.test(query) &&
      !/insured/i.test(query),
    note: "The unemployment rate (UNRATE, by the survey of households) is not held, neither national nor by state. On unemployment Almanac holds insurance claims and, by state, insured rates: search for 'insured unemployment rate'.",
  },
  {
    is: (query) => /\bfed(eral)? funds?\b|\b(policy|prime|mortgage) rates?\b/i.test(query),
    note: 'The federal funds rate (FEDFUNDS, DFF) and rates of banks are not held. Of interest rates Almanac holds Treasury par yields.',
  },
];
const notHeld = (query: string) => NOT_HELD.find(({ is }) => is(query))?.note ?? null;

function noMatch(query: string): Failure {
  const lists = findLists(query).map(({ code }) => code);
  const note = notHeld(query);
  const advice = adviceOnId(query, seriesId);
  const explanation =
    lists.length > 0
      ? `${lists.join(', ')} ${lists.length === 1 ? 'is a list' : 'are lists'} of members, which have no history: Almanac shows them on the screen Constituents.`
      : (note ??
        (advice.trim() ||
          `Almanac has only these datasets: ${DATASETS.map(({ title }) => title).join('; ')}.`));
  return new Failure('wrong_usage', `Nothing here matches ${quoted(query)}. ${explanation}`);
}

export const DESCRIBE_SERIES: Tool = {
  name: 'describe_series',
  title: 'Describe a series',
  description:
    'What a series measures: definition, unit, seasonal adjustment, publisher and its ids, release schedule, dates held, newest value, and what to know before using it.',
  input: Type.Object(
    {
      series: Type.String({
        minLength: 1,
        maxLength: 200,
        description: "An id of search_series: 'jolts.quits_rate_sa'",
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...SERIES_FACTS,
    description: Type.String(),
    dataset: Type.String(),
    source_address: Type.String(),
    publisher_ids: Type.Array(Type.String()),
    aggregations: Type.Array(Type.String(), { description: 'Ways to a lower frequency, the usual first' }),
    release: Type.String(),
    next_release: Type.String(),
    first_date: TextOrNull,
    count: Type.Integer(),
    newest_value: TextOrNull,
    discontinued_on: TextOrNull,
    notes: Type.Array(Type.String()),
    chart: Type.String(),
    api: Type.String(),
  }),
  async run({ series: id }: { series: string }, desk) {
    const choice = oneChoiceOf(id);
    const { dataset, series } = entryOf(choice);
    const facts = oneFactsOf(desk, choice);
    const held = desk.reader
      .holdings()
      .find((one) => one.dataset === dataset.id)
      ?.series.find(({ code, area }) => code === choice.code && area === choice.area);
    const last = held?.last ?? null;
    const areas = choice.area === '' ? undefined : [choice.area];
    const asked = { dataset: dataset.id, codes: [choice.code], areas };
    const [newest] = last === null ? [] : desk.reader.columns({ ...asked, from: last, to: last });
    const usual = series.defaultAggregation;
    const search = { series: seriesId(choice) };
    const whole = {
      ...facts,
      description: series.description,
      dataset: dataset.title,
      source_address: dataset.source.url,
      publisher_ids: series.publisherIds.map(
        ({ system, id }) => `${system} ${id.replace('{ST}', choice.area)}`,
      ),
      aggregations: [...new Set([...(usual === null ? [] : [usual]), ...series.allowedAggregations])],
      release: dataset.release.text,
      next_release: nextReleaseOf(dataset, desk.now.getTime()).next_text,
      first_date: held?.first == null ? null : dateText(held.first),
      count: held?.count ?? 0,
      newest_value: newest?.values.at(-1) ?? null,
      discontinued_on: series.discontinuedOn ?? null,
      chart: chartAddress(desk.addresses, search),
      api: apiAddress(desk.addresses, search),
    };
    return fitted(dataset.notes.length, (count) => {
      const notes = dataset.notes.slice(0, count);
      return {
        structured: { ...whole, notes },
        text: answerLines([
          factsText(facts),
          whole.description,
          whole.newest_value === null ? null : `Newest: ${whole.newest_value} on ${whole.last_date}.`,
          `${countOf(whole.count, 'observation')} since ${whole.first_date ?? 'none'}. Release: ${whole.release}; next: ${whole.next_release}.`,
          `Ids: ${whole.publisher_ids.join(', ') || 'none'}. Aggregation: ${whole.aggregations.join(', ') || 'none'}.`,
          whole.discontinued_on === null ? null : `Ended on ${whole.discontinued_on}.`,
          ...notes,
          `Source: ${whole.source_address}`,
          `Chart: ${whole.chart}`,
        ]),
      };
    });
  },
};
