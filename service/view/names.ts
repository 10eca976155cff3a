import { DATASETS } from '../datasets/index.ts';
import { entryOf, type SeriesChoice, seriesId, seriesTitle, shortTitle } from '../datasets/series-choice.ts';
import { parseFormula, printFormula } from '../series-math/formula.ts';
import { frequencyText, type Units } from '../series-math/fred-codes.ts';
import { frequencyName } from '../series-math/frequency.ts';
import { type UnitScale, unitScale } from '../series-math/unit-scale.ts';
import { averaged, isRateUnits, unitsAxisText, unitsWords } from '../series-math/units.ts';
import { neededSeries, slotLetter } from './line-words.ts';
import { type ChartStyle, recipeOf, unitsOf } from './recipes.ts';
import type { Heading, Line, LineStyle, ShownFormula, ShownSeries, View } from './types.ts';

/** Names of lines: from the catalogue's titles, from formulas, and the user's own. */

export const LONGEST_LINE_NAME = 80;

/** @returns 'A', 'A and B', 'A, B and C'; with semicolons if names have commas: 'A, SA; B, SA and C, NSA'. */
export function listText(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  const comma = names.some((name) => name.includes(',')) ? '; ' : ', ';
  return names.length < 2 ? last : `${names.slice(0, -1).join(comma)} and ${last}`;
}

/**
 * @returns the name of a series' line; if several lines show the series, with its transforms: '10-year, % yr
 * ago'. Hidden lines do not change the names of drawn ones.
 */
export function seriesName(view: View, shown: ShownSeries): string {
  const id = seriesId(shown.choice);
  const same = view.series.filter(({ choice }) => seriesId(choice) === id);
  if (same.length < 2) return shown.style.name ?? shortTitle(shown.choice);
  const needed = neededSeries(view).filter((one) => same.includes(one));
  const all = needed.some(({ slot }) => slot === shown.slot) ? needed : same;
  return distinctName(all, shown, shortTitle(shown.choice), (one) => {
    const { units, recipe } = recipeOf(view, one.choice, one.style, { from: '', to: '' });
    const { to, average } = recipe;
    const lower = to && `${frequencyName(to.cadence.frequency).toLowerCase()} ${to.method}`;
    return madeText([shortTitle(one.choice), unitsText(units), lower], average);
  });
}

export function formulaTitle(view: View, shown: ShownFormula, name: string): string {
  const others = view.formulas.filter(({ text }) => text === shown.text);
  return distinctName(others, shown, name, ({ style: { units = 'lin', frequency, average } }) => {
    const lower = frequency && frequency !== 'own' ? loweredFirst(frequencyText(frequency)) : undefined;
    return madeText([name, unitsText(units), lower], average);
  });
}

type Repeated = Pick<ShownSeries, 'slot' | 'hidden' | 'style'>;

function distinctName<Shown extends Repeated>(
  all: readonly Shown[],
  { slot, hidden, style }: Shown,
  plain: string,
  nameOf: (one: Shown) => string,
): string {
  if (style.name !== undefined) return style.name;
  const others = all.filter((one) => one.slot !== slot && (hidden || !one.hidden));
  const shown = all.find((one) => one.slot === slot);
  if (others.length === 0 || shown === undefined) return plain;
  const name = nameOf(shown);
  const isSecond = others.some((one) => one.slot < slot && nameOf(one) === name);
  return hidden || isSecond ? `${name} (${slotLetter(slot)})` : name;
}

/** 'weekly, ending Sunday'. */
const loweredFirst = (text: string) => text.replace(/^./, (letter) => letter.toLowerCase());

const unitsText = (units: Units) => (units === 'lin' ? undefined : unitsWords(units).short);

function madeText(parts: readonly (string | undefined)[], average = 1): string {
  const text = parts.filter((part) => part !== undefined).join(', ');
  return averaged(text, average > 1 ? average : undefined);
}

/** @returns a line's full title: the catalogue's, unless the line has a name other than its short title. */
export function fullTitle({ choice, title }: Pick<Line, 'choice' | 'title'>): string {
  return choice && title === shortTitle(choice) ? seriesTitle(choice) : title;
}

export type Named = { choice: SeriesChoice; style: Pick<LineStyle, 'name'> };

