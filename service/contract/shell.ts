/** Writes commands that a person can paste into a terminal. */

export type Shell = 'sh' | 'powershell';

/** @returns the shell to offer first. @param platform of the browser: 'Win32', 'MacIntel', 'Linux x86_64' */
export function usualShell(platform: string): Shell {
  return platform.startsWith('Win') ? 'powershell' : 'sh';
}

/** Almanac's command line in the project's folder, where it always works. */
export const NPM_PROGRAM = 'npm run -s almanac --';

/** POSIX 2.2.2 and PowerShell's about_Quoting_Rules: inside single quotes only the quote is special. */
export function shellQuoted(text: string, shell: Shell = 'sh'): string {
  return `'${text.replaceAll("'", shell === 'sh' ? "'\\''" : "''")}'`;
}

/** Characters that no shell treats specially. */
const PLAIN = /^[\w./:-]+$/;

/** @returns a value as one word of a command, quoted if a shell would treat it specially. */
export function shellWord(text: string, shell: Shell = 'sh'): string {
  return PLAIN.test(text) ? text : shellQuoted(text, shell);
}
