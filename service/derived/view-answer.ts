import { setImmediate as turn } from 'node:timers/promises';
import { instantText } from '../calendar/dates.ts';
import type { Reader } from '../store/index.ts';
import { answerView, type View, type ViewAnswer, type ViewSource } from '../view/index.ts';

const ATTEMPTS = 3;
/** For the first and last day of a series without its observations. */
const NO_DAYS = { from: 1, to: 0 };

/**
 * Computes the lines of a view, of one version of the data unless another process keeps publishing (after three attempts the last answer
 * is used). Other work can run after every line. With `asOf` the data are those known then.
 */
export async function readViewAnswer(reader: Reader, view: View, today: string): Promise<ViewAnswer> {
  for (let attempt = 1; ; attempt++) {
    const version = reader.dataVersion();
    const answer = await answerView(view, sourceOf(reader, view.asOf), today, turn);
    // Each series is read separately; another process may have published between two of them.
    if (reader.dataVersion() === version || attempt === ATTEMPTS) return answer;
  }
}

function sourceOf(reader: Reader, known: string | undefined): ViewSource {
  const asOf = known === undefined ? undefined : instantText(known);
  const holdings = asOf === undefined ? reader.holdings() : [];
  return {
    held({ dataset, code, area }) {
      // The page loads only its own series, so the days that were known are those of this series, not of all states.
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
