import { clamp } from '@mantine/hooks';
import { type SeriesChoice, type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';
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

/** Formulas that use the series go with it: their letter means nothing any more. */
export function removeSeries(view: View, id: SeriesId): View {
  const removed = view.series.find((one) => seriesId(one.choice) === id);
  if (!removed) return view;
  const letter = slotLetter(removed.slot);
  const formulas = view.formulas.filter((one) => !one.text.includes(letter));
  const kept = { ...view, series: view.series.filter((one) => one !== removed), formulas };
  return withoutLost(kept);
}

/** @returns the view with the formula at the end in the first free colour; unchanged when it is there or the view is full. */
export function addFormula(view: View, text: string): View {
  if (lineCount(view) >= MOST_SERIES || view.formulas.some((one) => one.text === text)) return view;
  const added = { text, slot: freeSlot(view), hidden: false, style: {} };
  return { ...view, formulas: [...view.formulas, added] };
}

export function removeFormula(view: View, text: string): View {
  return withoutLost({ ...view, formulas: view.formulas.filter((one) => one.text !== text) });
}

/** @returns the view with some of a line's own style changed; `undefined` gives the chart's back. */
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

/** What the view says of lines that are there no more is forgotten. */
function withoutLost(view: View): View {
  const ids = [...view.series.map((one) => seriesId(one.choice)), ...view.formulas.map(formulaId)];
  return {
    ...view,
    // Words of their own were about those lines.
    heading: ids.length === 0 ? {} : view.heading,
    details: ids.find((id) => id === view.details),
    explained: view.explained && ids.includes(view.explained.line) ? view.explained : undefined,
  };
}

/** Adds the series, or removes it where it is shown. */
export function toggleSeries(view: View, choice: SeriesChoice): View {
  const id = seriesId(choice);
  return hasSeries(view, id) ? removeSeries(view, id) : addSeries(view, choice);
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
 * @param place among all lines, of which the formulas stand last.
 * @returns the view with one line moved there; series move among series, formulas among formulas, and places beyond the ends of
 * those mean the ends.
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
 * @returns the view with another formula in the place of one, which keeps its colour and style; unchanged where the view has no
 * such formula, or has the other already.
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
