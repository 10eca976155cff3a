import path from 'node:path';

/** The command line, as Electron and Chromium read it. */
export type Flags = {
  /** Modules for `-r`. */
  required: string[];
  /** Absolute path of the app's main module. */
  entry: string;
  switches: Map<string, string>;
  /** `process.argv` as the app sees it. */
  argv: string[];
};

/** @param words all arguments after the program's name */
export function readFlags(words: readonly string[]): Flags {
  const required: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '-r') {
      required.push(path.resolve(words[index + 1] ?? ''));
      index += 1;
    } else rest.push(word);
  }
  const switches = new Map(
    rest
      .filter((word) => word.startsWith('--'))
      .map((word) => {
        const [name = '', ...value] = word.slice(2).split('=');
        return [name, value.join('=')] as const;
      }),
  );
  const entry = path.resolve(rest.find((word) => !word.startsWith('-')) ?? '.');
  // Electron's argv keeps `-r` too; Playwright's loader cuts everything up to the port off in any case.
  return { required, entry, switches, argv: [process.execPath, ...rest] };
}
