/** How a command is written that a person pastes into a terminal. */

export type Shell = 'sh' | 'powershell';

/** @returns the shell to offer first. @param platform of the browser: 'Win32', 'MacIntel', 'Linux x86_64' */
export function usualShell(platform: string): Shell {
  return platform.startsWith('Win') ? 'powershell' : 'sh';
}

/** Almanac's command line in the folder of the project, where it can always be called. */
export const NPM_PROGRAM = 'npm run -s almanac --';

/** POSIX 2.2.2 and PowerShell's about_Quoting_Rules: inside single quotes only the quote itself is special. */
export function shellQuoted(text: string, shell: Shell = 'sh'): string {
  return `'${text.replaceAll("'", shell === 'sh' ? "'\\''" : "''")}'`;
}

/** What no shell reads as anything else. */
const PLAIN = /^[\w./:-]+$/;

/** @returns a value as one word of a command, in quotes where a shell would read it otherwise. */
export function shellWord(text: string, shell: Shell = 'sh'): string {
  return PLAIN.test(text) ? text : shellQuoted(text, shell);
}
