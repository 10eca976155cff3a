import { Type } from 'typebox';
import { dateText } from '../../calendar/dates.ts';
import { newestLists, nextReleaseOf } from '../../calendar/freshness.ts';
import { DATASETS } from '../../datasets/index.ts';
import { countOf } from '../../series-math/decimal-text.ts';
import { chartAddress } from '../addresses.ts';
import { fitted } from '../fit.ts';
import { lateOf, marksOf } from '../series.ts';
import type { Tool } from '../types.ts';

/** The most lists that are named. */
const MOST_LISTS = 3;
const OrNull = Type.Union([Type.String(), Type.Null()]);

/** What there is: each dataset with its publisher, its dates and whether its data are samples. */
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
        first_date: OrNull,
        last_date: OrNull,
        updated: OrNull,
        next_release: Type.String(),
        is_sample: Type.Boolean(),
        late: OrNull,
        lists: Type.Optional(
          Type.Array(Type.Object({ code: Type.String(), as_of: Type.String() }), {
            description: 'The newest list of each index and fund, which is as fresh as its own day',
          }),
        ),
      }),
    ),
    left_out: OrNull,
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
      const left = all.length - count;
      const left_out =
        left === 0 ? null : `${countOf(left, 'dataset')} ${left === 1 ? 'does' : 'do'} not fit.`;
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
        text: [...lines, ...(left_out === null ? [] : [left_out]), `Charts: ${chart}`].join('\n'),
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