/** Names without the words that all share: '10-year' and '2-year' of 'Treasury par yields'. */
export type SharedNames = {
  own: readonly string[];
  /** The shared words; '' if there are none. */
  shared: string;
  /** Whether they come before the rest: 'Quits, SA: level, rate', but 'Quits and Hires, level, SA'. */
  isBefore: boolean;
  /** Whether they name one dataset, or one series of several states. */
  isFamily: boolean;
};

/** @returns the names split into own and shared words; the whole names if they share none. */
export function sharedNames(lines: readonly Named[]): SharedNames {
  const names = lines.map(({ choice, style }) => style.name ?? shortTitle(choice));
  const none = { own: names, shared: '', isBefore: false, isFamily: false };
  if (lines.length === 0 || lines.some(({ style }) => style.name !== undefined)) return none;
  const areas = ofOneSeries(lines.map(({ choice }) => choice));
  if (areas) return areas;
  const parts = names.map((name) => name.split(', '));
  const shortest = Math.min(...parts.map(({ length }) => length)) - 1;
  const isShared = (at: number) => parts.every((one) => one.at(at) === parts[0]?.at(at));
  let before = 0;
  // A single name keeps its first part.
  if (lines.length > 1) while (before < shortest && isShared(before)) before++;
  else if (familyOf(names[0] ?? '', lines[0]?.choice)) before = 1;
  let after = 0;
  while (after < shortest - before && isShared(-1 - after)) after++;
  const own = parts.map((one) => one.slice(before, one.length - after).join(', '));
  const isClear = own.every((name) => name !== '' && !name.includes(',')) && new Set(own).size === own.length;
  if (before + after === 0 || !isClear) return none;
  const [first = []] = parts;
  const head = first.slice(0, before).join(', ');
  const family = familyOf(head, lines[0]?.choice);
  const tail = first.slice(first.length - after);
  return {
    own,
    shared: [family ?? head, ...tail].filter((part) => part !== '').join(', '),
    isBefore: before > 0,
    isFamily: family !== undefined,
  };
}

function ofOneSeries(choices: readonly SeriesChoice[]): SharedNames | undefined {
  const [first] = choices;
  const isOne = choices.every(
    ({ dataset, code, area }) => area !== '' && dataset === first?.dataset && code === first.code,
  );
  if (!first || !isOne || new Set(choices.map(({ area }) => area)).size < choices.length) return undefined;
  return {
    own: choices.map(({ area }) => area),
    shared: shortTitle(first).replace(/^[^:]*: /, ''),
    isBefore: true,
    isFamily: true,
  };
}

/** @returns the dataset's title if a name begins with its singular: 'Treasury par yield, 10-year'. */
function familyOf(name: string, choice: SeriesChoice | undefined): string | undefined {
  if (!choice) return undefined;
  const { title } = entryOf(choice).dataset;
  return `${name.split(', ')[0]}s` === title ? title : undefined;
}

/** @returns the lines' units, each once, with a shared average. Skips a ratio's unit: it repeats its name. */
export function lineUnits(lines: readonly Pick<Line, 'title' | 'unitText' | 'average'>[]): string[] {
  const averages = new Set(lines.map(({ average }) => average));
  const shared = averages.size === 1 ? lines[0]?.average : undefined;
  const units = lines.flatMap(({ title, unitText }) =>
    unitText === '' || unitText.startsWith(title) ? [] : averaged(unitText, shared),
  );
  return [...new Set(units)];
}

/** Longest list of names, in characters. A longer one names only the first three. */
const LONGEST_LIST = 90;
const MOST_NAMED = 3;

/** @returns the names of lines as one text; if it is too long, the first three: 'A, B, C and 5 more'. */
export function linesText(lines: readonly Pick<Line, 'title' | 'choice' | 'style'>[]): string {
  const [only] = lines;
  if (!only || lines.length === 1) return only?.title ?? '';
  const names = sharedNames(lines.flatMap(({ choice, style }) => (choice ? [{ choice, style }] : [])));
  if (names.shared === '') return shortList(lines.map(({ title }) => title));
  const ending = `, ${names.shared}`;
  const formulas = lines.flatMap(({ choice, title }) => (choice ? [] : [title]));
  const same = formulas
    .filter((title) => title.endsWith(ending))
    .map((title) => title.slice(0, -ending.length));
  const others = formulas.filter((title) => !title.endsWith(ending));
  const all = { ...names, own: [...names.own, ...same] };
  const text = namesText(all);
  const group = text.length <= LONGEST_LIST ? text : namesText({ ...all, own: cutList(all.own) });
  return shortList([group, ...others]);
}

