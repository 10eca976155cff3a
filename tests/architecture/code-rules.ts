import { type ESTree, Visitor } from 'vite';
import { FORMAT_NAMES } from '../../service/contract/table-formats.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import type { Rule } from './import-rules.ts';
import type { SourceFile } from './tree.ts';

/** Rules about the content of code. */

/** Words for which the project has another word: series, frequency, aggregation, observation. */
const NOT_OUR_WORDS: Readonly<Record<string, string>> = {
  metric: 'series',
  metrics: 'series',
  granularity: 'frequency',
  rollup: 'aggregation',
  datapoint: 'observation',
  datapoints: 'observations',
};

/** Tests make the codes of JOLTS from a metric and a kind. */
const MAY_SAY_METRIC = /^tests\//;

function eachFile(finds: (file: SourceFile) => string[]): Rule {
  return ({ files }) => files.flatMap((file) => finds(file).map((said) => `${file.path}: ${said}`));
}

/** @returns the called name: `fetch` for `fetch()`, `window.fetch()` and `globalThis.fetch()`. */
function calledName(callee: ESTree.Node): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  const isGlobal =
    callee.object.type === 'Identifier' && /^(window|globalThis|self)$/.test(callee.object.name);
  return isGlobal ? callee.property.name : `.${callee.property.name}`;
}

function callsIn(file: SourceFile): { name: string; node: ESTree.CallExpression }[] {
  const calls: { name: string; node: ESTree.CallExpression }[] = [];
  if (!file.program) return calls;
  new Visitor({
    CallExpression(node) {
      const name = calledName(node.callee);
      if (name !== undefined) calls.push({ name, node });
    },
  }).visit(file.program);
  return calls;
}

export const rendererReachesNoOtherOrigin = eachFile((file) => {
  const isPlace = file.path.startsWith('renderer/api/') || /^renderer\/.*\.css$/.test(file.path);
  return isPlace && /(https?:)?\/\/[a-z0-9-]+\.[a-z]/i.test(withoutComments(file))
    ? ['names another origin; the renderer knows relative addresses only.']
    : [];
});

function withoutComments(file: SourceFile): string {
  return file.text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '');
}

export const noCodeFromText = eachFile((file) => {
  const found: string[] = [];
  if (!file.program || file.path.startsWith('tests/')) return found;
  const say = (what: string): void =>
    void found.push(`uses ${what}, which the content security policy forbids.`);
  new Visitor({
    NewExpression(node) {
      if (calledName(node.callee) === 'Function') say('new Function');
    },
    MemberExpression(node) {
      if (node.property.type === 'Identifier' && /^(inner|outer)HTML$/.test(node.property.name))
        say(node.property.name);
    },
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier' && node.name.name === 'dangerouslySetInnerHTML')
        say(node.name.name);
    },
  }).visit(file.program);
  return found;
});

export const nothingIsLeftToDo = eachFile((file) =>
  file.comments
    .filter((comment) => /\b(TODO|FIXME|XXX|HACK)\b/.test(comment))
    .map((comment) => `says '${comment.trim()}'; an issue is the place for that.`),
);

export const pathsKeepTheirBlanks = eachFile(({ text }) =>
  // `new URL` with two arguments makes the address of a file; the address of a request has one argument.
  /import\.meta\.url\)\.pathname|new URL\([^()]+, [^()]+\)\.pathname/.test(text)
    ? [
        'takes the pathname of an address for a path: a blank in it is %20. Use import.meta.dirname or fileURLToPath.',
      ]
    : [],
);

export const testsAreRun = eachFile((file) =>
  file.path.startsWith('tests/')
    ? callsIn(file).flatMap(({ name, node }) => {
        const [first] = node.arguments;
        if (name === '.only' || name === '.todo' || name === '.skipIf' || name === '.runIf')
          return [`calls ${name}; every test runs, or is skipped from inside with a reason.`];
        const isSkip = name === '.skip' || name === 'skip' || name === '.fixme';
        const reason = node.arguments.at(-1)?.type;
        const isGiven = reason === 'Literal' || reason === 'TemplateLiteral' || reason === 'Identifier';
        return isSkip && !(first && isGiven) ? ['skips a test without a reason.'] : [];
      })
    : [],
);

type Naming =
  | ESTree.VariableDeclarator
  | ESTree.Function
  | ESTree.TSTypeAliasDeclaration
  | ESTree.TSPropertySignature;
