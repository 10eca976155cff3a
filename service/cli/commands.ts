import type { Command } from './command.ts';

/** The commands: a line for the help, and how to load it. A command is loaded only when it is called. */
export const COMMANDS: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  open: {
    summary: 'Open the app in the browser, starting it where it does not run',
    load: async () => (await import('./open.ts')).open,
  },
  list: {
    summary: 'List the Almanacs that run',
    load: async () => (await import('./list.ts')).list,
  },
  stop: {
    summary: 'End the Almanac that runs on a data folder',
    load: async () => (await import('./stop.ts')).stop,
  },
  serve: {
    summary: 'Run the service and answer the API',
    load: async () => (await import('./serve.ts')).serve,
  },
  mcp: {
    summary: 'Answer an assistant by the Model Context Protocol',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  import: {
    summary: "Import publishers' files or CSV",
    load: async () => (await import('./import.ts')).importCommand,
  },
  refresh: {
    summary: 'Fetch new data from the publishers',
    load: async () => (await import('./refresh.ts')).refresh,
  },
  keys: {
    summary: 'Create, list and revoke API keys',
    load: async () => (await import('./keys.ts')).keys,
  },
  team: {
    summary: "Set up and look after a team's Almanac",
    load: async () => (await import('./team.ts')).team,
  },
  status: {
    summary: 'Show what the data folder holds',
    load: async () => (await import('./status.ts')).status,
  },
  settings: {
    summary: 'Show and change settings',
    load: async () => (await import('./settings.ts')).settings,
  },
  rescue: {
    summary: 'Bring back what can be read of a damaged data file',
    load: async () => (await import('./rescue.ts')).rescue,
  },
  export: {
    summary: 'Write a dataset as CSV, XLSX, Parquet or JSON',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  view: {
    summary: 'Write the lines of a chart as CSV, XLSX, Parquet or JSON',
    load: async () => (await import('./view.ts')).viewCommand,
  },
  explain: {
    summary: 'Say where a value comes from and what it was before',
    load: async () => (await import('./explain.ts')).explain,
  },
  revisions: {
    summary: 'List values that were revised, newest first',
    load: async () => (await import('./revisions.ts')).revisions,
  },
};
