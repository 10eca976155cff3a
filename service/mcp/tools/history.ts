import { Type } from 'typebox';
import { dateText, dayNumber } from '../../calendar/dates.ts';
import { explanationCalls } from '../../calls/index.ts';
import { Failure, shortened } from '../../contract/failure.ts';
import { entryOf, type SeriesChoice, seriesId } from '../../datasets/series-choice.ts';
import { apiAddress, chartAddress, factsText, oneChoiceOf, oneFactsOf, SERIES_FACTS } from '../series.ts';
import { answerLines, Day, type Desk, fitted, leftOut, TextOrNull, type Tool } from '../tool.ts';

const LONGEST_PLACE = 300;
const Seen = Type.Object({
  value: Type.String(),
  first_seen: Type.String(),
  superseded_at: TextOrNull,
  origin: Type.String(),
  format: Type.String(),
  file: Type.String({ description: 'Name of the file, or address' }),
  place: TextOrNull,
  sha256: Type.String(),
});

export const EXPLAIN_OBSERVATION: Tool = {
  name: 'explain_observation',
  title: 'Explain a value',
  description:
    'Where the value of a series on one date comes from: the file or address, the place in it, its SHA-256, when it was first seen here, and which values it replaced. For a spread it explains the two yields that it is calculated from. Where there is no value it says why, and the nearest dates. Times are UTC.',
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
    value: TextOrNull,
    current: Type.Union([Seen, Type.Null()], { description: 'Null of a spread, which is computed here' }),
    replaced: Type.Array(Seen, { description: 'Earlier values, newest first' }),
    computed_of: Type.Array(
      Type.Object({
        id: Type.String(),
        current: Type.Union([Seen, Type.Null()]),
        replaced: Type.Array(Seen),
      }),
      { description: 'Of a spread: first the yield from which the second is taken' },
    ),
    note: TextOrNull,
    left_out: TextOrNull,
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why there is no value' }),
    before: TextOrNull,
    after: TextOrNull,
    chart: Type.String(),
    api: Type.String(),
  }),
  async run({ series: id, date }: { series: string; date: string }, desk) {
    const choice = oneChoiceOf(id);
    const { spread } = entryOf(choice).series;
    const codes = spread ? [spread.long, spread.short] : [choice.code];
    const found = await Promise.all(codes.map((code) => explained({ ...choice, code }, date, desk)));
    const facts = oneFactsOf(desk, choice);
    const value = spread ? spreadOn(choice, date, desk) : (found[0]?.current?.value ?? null);
    const { reason, before, after } = found.find(({ current }) => current === null) ?? NO_REASON;
    const units = /:.*/.exec(id)?.[0];
    const note =
      units === undefined
        ? null
        : `Without '${units.trim()}': the published value is explained, from which that is calculated.`;
    const search = { series: seriesId(choice), from: date, to: date };
    const [chart, api] = [
      chartAddress(desk.addresses, { series: search.series, explain: `${search.series}@${date}` }),
      apiAddress(desk.addresses, search),
    ];
    const earlier = Math.max(...found.map(({ replaced }) => replaced.length));
    return fitted(earlier, (count) => {
      const parts = found.map(({ id, current, replaced }) => ({
        id,
        current,
        replaced: replaced.slice(0, count),
      }));
      const rest = found.reduce((sum, { replaced }) => sum + Math.max(0, replaced.length - count), 0);
      const left_out = leftOut(rest, 'earlier value');
      const nearest = `Nearest dates: ${before ?? 'none'} before, ${after ?? 'none'} after.`;
      const { current, replaced } = spread ? { current: null, replaced: [] } : (parts[0] ?? NO_VALUES);
      const computed_of = spread ? parts : [];
      return {
        structured: {
          ...{ ...facts, date, value, current, replaced, computed_of, note, left_out },
          ...{ reason, before, after, chart, api },
        },
        text: answerLines([
          factsText(facts),
          value === null
            ? [`No value on ${date}.`, reason, nearest].filter((part) => part !== null).join(' ')
            : spread
              ? `${date}: ${value}, computed here: ${spread.long} less ${spread.short}.`
              : null,
          ...parts.flatMap((part) => seenLines(part, spread ? `${part.id} ` : '', date)),
          note,
          left_out,
          `Chart: ${chart}`,
        ]),
      };
    });
  },
};

const NO_VALUES = { current: null, replaced: [] };
const NO_REASON = { reason: null, before: null, after: null };

