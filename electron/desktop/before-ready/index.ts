/** The code that the desktop app needs before Electron is ready: small, so that the entry loads fast. */
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
export {
  APP_ID,
  type LaunchArguments,
  LINK_SCHEME,
  launchArgumentsOrSay,
  parseLaunchArguments,
  viewOfLink,
} from './launch-arguments.ts';
export {
  type CommandQueue,
  createCommandQueue,
  type OpenLater,
  openLater,
  staysOpen,
  viewSent,
} from './open-later.ts';
