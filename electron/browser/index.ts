export { type BrowserArguments, parseBrowserArguments, USAGE } from './arguments.ts';
export { openInBackground, STAYS } from './background.ts';
export { runBrowserMode } from './run-browser-mode.ts';
