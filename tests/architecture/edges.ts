import { type ESTree, Visitor } from 'vite';
import type { Rule } from './import-rules.ts';
import { placeOf } from './rooms.ts';
import type { Tree } from './tree.ts';

/** Which room may import which. An arrow outside the table is refused, so that each new one is a decision. */

/** Rooms that every room may import: words, days, arithmetic, datasets, views, small parts of a process. */
const LEAVES = [
  'service/calendar',
  'service/contract',
  'service/datasets',
  'service/process',
  'service/series-math',
  'service/view',
];

/** from → to. The files at the root of a house may import all its rooms, and its rooms may import them. */
export const EDGES: Readonly<Record<string, readonly string[]>> = {
  // The leaves among themselves. Types of rows come from the store, and definitions name their readers.
  'service/contract': [],
  'service/calendar': ['service/contract'],
  'service/series-math': ['service/calendar', 'service/contract', 'service/datasets'],
  'service/view': ['service/calendar', 'service/contract', 'service/datasets', 'service/series-math'],
  'service/datasets': ['service/calendar', 'service/contract', 'service/sources', 'service/store'],
  // The service, from its files upwards.
  'service/process': ['service/contract', 'service/datasets'],
  'service/settings': [],
  'service/store': [],
  'service/keys': ['service/store'],
  'service/work': ['service/store'],
  // The shared data of a team, on PostgreSQL.
  'service/team': [
    'service/calls',
    'service/api',
    'service/keys',
    'service/page',
    'service/store',
    'service/work',
  ],
  // The files of the built page, for the app and the nodes of a team.
  'service/page': [],
  'service/sources': ['service/store'],
  // The user's keys of publishers, teams and the API.
  'service/vault': [],
  'service/derived': ['service/store'],
  'service/saved': ['service/store'],
  'service/tables': ['service/derived', 'service/store'],
  'service/ingest': ['service/settings', 'service/sources', 'service/store', 'service/team', 'service/work'],
  'service/api': ['service/derived', 'service/keys', 'service/settings', 'service/store', 'service/tables'],
  'service/fred': ['service/derived', 'service/api'],
  'service/mcp': ['service/calls', 'service/derived', 'service/store'],
  'service/calls': [
    'service/api',
    'service/ingest',
    'service/keys',
    'service/saved',
    'service/settings',
    'service/sources',
    'service/store',
    'service/tables',
    'service/work',
  ],
  // The app's page: its actions and its port.
  'service/app': [
    'service/calls',
    'service/api',
    'service/page',
    'service/settings',
    'service/team',
    'service/vault',
  ],
  'service/cli': [
    'service/derived',
    'service/api',
    'service/ingest',
    'service/keys',
    'service/mcp',
    'service/settings',
    'service/sources',
    'service/store',
    'service/tables',
    'service/team',
    'service/work',
  ],
  // The shell. It knows the leaves of the service and the small parts of a process.
  'electron/desktop': [],
  'electron/launch': [],
  'electron/packages': ['electron/desktop'],
  // The page: data, then their drawings, then the screens.
  'renderer/api': [],
  'renderer/view': [],
  'renderer/chart': ['renderer/api'],
  'renderer/table': ['renderer/api'],
  'renderer/range': ['renderer/api'],
  'renderer/play': ['renderer/api'],
  'renderer/picker': ['renderer/api', 'renderer/chart', 'renderer/view'],
  'renderer/legend': [
    'renderer/api',
    'renderer/chart',
    'renderer/frame',
    'renderer/picker',
    'renderer/range',
    'renderer/view',
  ],
  'renderer/sign-in': ['renderer/api'],
  'renderer/frame': [
    'renderer/api',
    'renderer/chart',
    'renderer/picker',
    'renderer/range',
    'renderer/sign-in',
    'renderer/view',
  ],
  'renderer/programs': ['renderer/api', 'renderer/frame'],
  'renderer/take-away': [
    'renderer/api',
    'renderer/chart',
    'renderer/frame',
    'renderer/programs',
    'renderer/range',
  ],
  'renderer/lines': ['renderer/api', 'renderer/chart', 'renderer/range', 'renderer/table', 'renderer/view'],
  'renderer/tiles': ['renderer/api', 'renderer/frame', 'renderer/picker', 'renderer/range', 'renderer/view'],
  'renderer/explain': ['renderer/api', 'renderer/chart', 'renderer/frame'],
  'renderer/overview': ['renderer/api', 'renderer/explain', 'renderer/frame', 'renderer/picker'],
  'renderer/release': ['renderer/api', 'renderer/frame', 'renderer/range', 'renderer/view'],
  'renderer/statement': ['renderer/api', 'renderer/frame', 'renderer/range', 'renderer/view'],
  'renderer/states': [
    'renderer/api',
    'renderer/chart',
    'renderer/explain',
    'renderer/frame',
    'renderer/play',
    'renderer/range',
    'renderer/take-away',
    'renderer/view',
  ],
  'renderer/yields': [
    'renderer/api',
    'renderer/chart',
    'renderer/explain',
    'renderer/frame',
    'renderer/play',
    'renderer/range',
    'renderer/take-away',
    'renderer/view',
  ],
  'renderer/constituents': [
    'renderer/api',
    'renderer/chart',
    'renderer/explain',
    'renderer/frame',
    'renderer/take-away',
  ],
  'renderer/board': [
    'renderer/api',
    'renderer/chart',
    'renderer/explain',
    'renderer/frame',
    'renderer/legend',
    'renderer/lines',
    'renderer/picker',
    'renderer/range',
    'renderer/take-away',
    'renderer/tiles',
    'renderer/view',
  ],
  'renderer/explore': [
    'renderer/api',
    'renderer/chart',
    'renderer/explain',
    'renderer/frame',
    'renderer/legend',
    'renderer/lines',
    'renderer/picker',
    'renderer/range',
    'renderer/table',
    'renderer/take-away',
    'renderer/tiles',
    'renderer/view',
  ],
  'renderer/saved': [
    'renderer/api',
    'renderer/frame',
    'renderer/picker',
    'renderer/take-away',
    'renderer/tiles',
    'renderer/view',
  ],
  'renderer/access': ['renderer/api', 'renderer/frame', 'renderer/programs'],
  'renderer/app': ['renderer/api', 'renderer/frame', 'renderer/view'],
};

