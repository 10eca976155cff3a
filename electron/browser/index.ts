export { openInBackground, STAYS } from './background.ts';
export { runBrowserMode } from './run-browser-mode.ts';
