import { drawn, putOnStage } from './stage.tsx';
import type { Drawing, MadeLine } from './types.ts';

/** Draws made-up lines in the app's chart. @returns the drawing in whole pixels. */
export async function draw(
  lines: readonly MadeLine[],
  range: { from: string; to: string },
  isLog: boolean,
): Promise<Drawing> {
  const series = lines.map(({ id, unit, values, type, axis }, slot) => ({
    column: {
      id,
      days: Int32Array.from(values, ([day]) => day),
      values: values.map(([, value]) => String(value)),
      numbers: Float64Array.from(values, ([, value]) => value),
    },
    title: id,
    unitShort: unit,
    slot,
    hidden: false,
    ...(type && { type }),
    ...(axis && { axis }),
  }));
  const stage = putOnStage(series, range, isLog);
  const all = (selector: string) => [...stage.place.querySelectorAll(selector)];
  await drawn(() => all('path[data-series]').length === lines.length && all('svg text').length > 0);
  const drawing = {
    lines: Object.fromEntries(
      all('path[data-series]').map((path) => [text(path, 'data-series'), pixels(text(path, 'd'))]),
    ),
    fills: all('path[fill-opacity]').map((path) => pixels(text(path, 'd'))),
    recessions: all('rect[data-recession]').map((bar) => pixels(`${text(bar, 'x')} + ${text(bar, 'width')}`)),
    labels: all('svg text').map((label) => label.textContent),
  };
  stage.end();
  return drawing;
}

function text(element: Element, name: string): string {
  return element.getAttribute(name) ?? '';
}

/** Rounds to whole pixels: smaller differences are invisible, and libraries may round differently. */
function pixels(path: string): string {
  return path.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));
}
