import { Visitor } from 'vite';
import type { Rule } from './import-rules.ts';
import type { SourceFile } from './tree.ts';

/** Rules about Electron: each dangerous part is used in one place, where it can be reviewed as a whole. */

/** The only file that may import each of these from Electron. */
const ONE_PLACE: Readonly<Record<string, string>> = {
  BrowserWindow: 'electron/window.ts',
  ipcMain: 'electron/window.ts',
  shell: 'electron/window.ts',
  dialog: 'electron/window.ts',
  session: 'electron/main.ts',
  utilityProcess: 'electron/main.ts',
  ipcRenderer: 'electron/preload.cts',
  contextBridge: 'electron/preload.cts',
};

/** Never used, because it evades the guards or because the project uses something else. */
const NEVER: Readonly<Record<string, string>> = {
  BaseWindow: 'the one kind of window is made by electron/window.ts',
  BrowserView: 'the one kind of window is made by electron/window.ts',
  WebContentsView: 'the one kind of window is made by electron/window.ts',
  MessageChannelMain: 'the page asks by the channels of service/contract/desktop.ts',
  safeStorage: 'secrets are the business of service/vault',
  webFrame: 'the preload script only asks the host',
  webUtils: 'the page never learns a path',
};

/** Calls that occur once in the whole project. */
const ONCE = ['shell.openExternal', 'ipcMain.handle', 'contextBridge.exposeInMainWorld'];

/** @returns the names that a file takes from Electron by `import`, or in the preload script by `require`. */
function namesFromElectron({ program }: SourceFile): string[] {
  const names: string[] = [];
  if (!program) return names;
  new Visitor({
    ImportDeclaration(node) {
      if (node.source.value !== 'electron' || node.importKind === 'type') return;
      for (const each of node.specifiers) {
        if (each.type !== 'ImportSpecifier') names.push('*');
        else if (each.importKind !== 'type' && each.imported.type === 'Identifier')
          names.push(each.imported.name);
      }
    },
    VariableDeclarator({ id, init }) {
      const call = init?.type === 'TSAsExpression' ? init.expression : init;
      const isRequire =
        call?.type === 'CallExpression' &&
        call.callee.type === 'Identifier' &&
        call.callee.name === 'require';
      const [wanted] = isRequire ? call.arguments : [];
      if (wanted?.type !== 'Literal' || wanted.value !== 'electron') return;
      if (id.type !== 'ObjectPattern') names.push('*');
      else
        for (const each of id.properties)
          if (each.type === 'Property' && each.key.type === 'Identifier') names.push(each.key.name);
    },
  }).visit(program);
  return names;
}

const hosts = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter(({ path }) => path.startsWith('electron/'));

export const electronIsUsedInOnePlace: Rule = ({ files }) =>
  hosts(files).flatMap((file) =>
    namesFromElectron(file).flatMap((name) => {
      const place = ONE_PLACE[name];
      const never = NEVER[name];
      if (name === '*') return [`${file.path} takes the whole of Electron; it names what it uses.`];
      if (never !== undefined) return [`${file.path} uses ${name} of Electron: ${never}.`];
      return place === undefined || place === file.path
        ? []
        : [`${file.path} uses ${name} of Electron, which only ${place} does.`];
    }),
  );

export const electronIsCalledOnce: Rule = ({ files }) => {
  const places = new Map<string, string[]>();
  const note = (what: string, file: SourceFile): void =>
    void places.set(what, [...(places.get(what) ?? []), file.path]);
  for (const file of hosts(files)) {
    if (!file.program) continue;
    new Visitor({
      CallExpression({ callee }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        const { object, property } = callee;
        const what = object.type === 'Identifier' ? `${object.name}.${property.name}` : '';
        if (ONCE.includes(what)) note(what, file);
      },
      NewExpression({ callee }) {
        if (callee.type === 'Identifier' && callee.name === 'BrowserWindow') note('new BrowserWindow', file);
      },
    }).visit(file.program);
  }
  return [...places].flatMap(([what, at]) =>
    at.length > 1 ? [`${what} stands ${at.length} times (${at.join(', ')}); it is said in one place.`] : [],
  );
};
