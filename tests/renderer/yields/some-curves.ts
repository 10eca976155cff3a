import { type Curves, curvesOf } from '../../../renderer/yields/curves.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { TENORS } from '../../../service/datasets/yields/curve.ts';
import { matrixOf } from '../../../service/series-math/matrix.ts';

/** @param days by date, each with its yields by tenor ('10Y'); an omitted tenor has no value */
export function someCurves(days: Readonly<Record<string, Readonly<Record<string, string>>>>): Curves {
  const dates = Object.keys(days);
  return curvesOf(
    matrixOf(
      Int32Array.from(dates, (date) => dayNumber(date) as number),
      TENORS.map(({ code, label }) => ({ name: code, texts: dates.map((date) => days[date]?.[label]) })),
    ),
  );
}
