import { Visitor } from 'vite';
import { COMMANDS } from '../../service/cli/commands.ts';
import type { Rule } from './import-rules.ts';
import type { SourceFile } from './tree.ts';

/** A printed command can be pasted: one place knows how Almanac is called, and quotes values. */

const COMMAND = new RegExp(`\\balmanac (?:${Object.keys(COMMANDS).join('|')})(?![\\w-])`);
const NPM = /npm run -s almanac --/;

/** The files that know the npm command, and programs that only npm starts. */
const MAY_SAY_NPM = new Set(['electron/start-arguments.mjs', 'service/contract/shell.ts', 'service/main.ts']);
/** This file derives a key from the words 'almanac team', which are not a command. */
const NOT_FOR_PEOPLE = new Set(['service/team/web/members.ts']);

function written(file: SourceFile): string[] {
  const found: string[] = [];
  const look = (text: string): void => {
    if (COMMAND.test(text) && !NOT_FOR_PEOPLE.has(file.path))
      found.push(
        `writes ${COMMAND.exec(text)?.[0]}; commandLine writes a command, and NPM_PROGRAM stands for it in the page.`,
      );
    if (NPM.test(text) && !MAY_SAY_NPM.has(file.path))
      found.push('writes npm run; commandLine writes a command, and NPM_PROGRAM stands for it in the page.');
  };
  if (file.program)
    new Visitor({
      Literal: ({ value }) => void (typeof value === 'string' && look(value)),
      TemplateElement: ({ value }) => look(value.raw),
      JSXText: ({ value }) => look(value),
    }).visit(file.program);
  return found;
}

export const commandsAreWrittenInOnePlace: Rule = ({ files }) =>
  files
    .filter(({ path }) => /^(electron|renderer|service)\//.test(path) && !path.startsWith('electron/launch/'))
    .flatMap((file) => written(file).map((says) => `${file.path} ${says}`));
