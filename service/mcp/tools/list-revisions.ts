import { Type } from 'typebox';
import { dateText, dayNumber } from '../../calendar/dates.ts';
import { Failure } from '../../contract/failure.ts';
import { entryOf, seriesId } from '../../datasets/series-choice.ts';
import { apiAddress, chartAddress } from '../addresses.ts';
import { fitted } from '../fit.ts';
import { factsOf, factsText, oneChoiceOf, SERIES_FACTS } from '../series.ts';
import type { Tool } from '../types.ts';

const MOST = 100;
const OrNull = Type.Union([Type.String(), Type.Null()]);

/** Values that were replaced by others. */
export const LIST_REVISIONS: Tool = {
  name: 'list_revisions',
  title: 'List revisions',
  description:
    'Values of a series that the publisher replaced since Almanac first saw them, newest first: date, old and new value, and when. Times are UTC.',
  input: Type.Object(
    {
      series: Type.String({ minLength: 1, maxLength: 200, description: 'An id of search_series' }),
      since: Type.Optional(
        Type.String({
          pattern: '^\\d{4}-\\d{2}-\\d{2}$',
          description: 'Only what was replaced on this day or later, YYYY-MM-DD',
        }),
      ),
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
    left_out: OrNull,
    chart: Type.String(),
    api: Type.String(),
  }),
  async run({ series: id, since }: { series: string; since?: string }, desk) {
    const choice = oneChoiceOf(id);
    const day = since === undefined ? undefined : dayNumber(since);
    if (since !== undefined && day === undefined)
      throw new Failure('wrong_usage', `since ${since} is no day of the calendar. Write YYYY-MM-DD.`);
    const { spread } = entryOf(choice).series;
    const [facts] = factsOf(desk, [choice]);
    if (!facts) throw new Error(`There are no facts of ${id}.`);
    const { rows, last } = desk.reader.revisions(
      {
        dataset: choice.dataset,
        // A spread is computed here: the revisions are those of its two series.
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
      const none = 'No value of it was replaced since Almanac first saw it.';
      return {
        structured: { ...facts, revisions, left_out, chart, api },
        text: [
          factsText(facts),
          ...(all.length === 0 ? [none] : ['date,code,old_value,new_value,superseded_at']),
          ...revisions.map((one) =>
            [one.date, one.code, one.old_value, one.new_value, one.superseded_at].join(','),
          ),
          ...(left_out === null ? [] : [left_out]),
          `Chart: ${chart}`,
        ].join('\n'),
      };
    });
  },
};
