import { clamp } from '@mantine/hooks';
import { type SeriesChoice, type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';
import { parseFormula } from '../../service/series-math/formula.ts';
import { lineId, slotLetter } from '../../service/view/index.ts';
import {
  type LineId,
  type LineStyle,
  MOST_SERIES,
  type ShownFormula,
  type ShownSeries,
  type View,
} from '../../service/view/types.ts';

export function lineCount(view: View): number {
  return view.series.length + view.formulas.length;
}

/** @returns whether the view contains the series, hidden or not. */
export function hasSeries(view: View, id: SeriesId): boolean {
  return view.series.some((one) => seriesId(one.choice) === id);
}

/** @returns the view with the series added in the first free colour; unchanged if present or full. */
export function addSeries(view: View, choice: SeriesChoice): View {
  return hasSeries(view, seriesId(choice)) ? view : addLine(view, choice, {});
}

/** @returns the view with a line added, even of a series it already has; unchanged if it is full. */
export function addLine(view: View, choice: SeriesChoice, style: LineStyle): View {
  if (lineCount(view) >= MOST_SERIES) return view;
  const added = { choice, slot: freeSlot(view), hidden: false, style };
  return { ...view, series: [...view.series, added] };
}

/** @returns the view with as many of the series as fit, in order, and the other series. */
export function addAllSeries(
  view: View,
  choices: readonly SeriesChoice[],
): { view: View; left: readonly SeriesChoice[] } {
  const added = choices.reduce(addSeries, view);
  return { view: added, left: choices.filter((choice) => !hasSeries(added, seriesId(choice))) };
}

/** Removes a line; with a series also the formulas that use its letter. */
export function removeLine(view: View, id: LineId): View {
  const removed = view.series.filter((one) => lineId(view, one) === id);
  const formulas = view.formulas.filter((one) => lineId(view, one) !== id);
  return withoutSeries({ ...view, formulas }, removed);
}

/** Also drops heading, details and explanation of lines that the view no longer has. */
function withoutSeries(before: View, removed: readonly ShownSeries[]): View {
  const letters = removed.map(({ slot }) => slotLetter(slot));
  const view = {
    ...before,
    series: before.series.filter((one) => !removed.includes(one)),
    formulas: before.formulas.filter(
      ({ text }) => !lettersOf(text).some((letter) => letters.includes(letter)),
    ),
  };
  const ids = [...view.series, ...view.formulas].map((one) => lineId(view, one));
  return {
    ...view,
    // The user's own heading was about the removed lines.
    heading: ids.length === 0 ? {} : view.heading,
    details: view.details !== undefined && hasSeries(view, view.details) ? view.details : undefined,
    explained: view.explained && ids.includes(view.explained.line) ? view.explained : undefined,
  };
}

function lettersOf(text: string): readonly string[] {
  const parsed = parseFormula(text);
  return parsed.isRight ? parsed.variables : [...text];
}

/** @returns the view with the formula added in the first free colour; unchanged if present or full. */
export function addFormula(view: View, text: string): View {
  if (lineCount(view) >= MOST_SERIES || view.formulas.some((one) => one.text === text)) return view;
  const added = { text, slot: freeSlot(view), hidden: false, style: {} };
  return { ...view, formulas: [...view.formulas, added] };
}

/** @returns the view with parts of a line's style changed; `undefined` parts follow the chart again. */
export function changeStyle(
  view: View,
  id: LineId,
  change: { [Key in keyof LineStyle]?: LineStyle[Key] | undefined },
): View {
  return withLine(view, id, (line) => {
    const parts = Object.entries({ ...line.style, ...change }).filter(([, value]) => value !== undefined);
    return [{ ...line, style: Object.fromEntries(parts) }];
  });
}

/** Adds the series, or removes all its lines if it is there. */
export function toggleSeries(view: View, choice: SeriesChoice): View {
  const id = seriesId(choice);
  const shown = view.series.filter((one) => seriesId(one.choice) === id);
  return shown.length > 0 ? withoutSeries(view, shown) : addSeries(view, choice);
}

export function toggleHidden(view: View, id: LineId): View {
  return withLine(view, id, (line) => [{ ...line, hidden: !line.hidden }]);
}

/** @returns the view with one line replaced by others. */
function withLine(
  view: View,
  id: LineId,
  change: <Shown extends ShownSeries | ShownFormula>(line: Shown) => Shown[],
): View {
  return {
    ...view,
    series: view.series.flatMap((one) => (lineId(view, one) === id ? change(one) : [one])),
    formulas: view.formulas.flatMap((one) => (lineId(view, one) === id ? change(one) : [one])),
  };
}

/** @param place index among all lines, series before formulas; a line moves only among its own kind */
export function moveLine(view: View, id: LineId, place: number): View {
  const moved = <Shown extends ShownSeries | ShownFormula>(lines: readonly Shown[], to: number) => {
    const line = lines.find((one) => lineId(view, one) === id);
    if (line === undefined) return lines;
    const others = lines.filter((one) => one !== line);
    return others.toSpliced(clamp(to, 0, others.length), 0, line);
  };
  return {
    ...view,
    series: moved(view.series, place),
    formulas: moved(view.formulas, place - view.series.length),
  };
}

/** @returns the view with a formula's text replaced; unchanged if another formula has the text. */
export function editFormula(view: View, id: LineId, to: string): View {
  const edited = view.formulas.find((one) => lineId(view, one) === id);
  if (!edited || view.formulas.some(({ text }) => text === to)) return view;
  const after = { ...edited, text: to };
  const changed = { ...view, formulas: view.formulas.map((one) => (one === edited ? after : one)) };
  const { explained } = view;
  return {
    ...changed,
    explained: explained?.line === id ? { ...explained, line: lineId(changed, after) } : explained,
  };
}

/** @returns the view with a copy after the line, in the first free colour; unchanged if it is full. */
export function repeatLine(view: View, id: LineId): View {
  if (lineCount(view) >= MOST_SERIES) return view;
  return withLine(view, id, (line) => {
    const { name: _, ...style } = line.style;
    return [line, { ...line, slot: freeSlot(view), style }];
  });
}

function freeSlot(view: View): number {
  const used = new Set([...view.series, ...view.formulas].map((one) => one.slot));
  let slot = 0;
  while (used.has(slot)) slot++;
  return slot;
}