function shortList(names: readonly string[]): string {
  const text = listText(names);
  return text.length <= LONGEST_LIST ? text : listText(cutList(names));
}

function cutList(names: readonly string[]): readonly string[] {
  const rest = names.length - MOST_NAMED;
  return rest < 1 ? names : [...names.slice(0, MOST_NAMED), `${rest} more`];
}

/** @returns one text for several names: 'Initial claims, NSA: CA, TX', 'Quits and Hires, level, SA'. */
function namesText({ own, shared, isBefore }: Omit<SharedNames, 'isFamily'>): string {
  if (shared === '') return listText(own);
  if (!isBefore) return `${listText(own)}, ${shared}`;
  return `${shared}: ${/^\d+ more$/.test(own.at(-1) ?? '') ? listText(own) : own.join(', ')}`;
}

type FormulaView = Pick<View, 'series'> & Pick<ChartStyle, 'units' | 'average'>;

/** Longest name of a formula, in characters. A longer one uses letters for its lines. */
const LONGEST_FORMULA = 160;

/** @returns a formula with its lines' names: '10-year − 2-year, Treasury par yields'; letters if too long. */
export function formulaName(view: FormulaView, text: string): string {
  return namedFormula(view, text).name;
}

/** @returns the name, and a note on its letters, if it has any: 'a is Quits, % yr ago; b is Hires.' */
export function namedFormula(view: FormulaView, text: string): { name: string; notes: string[] } {
  const lines = new Map(view.series.map((one) => [slotLetter(one.slot), one]));
  const parsed = parseFormula(text, [...lines.keys()]);
  if (!parsed.isRight || parsed.variables.length === 0) return { name: text, notes: [] };
  const used = parsed.variables.map((letter) => lines.get(letter) as ShownSeries);
  const { own, shared } = inputNames(view, used);
  const isAlone = parsed.formula.kind === 'variable';
  const named = new Map(
    parsed.variables.map((letter, i) => [letter, isAlone ? (own[i] ?? '') : enclosed(own[i] ?? '')]),
  );
  // No name begins with the keyboard's minus, which makes a spreadsheet read a formula.
  const letters = printFormula(parsed.formula).replaceAll('-', '−').replaceAll('*', '×').replaceAll('/', '÷');
  const written = letters.replaceAll(/\b[a-h]\b/g, (letter) => named.get(letter) ?? letter);
  const name = shared === '' ? written : `${written}, ${shared}`;
  if (name.length <= LONGEST_FORMULA) return { name, notes: [] };
  const letterMeanings = parsed.variables.map((letter, i) => `${letter} is ${own[i]}`).join('; ');
  return { name: letters, notes: [`${letterMeanings}${shared === '' ? '' : `: ${shared}`}.`] };
}

/** Returns the names of a formula's lines, without 'SA' and 'level', which would seem to describe it. */
function inputNames(view: FormulaView, used: readonly ShownSeries[]): Pick<SharedNames, 'own' | 'shared'> {
  const hasStates = used.some(({ choice }) => choice.area !== '');
  const names = sharedNames(used);
  const family = names.isFamily ? names : undefined;
  const own = used.map(({ choice, style }, i) => {
    const name = style.name ?? family?.own[i] ?? inputTitle(choice, hasStates);
    return madeText([name, unitsText(unitsOf(view, choice, style))], style.average ?? view.average);
  });
  return { own, shared: family?.shared ?? '' };
}

/** @returns the name that a line has unless the user names it. */
export function generatedName(view: FormulaView, { choice, title, formula }: Line): string {
  if (choice) return shortTitle(choice);
  return formula === undefined ? title : formulaName(view, formula);
}

