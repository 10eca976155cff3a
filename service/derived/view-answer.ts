import { setImmediate as turn } from 'node:timers/promises';
import { instantText } from '../calendar/dates.ts';
import type { Reader } from '../store/index.ts';
import { answerView, type View, type ViewAnswer, type ViewSource } from '../view/index.ts';

const ATTEMPTS = 3;
/** Reads a series' first and last day without its observations. */
const NO_DAYS = { from: 1, to: 0 };

/**
 * Computes a view's lines from one version of the data; if another process keeps publishing, uses the third
 * attempt. Lets other work run after every line. With `asOf`, uses the data as known on that day.
 */
export async function readViewAnswer(reader: Reader, view: View, today: string): Promise<ViewAnswer> {
  for (let attempt = 1; ; attempt++) {
    const version = reader.dataVersion();
    const answer = await answerView(view, sourceOf(reader, view.asOf), today, turn);
    // Series are read one by one; another process may have published in between.
    if (reader.dataVersion() === version || attempt === ATTEMPTS) return answer;
  }
}

function sourceOf(reader: Reader, known: string | undefined): ViewSource {
  const asOf = known === undefined ? undefined : instantText(known);
  const holdings = asOf === undefined ? reader.holdings() : [];
  return {
    held({ dataset, code, area }) {
      // Gives the days of this series, not of all states, because the page loads only this series.
      if (asOf !== undefined)
        return reader.columns({ dataset, codes: [code], areas: areasOf(area), ...NO_DAYS, asOf })[0];
      const series = holdings.find((one) => one.dataset === dataset)?.series ?? [];
      const parts = series.filter((one) => one.code === code);
      if (parts.length === 0) return undefined;
      return {
        first: Math.min(...parts.map(({ first }) => first)),
        last: Math.max(...parts.map(({ last }) => last)),
      };
    },
    column({ dataset, code, area }, from, to) {
      const [column] = reader.columns({ dataset, codes: [code], areas: areasOf(area), from, to, asOf });
      return column ?? { days: new Int32Array(0), values: [] };
    },
  };
}

function areasOf(area: string): string[] | undefined {
  return area === '' ? undefined : [area];
}
