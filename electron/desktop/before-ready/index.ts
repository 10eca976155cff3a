/** What the desktop app needs before Electron is ready: small, so that the entry loads fast. */
export {
  addressForBrowser,
  type ContentsLike,
  guardContents,
  guardSession,
  mayNavigate,
  originOf,
  pageAddress,
  type SessionLike,
  viewPath,
} from './address.ts';
export { APP_ID } from './app-id.ts';
export { type CommandQueue, createCommandQueue } from './command-queue.ts';
export { LINK_SCHEME, viewOfLink } from './deep-link.ts';
export { type LaunchArguments, launchArgumentsOrSay, parseLaunchArguments } from './launch-arguments.ts';
export { type OpenLater, openLater, staysOpen, viewSent } from './open-later.ts';
