/** A made-up tree that breaks a rule, the rule's message, and a tree that keeps it. */
export type Case = { broken: Record<string, string>; says: RegExp; kept: Record<string, string> };

const LISTED = `{ "dependencies": { "left-pad": "1.0.0" }, "devDependencies": { "@types/react": "1.0.0" } }`;

export const IMPORT_CASES = {
  leavesImportNothing: [
    {
      broken: { 'service/calendar/dates.ts': `import { x } from '../store/index.ts';` },
      says: /service\/calendar\/dates\.ts imports \.\.\/store\/index\.ts: .* imports nothing outside itself/,
      kept: { 'service/calendar/dates.ts': `import Type from 'typebox'; import { a } from './a.ts';` },
    },
    {
      broken: { 'service/series-math/mean.ts': `import { readFileSync } from 'node:fs';` },
      says: /series-math imports nothing/,
      kept: { 'service/series-math/mean.ts': `import { d } from '../calendar/dates.ts';` },
    },
  ],
  rendererSeesTheLeaves: [
    {
      broken: { 'renderer/chart/a.ts': `import type { Reader } from '../../service/store/index.ts';` },
      says: /the renderer imports of the others only/,
      kept: { 'renderer/chart/a.ts': `import { d } from '../../service/calendar/dates.ts';` },
    },
  ],
  dependenciesAreNamed: [
    {
      broken: { 'package.json': LISTED, 'service/a.ts': `import React from 'react'; // left-pad` },
      says: /lists left-pad/,
      kept: { 'package.json': LISTED, 'service/a.ts': `import 'left-pad/x'; import React from 'react';` },
    },
    {
      broken: { 'package.json': LISTED, 'service/a.ts': `import 'left-pad';` },
      says: /lists @types\/react/,
      kept: { 'package.json': LISTED, 'service/a.ts': `import 'left-pad'; import 'react/jsx-runtime';` },
    },
  ],
  serviceStandsAlone: [
    {
      broken: { 'service/api/a.ts': `export * from '../../electron/desktop/index.ts';` },
      says: /imports neither renderer nor shell/,
      kept: { 'service/api/a.ts': `export * from '../contract/app-state.ts';` },
    },
  ],
  theShellKnowsTheContract: [
    {
      broken: { 'electron/main.ts': `const s = await import('../service/compose.ts');` },
      says: /the shell imports of the service only/,
      kept: { 'electron/main.ts': `import { dataFolder } from '../service/process/data-folder.ts';` },
    },
  ],
  onlyWiringImportsElectron: [
    {
      broken: { 'electron/desktop/a.ts': `import { net } from 'electron';` },
      says: /only electron\/main\.ts, .* import electron/,
      kept: { 'electron/window.ts': `import { BrowserWindow } from 'electron';` },
    },
  ],
  electronIsUsedInOnePlace: [
    {
      broken: { 'electron/menu.ts': `import { BrowserWindow, Menu } from 'electron';` },
      says: /menu\.ts uses BrowserWindow of Electron, which only electron\/window\.ts does/,
      kept: { 'electron/menu.ts': `import { type BrowserWindow, Menu } from 'electron';` },
    },
    {
      broken: {
        'electron/preload.cts': `const { ipcRenderer, webFrame } = require('electron') as typeof import('electron');`,
      },
      says: /uses webFrame of Electron: the preload script only asks/,
      kept: {
        'electron/preload.cts': `const { ipcRenderer } = require('electron') as typeof import('electron');`,
      },
    },
    {
      broken: { 'electron/main.ts': `import * as electron from 'electron';` },
      says: /takes the whole of Electron/,
      kept: { 'electron/main.ts': `import { app, session } from 'electron';` },
    },
  ],
  electronIsCalledOnce: [
    {
      broken: { 'electron/window.ts': `shell.openExternal('a'); shell.openExternal('b');` },
      says: /shell\.openExternal stands 2 times/,
      kept: { 'electron/window.ts': `shell.openExternal('a'); new BrowserWindow();` },
    },
    {
      broken: { 'electron/window.ts': 'new BrowserWindow();', 'electron/menu.ts': 'new BrowserWindow();' },
      says: /new BrowserWindow stands 2 times \(.*window\.ts, .*menu\.ts\)/,
      kept: { 'electron/window.ts': 'new BrowserWindow();' },
    },
  ],
  onlyStoreImportsTheDriver: [
    {
      broken: { 'service/keys/a.ts': `import Database from 'better-sqlite3';` },
      says: /only service\/store imports the driver/,
      kept: { 'service/store/a.ts': `import Database from 'better-sqlite3';` },
    },
  ],
  roomsHaveEntries: [
    {
      broken: { 'service/api/a.ts': `import { x } from '../store/data-file.ts';` },
      says: /a room is entered by its index\.ts/,
      kept: { 'service/api/a.ts': `import { x } from '../store/index.ts'; import { y } from './b.ts';` },
    },
    {
      broken: { 'renderer/explore/a.ts': `import { x } from '../chart/axes.ts';` },
      says: /a room is entered/,
      kept: { 'renderer/explore/a.ts': `import type { X } from '../chart/types.ts';` },
    },
  ],
  nobodyImportsTests: [
    {
      broken: { 'electron/a.ts': `import { x } from '../tests/support/x.ts';` },
      says: /only tests import tests/,
      kept: { 'tests/api/a.ts': `import { x } from '../support/x.ts';` },
    },
  ],
  conformanceAsksFromOutside: [
    {
      broken: {
        'tests/conformance/a.ts': `import { x } from '../../service/contract/names.ts';`,
        'service/contract/names.ts': '',
      },
      says: /by commands and HTTP alone/,
      kept: { 'tests/conformance/a.ts': `import { x } from '../support/programs.ts';` },
    },
  ],
  noCycles: [
    {
      broken: {
        'service/api/a.ts': `import { b } from './b.ts';`,
        'service/api/b.ts': `export { c } from './c.ts';`,
        'service/api/c.ts': `import { a } from './a.ts';`,
      },
      says: /a\.ts → service\/api\/b\.ts → service\/api\/c\.ts → service\/api\/a\.ts: imports go round/,
      kept: {
        'service/api/a.ts': `import { b } from './b.ts';`,
        'service/api/b.ts': `import type { C } from './c.ts';`,
      },
    },
    {
      broken: {
        'service/api/a.ts': `import { b } from './b.ts';`,
        'service/api/b.ts': `import type { A } from './a.ts';`,
      },
      says: /a\.ts → service\/api\/b\.ts → service\/api\/a\.ts: imports go round/,
      kept: {},
    },
  ],
  roomsImportAsTheTableSays: [
    {
      broken: { 'service/store/a.ts': `import { x } from '../api/index.ts';` },
      says: /service\/store → service\/api is not in the table of edges/,
      kept: {
        'service/api/a.ts': `import { x } from '../store/index.ts'; import { d } from '../calendar/dates.ts';`,
        'service/compose.ts': `import { x } from './api/index.ts';`,
        'tests/api/a.ts': `import { x } from '../../service/store/a.ts';`,
      },
    },
    {
      broken: { 'service/contract/a.ts': `import { x } from '../calendar/dates.ts';` },
      says: /service\/contract → service\/calendar is not in the table/,
      kept: { 'service/calendar/a.ts': `import { x } from '../contract/names.ts';` },
    },
    {
      broken: { 'service/parlour/a.ts': 'export const a = 1;' },
      says: /service\/parlour is not in the table/,
      kept: { 'service/a.ts': 'export const a = 1;' },
    },
    {
      broken: {
        'renderer/screens.ts': `import { TIDES } from './tides/index.ts';`,
        'renderer/tides/a.tsx': `import { x } from '../chart/index.ts';`,
      },
      says: /renderer\/tides → renderer\/chart is not in the table/,
      kept: {
        'renderer/screens.ts': `import { TIDES } from './tides/index.ts';`,
        'renderer/tides/a.tsx': `import { x } from '../frame/index.ts';`,
      },
    },
    {
      broken: {
        'renderer/screens.ts': `import { TIDES } from './tides/index.ts';`,
        'renderer/frame/a.tsx': `import { x } from '../tides/index.ts';`,
      },
      says: /renderer\/frame → renderer\/tides is not in the table/,
      kept: {},
    },
  ],
  edgesAreUsed: [
    {
      broken: { 'service/keys/a.ts': 'export const a = 1;' },
      says: /service\/keys → service\/store: no import uses it/,
      kept: { 'service/keys/a.ts': `import { x } from '../store/index.ts';` },
    },
  ],
  onlySqlRoomsHoldSql: [
    {
      broken: { 'service/api/a.ts': 'db.prepare(`SELECT value FROM observation WHERE day = ?`);' },
      says: /holds SQL/,
      kept: {
        'service/store/a.ts': `db.prepare('DELETE FROM run');`,
        'service/api/a.ts': `say('Select a file from the list.');`,
      },
    },
    { broken: { 'electron/a.ts': `db.exec('PRAGMA user_version');` }, says: /holds SQL/, kept: {} },
  ],
} satisfies Record<string, Case[]>;