/** The rooms that a screen may import, unless `EDGES` says more. No room may import a screen. */
const EDGES_OF_A_SCREEN = ['renderer/api', 'renderer/frame'];

/** @returns the rooms in the table of screens. */
function screensOf({ files }: Tree): ReadonlySet<string> {
  const table = files.find(({ path }) => path === 'renderer/screens.ts');
  return new Set(table?.imports.flatMap(({ file }) => (file === undefined ? [] : placeOf(file).room)));
}

const isLeaf = (room: string): boolean => LEAVES.includes(room);

export const roomsImportAsTheTableSays: Rule = (tree) => {
  const screens = screensOf(tree);
  return tree.files.flatMap((file) => {
    const { house, room } = placeOf(file.path);
    if (room === house || house === 'tests' || file.path.endsWith('/vite.config.ts')) return [];
    const allowed = EDGES[room] ?? (screens.has(room) ? EDGES_OF_A_SCREEN : undefined);
    if (!allowed) return [`${room} is not in the table of edges (tests/architecture/edges.ts).`];
    return file.imports.flatMap((each) => {
      if (each.file === undefined) return [];
      const to = placeOf(each.file);
      const isAllowed =
        to.room === room ||
        to.room === house ||
        to.house === 'package.json' ||
        allowed.includes(to.room) ||
        (!isLeaf(room) && isLeaf(to.room));
      return isAllowed
        ? []
        : [`${file.path} imports ${each.specifier}: ${room} → ${to.room} is not in the table of edges.`];
    });
  });
};

/** The table has no room without files, and no arrow without an import. */
export const edgesAreUsed: Rule = ({ files, topLevel }) => {
  const used = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const to = used.get(placeOf(path).room) ?? new Set();
    for (const { file } of imports) if (file !== undefined) to.add(placeOf(file).room);
    used.set(placeOf(path).room, to);
  }
  const isWhole = topLevel.length > 0;
  return Object.entries(EDGES).flatMap(([from, rooms]) => {
    const imported = used.get(from);
    if (!imported)
      return isWhole ? [`${from} has no files any more: remove it from the table of edges.`] : [];
    return rooms
      .filter((to) => !imported.has(to))
      .map((to) => `${from} → ${to}: no import uses it any more. Remove it from the table of edges.`);
  });
};

const SQL =
  /\b(SELECT\s[\s\S]*\bFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+(TABLE|INDEX)|PRAGMA)\b/;

/** Other code that needs a database calls one of these rooms. */
export const onlySqlRoomsHoldSql: Rule = ({ files }) =>
  files.flatMap((file) => {
    if (!file.program || /^(tests|service\/(store|keys|team|work))\//.test(file.path)) return [];
    const found: string[] = [];
    const look = (text: unknown): void => {
      if (typeof text === 'string' && SQL.test(text))
        found.push(
          `${file.path} holds SQL: that stands in service/store, service/keys, service/team and service/work only.`,
        );
    };
    new Visitor({
      Literal: (node: { value?: unknown }) => look(node.value),
      TemplateElement: (node: ESTree.TemplateElement) => look(node.value.raw),
    }).visit(file.program);
    return found;
  });
