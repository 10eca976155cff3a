import { setImmediate as turn } from 'node:timers/promises';
import { Type } from 'typebox';
import { derivationOf, invalid, text } from '../api/index.ts';
import { dateText, dayNumber } from '../calendar/dates.ts';
import { frequencyCode, listOfFrequencies, UNITS } from '../series-math/fred-codes.ts';
import { fredRoute } from './fred-route.ts';
import {
  expectSeries,
  type FredSeries,
  MISSING,
  observationsOf,
  realTimeOf,
  refuseUnknown,
} from './fred-series.ts';

const LISTED = 'one for all lines, or one a line with commas between them';
/** The most series that FRED's own pages draw. */
const MOST_LINES = 12;

const asked = (description: string, right: string) =>
  Type.Optional(text(`${description}; ${LISTED}`, { right, example: right, isCheckedLater: true }));

export const GRAPH = fredRoute(
  {
    path: '/graph/fredgraph.csv',
    id: 'get_fred_graph',
    summary: 'Series by FRED’s ids as one table',
    description:
      'As the address behind *Download* on a graph of FRED: a row a date, a column a series, an empty cell where there is no value. Words of the address that say how the graph looks, and those of vintages (`vintage_date`, `revision_date`), are passed over. A refusal is one line of text.',
    query: Type.Object({
      id: text('FRED’s ids, with commas between them', {
        example: 'ICSA,CCSA',
        right: 'ICSA,CCSA',
        isCheckedLater: true,
      }),
      cosd: asked('First day of the range', '2020-01-01'),
      coed: asked('Last day of the range', '2024-12-31'),
      transformation: asked('FRED’s units', 'pc1'),
      units: asked('The same as `transformation`', 'pc1'),
      fq: asked('A lower frequency: a code such as `a`, or FRED’s word such as `Annual`', 'Monthly'),
      fam: asked('How observations are aggregated: avg, sum or eop', 'avg'),
      nd: asked('With `transformation=nbd`: the day at which the index is 100', '2020-02-01'),
      fml: Type.Optional(text('A formula; only `a`, which is none', { right: 'a', isCheckedLater: true })),
    }),
    answered: { description: 'All rows', csv: 'observation_date,ICSA,CCSA' },
  },
  async (values, { site, now }) => {
    const lines = linesOf(values);
    const columns: Map<number, string>[] = [];
    const held = new Set<number>();
    for (const { one, from, to, ...words } of lines) {
      const derivation = derivationOf(one.dataset, [one.series.code], words, now);
      const rows =
        observationsOf(site, one, { from, to }, derivation) ?? refuseUnknown(site, one, realTimeOf({}, now));
      // Lets other requests run.
      await turn();
      const column = new Map<number, string>();
      for (const { day, value } of rows) {
        column.set(day, value === MISSING ? '' : value);
        held.add(day);
      }
      columns.push(column);
    }
    const days = Int32Array.from(held).sort();
    await turn();
    const rows = Array.from(days, (day) =>
      [dateText(day), ...columns.map((column) => column.get(day) ?? '')].join(),
    );
    await turn();
    const [first] = lines;
    return {
      datasets: lines.map(({ one }) => one.dataset.id),
      csv: `${['observation_date', ...lines.map(nameOf)].join()}\n${rows.map((row) => `${row}\n`).join('')}`,
      rows: days.length,
      fileName: `${lines.length === 1 && first ? first.one.id : 'fredgraph'}.csv`,
    };
  },
);

type GraphWords = Readonly<Record<string, string | undefined>>;
type GraphLine = {
  one: FredSeries;
  from: number;
  to: number;
  units: string;
  frequency: string | undefined;
  aggregation_method: string | undefined;
  index_date: string | undefined;
};

function linesOf(values: GraphWords & { id: string }): GraphLine[] {
  const ids = values.id.split(',').map((id) => id.trim());
  if (ids.length > MOST_LINES)
    throw invalid('id', `id names ${ids.length} series.  Ask for at most ${MOST_LINES} at once.`);
  if ((values.fml ?? 'a').split(',').some((formula) => !/^[a-z]?$/i.test(formula.trim())))
    throw invalid(
      'fml',
      'Formulas of FRED’s graphs are not computed here.  Ask for the series, or write the formula for /api/v1/view.',
    );
  if (values.transformation !== undefined && values.units !== undefined)
    throw invalid('units', 'units and transformation are the same parameter.  Write one of them.');
  const words = {
    from: perLine('cosd', values.cosd, ids),
    to: perLine('coed', values.coed, ids),
    units: perLine('transformation', values.transformation ?? values.units, ids),
    frequency: perLine('fq', values.fq, ids, listOfFrequencies),
    method: perLine('fam', values.fam, ids),
    index: perLine('nd', values.nd, ids),
  };
  return ids.map((id, i) => {
    const units = words.units(i) ?? 'lin';
    if (!UNITS.some((one) => one === units))
      throw invalid('transformation', `Value of transformation is not one of: ${UNITS.join(', ')}.`);
    if (units === 'nbd' && words.index(i) === undefined)
      throw invalid(
        'nd',
        'nd is missing, the day at which the index is 100.  Write for example nd=2020-02-01.',
      );
    const fq = words.frequency(i);
    return {
      one: expectSeries('id', id),
      from: dayOf('cosd', words.from(i) ?? '0001-01-01'),
      to: dayOf('coed', words.to(i) ?? '9999-12-31'),
      units,
      frequency: fq === undefined ? undefined : frequencyCode(fq),
      aggregation_method: fq === undefined ? undefined : (words.method(i) ?? 'avg'),
      // FRED's addresses always contain the date.
      index_date: units === 'nbd' ? words.index(i) : undefined,
    };
  });
}

/** @returns a parameter's value per line. @throws Refusal 422 unless it has one element or one per line */
function perLine(
  name: string,
  given: string | undefined,
  ids: readonly string[],
  split = (text: string): string[] => text.split(','),
): (line: number) => string | undefined {
  if (given === undefined) return () => undefined;
  const parts = split(given).map((part) => part.trim());
  if (parts.length !== 1 && parts.length !== ids.length)
    throw invalid(
      name,
      `${name} has ${parts.length} elements for ${ids.length} series.  Write one, or one for each.`,
    );
  return (line) => (parts.length === 1 ? parts[0] : parts[line]) || undefined;
}

function dayOf(name: string, text: string): number {
  const found = dayNumber(text);
  if (found !== undefined) return found;
  throw invalid(name, `${name} is not a date in the form YYYY-MM-DD.  Write for example ${name}=2020-01-01.`);
}

/** @returns the column's name as FRED writes it: 'ICSA', 'ICSA_PC1', 'ICSA_NBD20200201'. */
function nameOf({ one, units, index_date: index }: GraphLine): string {
  if (units === 'lin') return one.id;
  return `${one.id}_${units.toUpperCase()}${(index ?? '').replaceAll('-', '')}`;
}
