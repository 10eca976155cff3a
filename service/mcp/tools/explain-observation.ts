import { Type } from 'typebox';
import { explanationCalls } from '../../calls/index.ts';
import { shortened } from '../../contract/failure.ts';
import { seriesId } from '../../datasets/series-choice.ts';
import { apiAddress, chartAddress } from '../addresses.ts';
import { fitted } from '../fit.ts';
import { choiceOf, factsOf, factsText, SERIES_FACTS } from '../series.ts';
import type { Tool } from '../types.ts';

const OrNull = Type.Union([Type.String(), Type.Null()]);
const LONGEST_PLACE = 300;
const Seen = Type.Object({
  value: Type.String(),
  first_seen: Type.String(),
  superseded_at: OrNull,
  origin: Type.String(),
  format: Type.String(),
  file: Type.String({ description: 'Name of the file, or address' }),
  place: OrNull,
  sha256: Type.String(),
});

/** Where one value comes from. */
export const EXPLAIN_OBSERVATION: Tool = {
  name: 'explain_observation',
  title: 'Explain a value',
  description:
    'Where the value of a series on one date comes from: the file or address, the place in it, its SHA-256, when it was first seen here, and which values it replaced. Where there is no value it says why, and the nearest dates. Times are UTC.',
  input: Type.Object(
    {
      series: Type.String({ minLength: 1, maxLength: 200, description: 'An id of search_series' }),
      date: Type.String({ maxLength: 20, description: 'The date of the value, YYYY-MM-DD' }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...SERIES_FACTS,
    date: Type.String(),
    current: Type.Union([Seen, Type.Null()]),
    replaced: Type.Array(Seen, { description: 'Earlier values, newest first' }),
    left_out: OrNull,
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why there is no value' }),
    before: OrNull,
    after: OrNull,
    chart: Type.String(),
    api: Type.String(),
  }),
  async run({ series: id, date }: { series: string; date: string }, desk) {
    const choice = choiceOf(id.trim());
    const calls = explanationCalls(desk.reader, () => desk.now);
    const { dataset, code, area } = choice;
    const found = await calls.explain({ dataset, series: code, area, date });
    const [facts] = factsOf(desk, [choice]);
    if (!facts) throw new Error(`There are no facts of ${id}.`);
    const current = found.current && seenTold(found.current);
    const replaced = found.replaced.map(seenTold);
    const search = { series: seriesId(choice), from: date, to: date };
    const [chart, api] = [
      chartAddress(desk.addresses, { series: search.series, explain: `${search.series}@${date}` }),
      apiAddress(desk.addresses, search),
    ];
    const { reason, before, after } = found;
    return fitted(replaced.length, (count) => {
      const told = replaced.slice(0, count);
      const left_out =
        count < replaced.length ? `${replaced.length - count} earlier values do not fit.` : null;
      const nearest = `Nearest dates: ${before ?? 'none'} before, ${after ?? 'none'} after.`;
      return {
        structured: { ...facts, date, current, replaced: told, left_out, reason, before, after, chart, api },
        text: [
          factsText(facts),
          current === null
            ? `No value on ${date}. ${reason ?? ''} ${nearest}`
            : `${date}: ${current.value}. ${seenText(current)}`,
          ...told.map((one) => `Before: ${one.value}, until ${one.superseded_at}. ${seenText(one)}`),
          ...(left_out === null ? [] : [left_out]),
          `Chart: ${chart}`,
        ].join('\n'),
      };
    });
  },
};

type SeenGiven = NonNullable<Awaited<ReturnType<ReturnType<typeof explanationCalls>['explain']>>['current']>;

function seenTold({ value, first_seen, superseded_at, place, run }: SeenGiven) {
  return {
    value,
    first_seen,
    superseded_at,
    origin: run.origin,
    format: run.source_title,
    file: shortened(run.location.replace(/^(?!https?:).*[/\\]/, ''), LONGEST_PLACE),
    place: place === null ? null : shortened(place, LONGEST_PLACE),
    sha256: run.sha256,
  };
}

function seenText({ first_seen, origin, format, file, place, sha256 }: ReturnType<typeof seenTold>): string {
  if (origin === 'sample') return `Sample data, made here on ${first_seen}.`;
  const where = [format, file, place].filter((part) => part !== null && part !== '').join(', ');
  return `From ${where}; first seen ${first_seen}; SHA-256 ${sha256}.`;
}
