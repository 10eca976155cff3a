import { Type } from 'typebox';
import { dateText } from '../../calendar/dates.ts';
import { nextReleaseOf } from '../../calendar/freshness.ts';
import { DATASETS } from '../../datasets/index.ts';
import { chartAddress } from '../addresses.ts';
import { fitted } from '../fit.ts';
import { lateOf, marksOf } from '../series.ts';
import type { Tool } from '../types.ts';

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
      }),
    ),
    left_out: OrNull,
    chart: Type.String(),
  }),
  run(_, { reader, now, addresses }) {
    const holdings = reader.holdings();
    const all = DATASETS.map((dataset) => {
      const held = holdings.find((one) => one.dataset === dataset.id);
      const firsts = held?.series.flatMap(({ first }) => first ?? []) ?? [];
      const lasts = held?.series.flatMap(({ last }) => last ?? []) ?? [];
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
      };
    });
    const chart = chartAddress(addresses, {});
    return fitted(all.length, (count) => {
      const datasets = all.slice(0, count);
      const left_out = count < all.length ? `${all.length - count} datasets do not fit.` : null;
      const lines = datasets.map((one) => {
        const range = one.last_date === null ? 'no data held' : `${one.first_date} to ${one.last_date}`;
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
