import { clamp } from '@mantine/hooks';
import { type SeriesChoice, type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';
import { parseFormula } from '../../service/series-math/formula.ts';
import { formulaId, slotLetter } from '../../service/view/index.ts';
import { type LineId, type LineStyle, MOST_SERIES, type View } from '../../service/view/types.ts';

/** @returns how many lines the view shows, hidden ones too. */
export function lineCount(view: View): number {
  return view.series.length + view.formulas.length;
}

/** @returns whether the view shows the series, hidden or not. */
export function hasSeries(view: View, id: SeriesId): boolean {
  return view.series.some((one) => seriesId(one.choice) === id);
}

/** @returns the view with the series at the end in the first free colour; unchanged when it is there or the view is full. */
export function addSeries(view: View, choice: SeriesChoice): View {
  if (lineCount(view) >= MOST_SERIES || hasSeries(view, seriesId(choice))) return view;
  const added = { choice, slot: freeSlot(view), hidden: false, style: {} };
  return { ...view, series: [...view.series, added] };
}

/** @returns the view with as many of the series as fit, in their order, and those that do not. */
export function addAllSeries(
  view: View,
  choices: readonly SeriesChoice[],
): { view: View; left: readonly SeriesChoice[] } {
  const added = choices.reduce(addSeries, view);
  return { view: added, left: choices.filter((choice) => !hasSeries(added, seriesId(choice))) };
}

/** Removes a series, and the formulas that use its letter. */
export function removeSeries(view: View, id: SeriesId): View {
  const removed = view.series.find((one) => seriesId(one.choice) === id);
  if (!removed) return view;
  const letter = slotLetter(removed.slot);
  const formulas = view.formulas.filter(({ text }) => !lettersOf(text).includes(letter));
  const kept = { ...view, series: view.series.filter((one) => one !== removed), formulas };
  return withoutStale(kept);
}

function lettersOf(text: string): readonly string[] {
  const parsed = parseFormula(text);
  return parsed.isRight ? parsed.variables : [...text];
}

/** @returns the view with the formula at the end in the first free colour; unchanged when it is there or the view is full. */
export function addFormula(view: View, text: string): View {
  if (lineCount(view) >= MOST_SERIES || view.formulas.some((one) => one.text === text)) return view;
  const added = { text, slot: freeSlot(view), hidden: false, style: {} };
  return { ...view, formulas: [...view.formulas, added] };
}

export function removeFormula(view: View, text: string): View {
  return withoutStale({ ...view, formulas: view.formulas.filter((one) => one.text !== text) });
}

/** @returns the view with parts of a line's own style changed. A part that is `undefined` follows the chart again. */
export function changeStyle(
  view: View,
  id: LineId,
  change: { [Key in keyof LineStyle]?: LineStyle[Key] | undefined },
): View {
  const restyle = <Line extends { style: LineStyle }>(line: Line, lineId: LineId): Line =>
    lineId === id ? { ...line, style: definedOnly({ ...line.style, ...change }) } : line;
  return {
    ...view,
    series: view.series.map((one) => restyle(one, seriesId(one.choice))),
    formulas: view.formulas.map((one) => restyle(one, formulaId(one))),
  };
}

function definedOnly(style: { [Key in keyof LineStyle]?: LineStyle[Key] | undefined }): LineStyle {
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));
}

/** Drops what the view says about lines that it no longer has: heading, details, explanation. */
function withoutStale(view: View): View {
  const ids = [...view.series.map((one) => seriesId(one.choice)), ...view.formulas.map(formulaId)];
  return {
    ...view,
    // Somebody's own heading was about those lines.
    heading: ids.length === 0 ? {} : view.heading,
    details: ids.find((id) => id === view.details),
    explained: view.explained && ids.includes(view.explained.line) ? view.explained : undefined,
  };
}

/** Adds the series, or removes it if it is there. */
export function toggleSeries(view: View, choice: SeriesChoice): View {
  const id = seriesId(choice);
  return hasSeries(view, id) ? removeSeries(view, id) : addSeries(view, choice);
}

/** @returns the view without any line, and without what it says about them. */
export function withoutLines(view: View): View {
  return withoutStale({ ...view, series: [], formulas: [] });
}

/** Shows or hides one line; a hidden one keeps its place, colour and style. */
export function toggleHidden(view: View, id: LineId): View {
  const toggle = <Line extends { hidden: boolean }>(line: Line, lineId: LineId): Line =>
    lineId === id ? { ...line, hidden: !line.hidden } : line;
  return {
    ...view,
    series: view.series.map((one) => toggle(one, seriesId(one.choice))),
    formulas: view.formulas.map((one) => toggle(one, formulaId(one))),
  };
}

/**
 * @param place index among all lines: first the series, then the formulas.
 * @returns the view with one line moved there. Series move among series and formulas among formulas; a place beyond their end is
 * taken as the end.
 */
export function moveLine(view: View, id: LineId, place: number): View {
  return {
    ...view,
    series: moved(view.series, (one) => seriesId(one.choice) === id, place),
    formulas: moved(view.formulas, (one) => formulaId(one) === id, place - view.series.length),
  };
}

function moved<Line>(lines: readonly Line[], isIt: (line: Line) => boolean, place: number): readonly Line[] {
  const line = lines.find(isIt);
  if (line === undefined) return lines;
  const others = lines.filter((one) => one !== line);
  const at = clamp(place, 0, others.length);
  return [...others.slice(0, at), line, ...others.slice(at)];
}

/**
 * @returns the view with the formula `text` replaced by `to`, in the same place, colour and style. Unchanged where the view does not
 * have `text`, or already has `to`.
 */
export function editFormula(view: View, text: string, to: string): View {
  const has = (wanted: string) => view.formulas.some((one) => one.text === wanted);
  if (!has(text) || has(to)) return view;
  const { explained } = view;
  return {
    ...view,
    formulas: view.formulas.map((one) => (one.text === text ? { ...one, text: to } : one)),
    explained:
      explained?.line === formulaId({ text }) ? { ...explained, line: formulaId({ text: to }) } : explained,
  };
}

function freeSlot(view: View): number {
  const used = new Set([...view.series, ...view.formulas].map((one) => one.slot));
  let slot = 0;
  while (used.has(slot)) slot++;
  return slot;
}
