import { notNumber, plainNumber, usDay } from '../../sources/cells.ts';
import { fileFailure, lineFailure, quote } from '../../sources/row-failure.ts';
import type { FileReader } from '../../sources/types.ts';
import { readXml } from '../../sources/xml-reader.ts';

const DATE = 'weekEnded';

/** A `week` of the report. Elements are named by their path in it: `weekEnded`, `InitialClaims/SA`. */
export type ReportWeek = {
  text(name: string): string;
  /** @returns the line of an element. */
  lineOf(name: string): number;
  /** @throws Failure 'invalid_file' where it is no date. */
  day(name: string): number;
  /** @returns the number without thousands separators; `undefined` where it is missing. @throws Failure 'invalid_file' for other text. */
  number(name: string): string | undefined;
  /** @returns the failure of an element. */
  failure(name: string, sentence: string): Error;
};

/**
 * Reads the weeks of the Department of Labor's weekly claims report (r539cy) as XML. Numbers have thousands separators; a missing one
 * is a no-break space.
 * @param names of the elements that each week must have once, beside `weekEnded`; others are ignored.
 */
export function readWeeks(
  file: string,
  names: readonly string[],
  { onWeek, onEnd }: { onWeek(week: ReportWeek): void; onEnd(): void },
): FileReader {
  const wanted = new Set([DATE, ...names]);
  let found = new Map<string, { text: string; line: number }>();
  let weeks = 0;

  function weekOf(line: number): ReportWeek {
    const cells = found;
    const lineOf = (name: string) => cells.get(name)?.line ?? line;
    const text = (name: string) => cells.get(name)?.text ?? '';
    const failure = (name: string, sentence: string) => lineFailure({ file }, lineOf(name), name, sentence);
    return {
      text,
      lineOf,
      failure,
      day(name) {
        const day = usDay(text(name));
        if (day !== undefined) return day;
        throw failure(name, `${quote(text(name))} is not a date; a real day written MM/DD/YYYY is right.`);
      },
      number(name) {
        if (text(name) === '') return undefined;
        const value = plainNumber(text(name));
        if (value !== undefined) return value;
        throw failure(name, notNumber(text(name), 'digits with separated thousands are right.'));
      },
    };
  }

  const reader = readXml(
    { file },
    {
      open(name, _attributes, _line, path) {
        if (name === 'week' && path.length === 2) found = new Map();
      },
      close(name, text, line, path) {
        if (name === 'week' && path.length === 2) {
          const week = weekOf(line);
          week.day(DATE);
          for (const each of names)
            if (!found.has(each))
              throw week.failure(
                each,
                `the week ending ${week.text(DATE)} has no such element: the file was damaged.`,
              );
          onWeek(week);
          weeks++;
        }
        const id = path.slice(2).join('/');
        if (!wanted.has(id)) return;
        if (found.has(id)) throw lineFailure({ file }, line, id, 'the element is in its week twice.');
        found.set(id, { text: text.trim(), line });
      },
    },
  );
  return {
    push: reader.push,
    end() {
      reader.end();
      if (weeks === 0)
        throw fileFailure(
          file,
          'holds no weeks; the report was asked for years without data, or is damaged.',
        );
      onEnd();
    },
  };
}
