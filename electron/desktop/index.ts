/** The door of the room: what the desktop app decides, in plain TypeScript; `main.ts`, `window.ts` and `menu.ts` wire it to Electron. */
export { answerChannels, CHANNEL_PREFIX, type ChannelHandlers, type InvokeEvent } from './answer-channels.ts';
export { answerScheme, refuseFiles } from './answer-scheme.ts';
export { type ChosenFiles, createChosenFiles, IMPORT_DIALOG } from './chosen-files.ts';
export { CRASH_PAGE } from './crash-page.ts';
export { type DesktopMenus, keepMenus } from './desktop-menus.ts';
export { createDownloads, type Downloads, safeName } from './downloads.ts';
export { type KeptFile, openKeptFile } from './kept-file.ts';
export { type MenuActs, type MenuItem, type MenuState, menuTemplate } from './menu-template.ts';
export { type AfterCrash, countPageCrashes } from './page-crashes.ts';
export { placeWindow, type Rectangle, SMALLEST, USUAL } from './place-window.ts';
export { quitOnce } from './quit-once.ts';
export { DesktopSettings, groundColour, openSettings, themeSource, USUAL_SETTINGS } from './settings.ts';
export { serviceText, TRAY_ICON, trayTemplate } from './tray-template.ts';
export { type News, newsOf, watchNews } from './watch-news.ts';
export { windowOptions } from './window-options.ts';
