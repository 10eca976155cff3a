import { aggregationWarning } from '../datasets/aggregation.ts';
import { entryOf, seriesId } from '../datasets/series-choice.ts';
import { isAggregation } from '../series-math/fred-codes.ts';
import { cadenceOf, frequencyWarning } from '../series-math/frequency.ts';
import { unitsWarning } from '../series-math/units.ts';
import type { WordName } from './grammar.ts';
import { neededSeries } from './needed.ts';
import { aggregatedIn, formulaCadence, ownCadence, usedIn } from './recipes.ts';
import type { LineStyle, ShownFormula, ShownSeries, View } from './types.ts';

/** A word that its line cannot have, and what would be right. The page draws the line without it, and says so in a note. */
type Misfit = { parameter: WordName; message: string };

type NoteMisfit = (parameter: WordName, message: string) => void;

/**
 * Finds what a view asks of its lines that they cannot have: units or an aggregation that mean nothing for a series, a frequency higher
 * than its own, a day of 100 without an index.
 * @returns the view with the words that its lines have: it draws the same.
 */
export function fittedView(view: View): { view: View; misfits: readonly Misfit[] } {
  const misfits: Misfit[] = [];
  const wrong: NoteMisfit = (parameter, message) => {
    // What is wrong for all is said once.
    if (
      parameter === 'series' ||
      parameter === 'formulas' ||
      !misfits.some((one) => one.parameter === parameter)
    )
      misfits.push({ parameter, message });
  };
  const needed = new Set(neededSeries(view));
  const formulas = view.formulas.map((one) => (one.hidden ? one : fittedFormula(view, one, wrong)));
  const ofFormulas = { ...view, formulas };
  const series = view.series.map((one) => (needed.has(one) ? fittedSeries(ofFormulas, one, wrong) : one));
  const ofLines = { ...ofFormulas, series };
  return { view: { ...ofLines, ...fittedForAll(ofLines, wrong) }, misfits };
}

function fittedSeries(view: View, shown: ShownSeries, wrong: NoteMisfit): ShownSeries {
  const { choice, style } = shown;
  const { dataset, series } = entryOf(choice);
  const id = seriesId(choice);
  const given: LineStyle = { ...style };
  const isAlone = view.series.length === 1;
  const refuse = (word: 'units' | 'frequency' | 'aggregation', message: string, own: string) =>
    style[word] === undefined
      ? wrong(word, isAlone ? message : `${message} Or write ${id}:${own}, for this series alone.`)
      : wrong('series', message);

  const ofUnits = unitsWarning(series, style.units ?? view.units);
  if (ofUnits !== undefined) {
    refuse('units', ofUnits, 'lin');
    given.units = 'lin';
  }
  const asked = style.frequency ?? view.frequency;
  if (asked !== undefined && asked !== 'own') {
    const written = style.frequency === undefined ? `frequency=${asked}` : `${id}:${asked}`;
    const ofFrequency = frequencyWarning(cadenceOf(dataset), asked, written, { name: dataset.id });
    if (ofFrequency !== undefined) {
      refuse('frequency', ofFrequency, 'own');
      given.frequency = 'own';
    }
  }
  const way = style.aggregation ?? view.aggregation;
  if (way !== undefined && way !== 'usual' && isAggregatedWith(view, shown)) {
    const ofWay = aggregationWarning(series, way);
    if (ofWay !== undefined) {
      refuse('aggregation', ofWay, 'usual');
      given.aggregation = 'usual';
    }
  } else if (isAggregation(style.aggregation ?? '') && !hasFrequency(view, given)) {
    if (!hasFrequency(view, style))
      wrong(
        'series',
        `${id}:${way} means something only with a frequency. Write for example ${id}:a:${way}, or leave it out.`,
      );
    delete given.aggregation;
  }
  if (style.indexDate !== undefined && (given.units ?? view.units) !== 'nbd') {
    wrong(
      'series',
      `${id}:${style.indexDate} means something only with nbd. Write ${id}:nbd:${style.indexDate}, or leave the day out.`,
    );
    delete given.indexDate;
  }
  return { ...shown, style: given };
}

function hasFrequency({ frequency }: Pick<View, 'frequency'>, style: LineStyle): boolean {
  return (style.frequency ?? frequency ?? 'own') !== 'own';
}

/** Whether the aggregation of a series is used: for its own line, or in a formula that names no aggregation. */
function isAggregatedWith(view: View, shown: ShownSeries): boolean {
  const { choice, slot } = shown;
  const from = cadenceOf(entryOf(choice).dataset);
  if (ownCadence(view, shown).frequency !== from.frequency) return true;
  return view.formulas.some(
    (formula) =>
      !formula.hidden &&
      formula.style.aggregation === undefined &&
      aggregatedIn(view, formula).some((one) => one.slot === slot),
  );
}

function fittedFormula(view: View, shown: ShownFormula, wrong: NoteMisfit): ShownFormula {
  const { text, style } = shown;
  const given: LineStyle = { ...style };
  // Formulas that cannot be worked out are refused as such.
  if (usedIn(view, shown).length === 0) return shown;
  const { frequency, aggregation = 'usual', units = 'lin', indexDate } = style;
  if (frequency !== undefined && frequency !== 'own') {
    const ofFrequency = frequencyWarning(formulaCadence(view, shown), frequency, `${text}:${frequency}`, {
      name: 'the lowest of them',
      there: 'its lines',
    });
    if (ofFrequency !== undefined) {
      wrong('formulas', ofFrequency);
      delete given.frequency;
    }
  }
  if (aggregation !== 'usual') {
    const aggregated = aggregatedIn(view, shown);
    const warnings = aggregated.flatMap(
      ({ choice }) => aggregationWarning(entryOf(choice).series, aggregation) ?? [],
    );
    if (aggregated.length === 0)
      wrong(
        'formulas',
        `${text}:${aggregation} means something only where a line is brought to a lower frequency. Write for example ${text}:a:${aggregation}, or leave it out.`,
      );
    else for (const warning of warnings) wrong('formulas', warning);
    if (aggregated.length === 0 || warnings.length > 0) delete given.aggregation;
  }
  if (indexDate !== undefined && units !== 'nbd') {
    wrong(
      'formulas',
      `${text}:${indexDate} means something only with nbd. Write ${text}:nbd:${indexDate}, or leave the day out.`,
    );
    delete given.indexDate;
  }
  return { ...shown, style: given };
}

/** What is asked of all lines, and means nothing for any. */
function fittedForAll(view: View, wrong: NoteMisfit): Pick<View, 'aggregation' | 'indexDate'> {
  const { aggregation, indexDate } = view;
  const needed = neededSeries(view);
  const isIndex = [
    ...needed.map(({ style }) => style.units ?? view.units),
    ...view.formulas.map(({ hidden, style }) => (hidden ? undefined : style.units)),
  ].includes('nbd');
  const isUsed = needed.some((one) => hasFrequency(view, one.style) || isAggregatedWith(view, one));
  if (indexDate !== undefined && !isIndex)
    wrong(
      'index_date',
      `index_date=${indexDate} means something only with units=nbd. Add it, or leave the date out.`,
    );
  if (aggregation !== undefined && !isUsed && view.frequency === undefined)
    wrong(
      'aggregation',
      `aggregation=${aggregation} means something only with a frequency. Add for example frequency=a, or leave it out.`,
    );
  return {
    aggregation: isUsed ? aggregation : undefined,
    indexDate: isIndex ? indexDate : undefined,
  };
}
