/** The room's exports: requests as programs for other tools, and buttons that send a request to the API. */
export { Lines, ProgramPanel, RequestButton, RunIt, usableKeys, useAction } from './program-panel.tsx';
export type { ProgramRequest } from './programs.ts';
export { addressFor, PROGRAMS, type Program, requestedPath } from './programs.ts';
export {
  answerSummary,
  bytesText,
  rateLeftText,
  readableBody,
  shownHeaders,
  statusText,
  tookText,
  wrongParameter,
} from './try-answer.ts';
