import { readFile } from 'node:fs/promises';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { writeWholeFile } from '../../service/process/whole-file.ts';

/** A small file of settings that is read once and written soon after each change, whole or not at all. */
export type KeptFile<Content> = {
  value(): Content;
  change(part: Partial<Content>): void;
  /** Writes changes that are not written yet. */
  flush(): void;
};

export type KeptFileOptions<Schema extends TSchema> = {
  file: string;
  schema: Schema;
  /** Used where there is no file, or one that does not fit the schema. */
  usual: Static<Schema>;
  log: (line: string) => void;
  pauseMs?: number;
};

/** Reads the file, or takes the usual content. */
export async function openKeptFile<Schema extends TSchema>(
  options: KeptFileOptions<Schema>,
): Promise<KeptFile<Static<Schema>>> {
  const { file, pauseMs = 500 } = options;
  let value: Static<Schema> = (await read(options)).content;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    try {
      // A few hundred bytes: written at once, so that the end of the app need not wait for it.
      writeWholeFile(file, `${JSON.stringify(value, null, 2)}\n`);
    } catch (error) {
      options.log(`${file} could not be written: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    value: () => value,
    change(part) {
      value = { ...(value as object), ...part } as Static<Schema>;
      clearTimeout(timer);
      timer = setTimeout(flush, pauseMs);
    },
    flush,
  };
}

async function read<Schema extends TSchema>({
  file,
  schema,
  usual,
  log,
}: KeptFileOptions<Schema>): Promise<{ content: Static<Schema> }> {
  try {
    const found: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Value.Check(schema, found)) return { content: found };
    log(`${file} is not what Almanac writes, so the usual settings are taken.`);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) log(`${file} could not be read: ${error instanceof Error ? error.message : error}`);
  }
  return { content: usual };
}
