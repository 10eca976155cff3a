import { MOST_FAULTS } from '../contract/errors.ts';
import { Failure, joinFailures, shortened } from '../contract/failure.ts';
import { API_PREFIX } from '../contract/names.ts';
import { aggregationWarning } from '../datasets/aggregation.ts';
import { adviceOnId } from '../datasets/nearest-choices.ts';
import { entryOf, seriesId } from '../datasets/series-choice.ts';
import { isAggregation } from '../series-math/fred-codes.ts';
import { cadenceOf, frequencyWarning } from '../series-math/frequency.ts';
import { unitsWarning } from '../series-math/units.ts';
import { pickViewSearch, readStrictly, type ViewSearch, viewSearch } from './address.ts';
import { WORD_NAMES, WORDS, type WordName } from './grammar.ts';
import { neededSeries } from './line-words.ts';
import { aggregatedIn, formulaCadence, ownCadence, usedIn } from './recipes.ts';
import type { AddressProblem, DateRange, LineStyle, ShownFormula, ShownSeries, View } from './types.ts';

export const VIEW_PATH = `${API_PREFIX}/view`;

/** Other API paths use these names for the ends of a range, so this path accepts both. */
const SYNONYMS = { date_from: 'from', date_to: 'to' } as const;

/** @param latest allowed day, `YYYY-MM-DD`. @throws Failure 'invalid_parameter'; `more` holds the others */
export function readRequest(query: Readonly<Record<string, string | undefined>>, latest: string): View {
  const search = pickViewSearch(query);
  const found: Failure[] = [];
  for (const [name, plain] of Object.entries(SYNONYMS)) {
    const text = query[name];
    if (text === undefined) continue;
    if (search[plain] !== undefined)
      found.push(wrong(name, `${name} and ${plain} are the same parameter. Write one of them.`));
    else search[plain] = text;
  }
  const read = readStrictly(search, latest);
  if ('problems' in read)
    for (const problem of read.problems.slice(0, MOST_FAULTS)) found.push(refusalOf(problem, query));
  else if (read.view.series.length === 0)
    found.push(wrong('series', `series names no series. Write for example series=${WORDS.series.example}.`));
  else
    for (const { parameter, message } of fittedView(read.view).misfits.slice(0, MOST_FAULTS))
      found.push(wrong(parameter, message));
  if ('view' in read && found.length === 0) return read.view;
  throw joinFailures(found);
}

function wrong(parameter: string, message: string): Failure {
  return new Failure('invalid_parameter', message, { parameter });
}

function refusalOf(
  { parameter, refused, value, unknownId }: AddressProblem<WordName>,
  query: Readonly<Record<string, string | undefined>>,
): Failure {
  const advice = unknownId === undefined ? '' : adviceOnId(unknownId, seriesId);
  const message = value === undefined ? refused : refused.replaceAll(value, shortened(value));
  const written = `date_${parameter}`;
  // Messages about the ends of a range begin with the parameter's name.
  return query[parameter] === undefined && query[written] !== undefined
    ? wrong(written, message.startsWith(parameter) ? `date_${message}` : message)
    : wrong(parameter, `${message}${advice}`);
}

/** @returns only the parameters that describe the lines, in canonical form: the same for equal lines. */
export function linesSearch(view: View): ViewSearch {
  const plain = <Shown extends View['series'][number] | View['formulas'][number]>(shown: Shown): Shown => {
    const { axis: _, type: __, ...style } = shown.style;
    return { ...shown, style };
  };
  const search = viewSearch({ ...view, series: view.series.map(plain), formulas: view.formulas.map(plain) });
  const ids = view.series.map(({ choice }) => seriesId(choice));
  // Formulas and names refer to lines by letter, and a repeated series may need its letter.
  const isLettered = view.formulas.length > 0 || search.names !== undefined || new Set(ids).size < ids.length;
  const names = WORD_NAMES.filter(
    (name) =>
      WORDS[name].appliesTo === 'lines' && search[name] !== undefined && (name !== 'colours' || isLettered),
  );
  return Object.fromEntries(names.map((name) => [name, search[name] as string]));
}

/** @param drawn with fixed index days. @returns a request for exactly the same lines, even after new data. */
export function requestSearch(drawn: View, range: DateRange): ViewSearch {
  const { view } = fittedView(drawn);
  const formulas = view.formulas.filter(({ hidden }) => !hidden);
  return linesSearch({ ...view, series: neededSeries(view), formulas, range });
}

export function requestPath(search: Readonly<Record<string, string | undefined>>): string {
  return `${VIEW_PATH}?${requestQuery(search)}`;
}

/** @returns a request's query. Commas, colons and slashes need no escape in a query and stay readable. */
export function requestQuery(search: Readonly<Record<string, string | undefined>>): string {
  const query = Object.entries(search).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${name}=${encodeURIComponent(value).replace(/%2C|%3A|%2F/g, decodeURIComponent)}`],
  );
  return query.join('&');
}

/** A word that does not fit its line, and what would fit. The page ignores the word and adds a note. */
type Misfit = { parameter: WordName; message: string };

type NoteMisfit = (parameter: WordName, message: string) => void;

/** Finds settings that do not fit their lines. @returns the view without them, which draws the same. */
export function fittedView(view: View): { view: View; misfits: readonly Misfit[] } {
  const misfits: Misfit[] = [];
  const wrong: NoteMisfit = (parameter, message) => {
    // A message about all lines is reported once.
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

/** True if a series' aggregation is used: in its own line, or in a formula that names none. */
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
  // Another check refuses formulas that cannot be calculated.
  if (usedIn(view, shown).length === 0) return shown;
  const { frequency, aggregation = 'usual', units = 'lin', indexDate } = style;
  if (frequency !== undefined && frequency !== 'own') {
    const ofFrequency = frequencyWarning(formulaCadence(view, shown), frequency, `${text}:${frequency}`, {
      name: 'the lowest of them',
      comparedWith: 'its lines',
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

/** Drops the settings for all lines that fit none of them. */
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
  return { aggregation: isUsed ? aggregation : undefined, indexDate: isIndex ? indexDate : undefined };
}
