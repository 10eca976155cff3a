import { dateText } from '../calendar/dates.ts';
import { type Dataset, findSeries } from '../datasets/index.ts';
import { difference, parseDecimal } from '../series-math/exact-decimal.ts';
import type { ExplainedObservation } from './explained.ts';
import { explanationJson } from './explanation-json.ts';
import { explanationLines } from './explanation-text.ts';

/** A spread of a day: its value, if both yields are there, and how each of them came to be held. */
type SpreadExplained = {
  dataset: Dataset;
  code: string;
  unit: string;
  value: string | undefined;
  long: ExplainedObservation;
  short: ExplainedObservation;
};

/** @param long, short the explanations of the two yields, of one day. @returns the explanation of the first less the second. */
export function explainSpread(
  dataset: Dataset,
  code: string,
  long: ExplainedObservation,
  short: ExplainedObservation,
): SpreadExplained {
  const [first, second] = [heldValue(long), heldValue(short)];
  return {
    dataset,
    code,
    unit: findSeries(dataset.id, code)?.unit ?? '',
    value:
      first === undefined || second === undefined
        ? undefined
        : difference(parseDecimal(first), parseDecimal(second)),
    long,
    short,
  };
}

/** @returns the lines for a person: the sum, then both explanations. */
export function spreadText({ dataset, code, unit, value, long, short }: SpreadExplained): string[] {
  const title = `${dataset.id} ${code} ${dateText(long.day)}`;
  const made = `computed here: ${long.code} less ${short.code}`;
  return [
    ...(value === undefined
      ? [`${title}: no value. It is ${made}, where both are there.`]
      : [
          title,
          '',
          `  Value     ${value} ${unit}`,
          `  Computed  ${made}, ${heldValue(long)} − ${heldValue(short)}`,
        ]),
    ...[long, short].flatMap((one) => ['', ...explanationLines(one)]),
  ];
}

/** @returns the same as JSON, with names in the style of the API. */
export function spreadJson({ dataset, code, unit, value, long, short }: SpreadExplained): object {
  return {
    dataset: dataset.id,
    series: code,
    date: dateText(long.day),
    unit,
    value: value ?? null,
    formula: `${long.code} - ${short.code}`,
    parts: [explanationJson(long), explanationJson(short)],
  };
}

function heldValue({ seen: [newest] }: ExplainedObservation): string | undefined {
  return newest && 'value' in newest ? newest.value : undefined;
}