const NATIONS: ReadonlySet<string> = new Set(
  DATASETS.flatMap((one) => (one.kind === 'observations' && one.nationalSums?.nation.id) || []),
);

/** 'Quits', 'Quits, rate', 'Initial claims, NSA'; beside states, the nation is 'US: Initial claims, NSA'. */
function inputTitle(choice: SeriesChoice, hasStates: boolean): string {
  const title = shortTitle(choice)
    .split(', ')
    .filter((part) => part !== 'level' && part !== 'SA')
    .join(', ');
  return hasStates && NATIONS.has(choice.dataset) ? `US: ${title}` : title;
}

function enclosed(name: string): string {
  return /, |: | and | [-−×÷+^*/] /.test(name) ? `(${name})` : name;
}

/** Fits a name into an address: one line, shortened, no comma that would end it; `undefined` if empty. */
export function lineName(text: string): string | undefined {
  const cut = [...(headingText(text) ?? '')].slice(0, LONGEST_LINE_NAME).join('').trim();
  return headingText(cut.replaceAll(/,(?=[a-h]:)/g, ', '));
}

/** @returns the address's `names`: 'a:Quits,c:Spread'; `undefined` if no line has its own name. */
export function namesWord({ series, formulas }: Pick<View, 'series' | 'formulas'>): string | undefined {
  const named = [...series, ...formulas].flatMap(({ slot, style: { name } }) =>
    name === undefined ? [] : [`${slotLetter(slot)}:${name}`],
  );
  return named.length === 0 ? undefined : named.join(',');
}

/** @returns an address's names by letter, and the parts without a letter. A letter's last name counts. */
export function readNames(text = ''): { names: ReadonlyMap<string, string>; unread: readonly string[] } {
  const names = new Map<string, string>();
  const unread: string[] = [];
  for (const part of text.split(/,(?=[a-h]:)/)) {
    const name = /^[a-h]:/.test(part) ? lineName(part.slice(2)) : undefined;
    if (name !== undefined) names.set(part[0] as string, name);
    else if (part !== '') unread.push(part);
  }
  return { names, unread };
}

export const LONGEST_HEADING = 200;

/** Characters that images or workbooks lack, or that reorder text: control, direction, non-characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNFIT = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff\s]+/gu;

/** @returns one line of at most `LONGEST_HEADING` characters; `undefined` if the text is empty. */
export function headingText(text: string): string | undefined {
  const plain = text.toWellFormed().replace(UNFIT, ' ').trim();
  const kept = [...plain].slice(0, LONGEST_HEADING).join('').trim();
  return kept === '' ? undefined : kept;
}

export function readHeading(search: Heading): Heading {
  const title = headingText(search.title ?? '');
  const subtitle = headingText(search.subtitle ?? '');
  return { ...(title !== undefined && { title }), ...(subtitle !== undefined && { subtitle }) };
}

/** The base unit of a line, as charts show it: '$ mn' are dollars × 10^6. Files have the publisher's unit. */
type BaseUnit = Pick<UnitScale, 'power' | 'sign'> & { label: string };

/** @returns a line's base unit; `undefined` if it has no scale, and for rates, logarithms and indices. */
export function baseUnitOf(line: Line, lines: readonly Line[]): BaseUnit | undefined {
  if (isRateUnits(line.units) || line.unit === '') return undefined;
  const { power, sign, noun } = unitScale(line.unit);
  if (power === 0 && sign === '') return undefined;
  return { power, sign, label: unitsAxisText(line.units, noun || nounsOf(line, lines) || line.unit) };
}

export function inBaseUnits(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, unitText: baseUnitOf(line, lines)?.label ?? line.unitText }));
}

/** Returns what a line counts: 'positions'; for a formula what its series count: 'persons, positions'. */
function nounsOf({ choice, formula }: Line, lines: readonly Line[]): string {
  const used = choice ? [choice] : lines.flatMap((one) => (isInFormula(formula, one) && one.choice) || []);
  return [...new Set(used.map((one) => unitScale(entryOf(one).series.unit).noun))].join(', ');
}

export function isInFormula(formula: string | undefined, { slot }: Pick<Line, 'slot'>): boolean {
  return new RegExp(`\\b${slotLetter(slot)}\\b`).test(formula ?? '');
}
