import { setImmediate as turn } from 'node:timers/promises';
import type { Reader } from '../store/types.ts';
import { answerView, type View, type ViewAnswer, type ViewSource } from '../view/index.ts';

const ATTEMPTS = 3;

/**
 * Computes the lines of a view from the stored data. All lines come from the same version of the data, unless another process keeps
 * publishing: after three attempts the last answer is used. Other work can run after every line.
 * @param today `YYYY-MM-DD`.
 */
export async function readViewAnswer(reader: Reader, view: View, today: string): Promise<ViewAnswer> {
  for (let attempt = 1; ; attempt++) {
    const version = reader.dataVersion();
    const answer = await answerView(view, sourceOf(reader), today, turn);
    // Each series is read separately; another process may have published between two of them.
    if (reader.dataVersion() === version || attempt === ATTEMPTS) return answer;
  }
}

function sourceOf(reader: Reader): ViewSource {
  const holdings = reader.holdings();
  return {
    held({ dataset, code }) {
      const series = holdings.find((one) => one.dataset === dataset)?.series ?? [];
      const parts = series.filter((one) => one.code === code);
      if (parts.length === 0) return undefined;
      return {
        first: Math.min(...parts.map(({ first }) => first)),
        last: Math.max(...parts.map(({ last }) => last)),
      };
    },
    column({ dataset, code, area }, from, to) {
      const areas = area === '' ? undefined : [area];
      const [column] = reader.columns({ dataset, codes: [code], areas, from, to });
      return column ?? { days: new Int32Array(0), values: [] };
    },
  };
}
