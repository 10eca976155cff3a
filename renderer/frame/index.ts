/** The door of the room: what stands round every screen. */

export { CommandLine } from './command-line.tsx';
export { CopyText } from './copy-text.tsx';
export { ErrorPage } from './error-page.tsx';
export { Frame } from './frame.tsx';
export { LoadingScreen } from './loading-screen.tsx';
export { Notice } from './notice.tsx';
export { Screen } from './screen.tsx';
