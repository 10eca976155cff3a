import { dateText } from '../calendar/dates.ts';
import type { Series } from '../datasets/types.ts';
import type { Derivation } from '../derived/types.ts';
import { askedFrequency, cadenceText, frequencyName, publishedFrequency } from '../series-math/frequency.ts';
import { isRateUnits, unitsAxisText } from '../series-math/units.ts';
import type { ExportContext } from './types.ts';

const ORIGIN_SENTENCES = {
  publisher: 'Fetched from the publisher.',
  file: 'Imported from a file.',
  sample: 'Sample data made up by Almanac: not real figures.',
  none: 'Almanac holds no data of this dataset.',
};

/** @returns where the data came from, as a sentence for people. */
export function originSentence({ origin }: ExportContext): string {
  return ORIGIN_SENTENCES[origin ?? 'none'];
}

/** What the catalogue says about a series. For codes of constituents that it does not list, only the code. */
export type SeriesDescription = Pick<Series, 'code'> &
  Partial<
    Pick<Series, 'terms' | 'title' | 'unit' | 'multiplier' | 'seasonalAdjustment'> & {
      frequency: string;
      /** With the day of its observations: 'Weekly, as of Wednesday'. */
      frequencyText: string;
    }
  >;

/** @returns what the catalogue says about each series of a selection, with unit and frequency of the calculated values. */
export function describeSeries({ selection }: ExportContext): SeriesDescription[] {
  return selection.codes.map((code) => {
    const series = selection.dataset.series.find((one) => one.code === code);
    if (series)
      return {
        ...series,
        frequencyText: publishedFrequency(selection.dataset),
        ...calculated(series, selection.derivation),
      };
    return { code, ...(selection.dataset.kind === 'list' && { terms: selection.dataset.licence }) };
  });
}

function calculated(series: Series, derivation: Derivation | undefined): Partial<SeriesDescription> {
  if (!derivation) return {};
  const { units, indexDay, to } = derivation;
  return {
    unit: unitsAxisText(units, series.unit, indexDay),
    multiplier: isRateUnits(units) ? 0 : series.multiplier,
    ...(to && {
      frequency: frequencyName(to.cadence.frequency),
      frequencyText: `${cadenceText(to.cadence)}, ${to.methods[series.code]}`,
    }),
  };
}

/** @returns what a reader must know about an export besides its rows. The same data give the same text at any time. */
export function describeSelection(context: ExportContext) {
  const { dataset, areas, onOrBefore, from, to, asOf, derivation } = context.selection;
  return {
    dataset: dataset.id,
    title: dataset.title,
    origin: context.origin ?? null,
    publisher: dataset.publisher,
    source: dataset.source,
    licence: dataset.licence,
    date_from: from === undefined ? null : dateText(from),
    date_to: to === undefined ? null : dateText(to),
    ...(onOrBefore !== undefined && { list_date: dateText(onOrBefore) }),
    ...(areas && { states: areas }),
    ...(asOf && { as_of: asOf }),
    ...describeDerivation(derivation),
    notes: dataset.notes,
    series: describeSeries(context).map((series) => ({
      code: series.code,
      title: series.title,
      unit: series.unit,
      multiplier: series.multiplier,
      frequency: series.frequencyText,
      seasonal_adjustment: series.seasonalAdjustment,
      terms: series.terms,
    })),
  };
}

/** @returns what was calculated, under the names of the API's parameters. */
function describeDerivation(derivation: Derivation | undefined): Record<string, string> {
  if (!derivation) return {};
  const { units, indexDay, to } = derivation;
  return {
    units,
    ...(to && { frequency: askedFrequency(to.cadence) }),
    ...(indexDay !== undefined && { index_date: dateText(indexDay) }),
  };
}
