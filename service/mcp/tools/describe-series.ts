import { Type } from 'typebox';
import { dateText } from '../../calendar/dates.ts';
import { nextReleaseOf } from '../../calendar/freshness.ts';
import { entryOf, seriesId } from '../../datasets/series-choice.ts';
import { countOf } from '../../series-math/decimal-text.ts';
import { apiAddress, chartAddress } from '../addresses.ts';
import { fitted } from '../fit.ts';
import { factsOf, factsText, oneChoiceOf, SERIES_FACTS } from '../series.ts';
import type { Tool } from '../types.ts';

const OrNull = Type.Union([Type.String(), Type.Null()]);

/** What a series is. */
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
    first_date: OrNull,
    count: Type.Integer(),
    newest_value: OrNull,
    discontinued_on: OrNull,
    notes: Type.Array(Type.String()),
    chart: Type.String(),
    api: Type.String(),
  }),
  async run({ series: id }: { series: string }, desk) {
    const choice = oneChoiceOf(id);
    const { dataset, series } = entryOf(choice);
    const [facts] = factsOf(desk, [choice]);
    if (!facts) throw new Error(`There are no facts of ${id}.`);
    const held = desk.reader
      .holdings()
      .find((one) => one.dataset === dataset.id)
      ?.series.find(({ code, area }) => code === choice.code && area === choice.area);
    const first = held?.first ?? null;
    const last = held?.last ?? null;
    const [newest] =
      last === null
        ? []
        : desk.reader.columns({
            dataset: dataset.id,
            codes: [choice.code],
            areas: choice.area === '' ? undefined : [choice.area],
            from: last,
            to: last,
          });
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
      aggregations: [
        ...(usual === null ? [] : [usual]),
        ...series.allowedAggregations.filter((one) => one !== usual),
      ],
      release: dataset.release.text,
      next_release: nextReleaseOf(dataset, desk.now.getTime()).next_text,
      first_date: first === null ? null : dateText(first),
      count: held?.count ?? 0,
      newest_value: newest?.values.at(-1) ?? null,
      discontinued_on: series.discontinuedOn ?? null,
      chart: chartAddress(desk.addresses, search),
      api: apiAddress(desk.addresses, search),
    };
    return fitted(dataset.notes.length, (count) => {
      const notes = dataset.notes.slice(0, count);
      const newestText =
        whole.newest_value === null ? '' : `Newest: ${whole.newest_value} on ${whole.last_date}.`;
      return {
        structured: { ...whole, notes },
        text: [
          factsText(facts),
          whole.description,
          newestText,
          `${countOf(whole.count, 'observation')} since ${whole.first_date ?? 'none'}. Release: ${whole.release}; next: ${whole.next_release}.`,
          `Ids: ${whole.publisher_ids.join(', ') || 'none'}. Aggregation: ${whole.aggregations.join(', ') || 'none'}.`,
          ...(whole.discontinued_on === null ? [] : [`Ended on ${whole.discontinued_on}.`]),
          ...notes,
          `Source: ${whole.source_address}`,
          `Chart: ${whole.chart}`,
        ]
          .filter((line) => line !== '')
          .join('\n'),
      };
    });
  },
};