async function explained(choice: SeriesChoice, date: string, desk: Desk) {
  const { dataset, code, area } = choice;
  const calls = explanationCalls(desk.reader, () => desk.now);
  const { current, replaced, ...why } = await calls.explain({ dataset, series: code, area, date });
  return {
    ...why,
    id: seriesId(choice),
    current: current && seenFacts(current),
    replaced: replaced.map(seenFacts),
  };
}

function spreadOn({ dataset, code }: SeriesChoice, date: string, { reader }: Desk): string | null {
  const day = dayNumber(date) ?? 0;
  return reader.columns({ dataset, codes: [code], from: day, to: day })[0]?.values[0] ?? null;
}

type ExplainedValues = Pick<Awaited<ReturnType<typeof explained>>, 'current' | 'replaced'>;

/** @param name of the series, with a space after it; '' if it is clear */
function seenLines({ current, replaced }: ExplainedValues, name: string, date: string): string[] {
  return [
    ...(current === null ? [] : [`${name}${date}: ${current.value}. ${seenText(current)}`]),
    ...replaced.map((one) => `${name}${date} until ${one.superseded_at}: ${one.value}. ${seenText(one)}`),
  ];
}

type SeenGiven = NonNullable<Awaited<ReturnType<ReturnType<typeof explanationCalls>['explain']>>['current']>;

function seenFacts({ value, first_seen, superseded_at, place, run }: SeenGiven) {
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

function seenText({ first_seen, origin, format, file, place, sha256 }: ReturnType<typeof seenFacts>): string {
  if (origin === 'sample') return `Sample data, made here on ${first_seen}.`;
  const where = [format, file, place].filter((part) => part !== null && part !== '').join(', ');
  return `From ${where}; first seen ${first_seen}; SHA-256 ${sha256}.`;
}

const MOST = 100;

export const LIST_REVISIONS: Tool = {
  name: 'list_revisions',
  title: 'List revisions',
  description:
    'Values of a series that the publisher replaced since Almanac first saw them, newest first: date, old and new value, and when. Times are UTC.',
  input: Type.Object(
    {
      series: Type.String({ minLength: 1, maxLength: 200, description: 'An id of search_series' }),
      since: Type.Optional(Day('Only what was replaced on this day or later')),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...SERIES_FACTS,
    revisions: Type.Array(
      Type.Object({
        date: Type.String(),
        code: Type.String(),
        old_value: Type.String(),
        new_value: Type.String(),
        first_seen: Type.String(),
        superseded_at: Type.String(),
      }),
    ),
    left_out: TextOrNull,
    chart: Type.String(),
    api: Type.String(),
  }),
  async run({ series: id, since }: { series: string; since?: string }, desk) {
    const choice = oneChoiceOf(id);
    const day = since === undefined ? undefined : dayNumber(since);
    if (since !== undefined && day === undefined)
      throw new Failure('wrong_usage', `since ${since} is not a day of the calendar. Write YYYY-MM-DD.`);
    const { spread } = entryOf(choice).series;
    const facts = oneFactsOf(desk, choice);
    const { rows, last } = desk.reader.revisions(
      {
        dataset: choice.dataset,
        // Spreads are computed here: only their two series have revisions.
        codes: spread ? [spread.long, spread.short] : [choice.code],
        areas: [choice.area],
        since: day,
      },
      { limit: MOST },
    );
    const all = rows.map((row) => ({
      date: dateText(row.day),
      code: row.code,
      old_value: row.oldValue,
      new_value: row.newValue,
      first_seen: row.firstSeen,
      superseded_at: row.supersededAt,
    }));
    const search = { series: seriesId(choice) };
    const [chart, api] = [chartAddress(desk.addresses, search), apiAddress(desk.addresses, search)];
    return fitted(all.length, (count) => {
      const revisions = all.slice(0, count);
      const more = last ? `more than ${all.length}` : String(all.length);
      const left_out =
        count < all.length ? `The newest ${count} of ${more}. The command revisions lists all.` : null;
      const none = 'No value of it has been replaced since Almanac first saw it.';
      return {
        structured: { ...facts, revisions, left_out, chart, api },
        text: answerLines([
          factsText(facts),
          all.length === 0 ? none : 'date,code,old_value,new_value,superseded_at',
          ...revisions.map((one) =>
            [one.date, one.code, one.old_value, one.new_value, one.superseded_at].join(','),
          ),
          left_out,
          `Chart: ${chart}`,
        ]),
      };
    });
  },
};
