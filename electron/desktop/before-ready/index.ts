/** What the desktop app needs before Electron is ready: small, so that the entry loads fast. */
export {
  addressForBrowser,
  mayHavePermission,
  mayNavigate,
  mayRequest,
  originOf,
  pageAddress,
  viewPath,
} from './address.ts';
export { APP_ID } from './app-id.ts';
export { type CommandQueue, createCommandQueue } from './command-queue.ts';
export { LINK_SCHEME, linkOfView, viewOfArguments, viewOfLink } from './deep-link.ts';
export { type ContentsLike, guardContents, guardSession, type SessionLike } from './guard-contents.ts';
export { type LaunchArguments, launchArgumentsOrSay, parseLaunchArguments } from './launch-arguments.ts';
export { type OpenLater, openLater, staysOpen, viewSent } from './open-later.ts';
