import { mayHavePermission, mayNavigate } from './address.ts';

/** What is used of Electron's objects, so that this file needs no Electron. */
type Navigation = { readonly url: string; readonly isMainFrame: boolean; preventDefault(): void };
export type ContentsLike = {
  on(
    event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate',
    listener: (event: Navigation) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: { preventDefault(): void }) => void): unknown;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void;
};
export type SessionLike = {
  setPermissionRequestHandler(
    handler: (
      contents: unknown,
      permission: string,
      answer: (isGiven: boolean) => void,
      details: { requestingUrl: string; isMainFrame: boolean },
    ) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (
      contents: unknown,
      permission: string,
      origin: string,
      details: { isMainFrame: boolean },
    ) => boolean,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setDisplayMediaRequestHandler(handler: (request: unknown, answer: (streams: object) => void) => void): void;
};

/**
 * Denies every way out of the app's own origin to a page, and every frame and window inside it. For all contents that there
 * will ever be. @param openOutside gets what the page wanted to open in a window; it judges the address itself.
 */
export function guardContents(contents: ContentsLike, openOutside: (address: string) => void): void {
  const keepInside = (event: Navigation): void => {
    if (!event.isMainFrame || !mayNavigate(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', keepInside);
  contents.on('will-redirect', keepInside);
  contents.on('will-frame-navigate', keepInside);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    // After this handler has returned: opening another program from inside it can stop the page's events.
    setImmediate(() => openOutside(url));
    return { action: 'deny' };
  });
}

/** Denies every permission but writing to the clipboard; Electron's own default approves all. */
export function guardSession(session: SessionLike): void {
  session.setPermissionRequestHandler((_, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(isMainFrame && mayHavePermission(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_, permission, origin, { isMainFrame }) => isMainFrame && mayHavePermission(permission, origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_, answer) => answer({}));
}