const NAMING = ['VariableDeclarator', 'FunctionDeclaration', 'TSTypeAliasDeclaration', 'TSPropertySignature'];

export const namesUseOurWords = eachFile((file) => {
  const names = new Set<string>();
  const add = (node: ESTree.Node | null): void => {
    if (node?.type === 'Identifier') names.add(node.name);
  };
  const visitor = Object.fromEntries(
    NAMING.map((type) => [type, (node: Naming) => add('key' in node ? node.key : node.id)]),
  );
  if (file.program && !MAY_SAY_METRIC.test(file.path)) new Visitor(visitor).visit(file.program);
  return [...names].flatMap((name) =>
    name
      .split(/_|(?<=[a-z0-9])(?=[A-Z])/)
      .filter((word) => Object.hasOwn(NOT_OUR_WORDS, word.toLowerCase()))
      .map((word) => `names something '${name}'; our word is ${NOT_OUR_WORDS[word.toLowerCase()]}.`),
  );
});

/** Interchangeable files of one folder, which export the same names. */
const IS_ONE_OF_SEVERAL = /^(electron\/launch\/commands|service\/tables\/formats)\//;

/** Then a search for a name leads to one declaration. */
export const exportedNamesStandInOneFile: Rule = ({ files }) => {
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    if (!file.program || /^tests\//.test(file.path) || IS_ONE_OF_SEVERAL.test(file.path)) continue;
    for (const node of file.program.body) {
      if (node.type !== 'ExportNamedDeclaration' || !node.declaration) continue;
      const declared =
        'declarations' in node.declaration ? node.declaration.declarations : [node.declaration];
      for (const { id } of declared) {
        if (id?.type !== 'Identifier') continue;
        places.set(id.name, (places.get(id.name) ?? new Set()).add(file.path));
      }
    }
  }
  return [...places]
    .filter(([, where]) => where.size > 1)
    .map(([name, where]) => `${name} is exported by ${[...where].join(' and ')}; a name stands in one file.`);
};

/** Only a dataset's own folder writes these texts; other code uses its definition. */
const DATASET_IDS: ReadonlySet<string> = new Set(DATASETS.map(({ id }) => id));
/** A code such as `asia` or `loans` is also an ordinary word, so only codes of several words are checked. */
const SERIES_CODES: ReadonlySet<string> = new Set(
  DATASETS.flatMap(({ series }) => series.map(({ code }) => code)).filter((code) => /_|^US\d/.test(code)),
);
/** The answers in the OpenAPI document are examples with particular series. */
const MAY_NAME_SERIES = 'service/api/openapi/examples.ts';

export const datasetsAreNamedInTheirFolders = eachFile((file) => {
  const found: string[] = [];
  if (!file.program || /^(tests|service\/datasets)\//.test(file.path)) return found;
  const look = (text: unknown): void => {
    if (typeof text !== 'string') return;
    if (DATASET_IDS.has(text)) found.push(`writes out '${text}'; only the dataset's own folder does.`);
    else if (SERIES_CODES.has(text) && file.path !== MAY_NAME_SERIES)
      found.push(`writes out the series '${text}'; only the dataset's own folder does.`);
  };
  new Visitor({
    Literal: (node) => look(node.value),
    TemplateElement: (node) => look(node.value.cooked),
  }).visit(file.program);
  return found;
});

const FORMATS: ReadonlySet<string> = new Set(FORMAT_NAMES);
/** The registry of formats and their writers. Publishers' files have formats of their own. */
const MAY_CHOOSE_FORMATS = /^service\/(tables|sources|datasets)\/|^service\/contract\/table-formats\.ts$/;

/** Other code asks the registry what a format can do. A new format then needs only an entry and a writer. */
export const formatsAreChosenInTables = eachFile((file) => {
  const found: string[] = [];
  if (!file.program || file.path.startsWith('tests/') || MAY_CHOOSE_FORMATS.test(file.path)) return found;
  const look = (node: ESTree.Node | null): void => {
    if (node?.type === 'Literal' && typeof node.value === 'string' && FORMATS.has(node.value))
      found.push(
        `chooses by the format '${node.value}'; service/contract/table-formats.ts says what a format can do.`,
      );
  };
  new Visitor({
    BinaryExpression({ operator, left, right }) {
      if (!/^[!=]==?$/.test(operator)) return;
      look(left as ESTree.Node);
      look(right);
    },
    SwitchCase: ({ test }) => look(test),
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'format') look(value as ESTree.Node);
    },
  }).visit(file.program);
  return found;
});
