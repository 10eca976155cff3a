/** The door of the room: requests as programs of other tools, and the buttons that send a request to the API. */
export { Lines } from './lines.tsx';

export { ProgramPanel } from './program-panel.tsx';
export { addressFor, PROGRAMS, type Program, requestedPath } from './programs.ts';
export type { ProgramRequest } from './request.ts';
export { RequestButton } from './request-button.tsx';
export { RunIt, usableKeys } from './run-it.tsx';
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
export { useAction } from './use-action.ts';
