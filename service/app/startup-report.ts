import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { StartupMarks } from '../contract/host.ts';
import type { PageStart } from '../contract/service-channel.ts';
import { writeWholeFile } from '../process/whole-file.ts';

const MARKS = ['evaluated', 'ready', 'listening', 'first_paint', 'data_visible'] as const;
/**
 * `evaluated`: the code of the shell's entry has run; `ready`: a window or a browser can be opened; `listening`: the service answers;
 * `first_paint` and `data_visible` come from the page.
 */
type StartupMark = (typeof MARKS)[number];

/**
 * Measures the start: how long it took until the first data were visible, in milliseconds since the shell's process started. Writes the
 * marks as JSON where a report is wanted.
 */
export function openStartupReport({
  mode,
  startup: { origin, marks: before, report },
  version,
  log,
}: Pick<PageStart, 'mode' | 'startup'> & { version: string; log: (line: string) => void }) {
  const known = new Map<string, number>(Object.entries(before));
  const marks = (): Partial<Record<StartupMark, number>> =>
    Object.fromEntries(MARKS.flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : [])));

  /** Only the first time counts. */
  function note(name: StartupMark, atMs: number): void {
    if (!known.has(name)) known.set(name, Math.round((atMs - origin) * 10) / 10);
  }

  async function write(): Promise<void> {
    if (report === null) return;
    const content = { mode, version, unit: 'ms since the process started', marks: marks() };
    try {
      await mkdir(path.dirname(report), { recursive: true });
      writeWholeFile(report, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o666, isLasting: false });
    } catch (error) {
      log(`The start-up report could not be written: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    marks,
    async listening(): Promise<void> {
      note('listening', performance.timeOrigin + performance.now());
      await write();
    },
    async fromPage({ first_paint, data_visible }: StartupMarks): Promise<void> {
      note('first_paint', first_paint);
      note('data_visible', data_visible);
      await write();
    },
  };
}
