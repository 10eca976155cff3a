import type { Engine } from './engine.ts';

/** The part of `WebFrameMain` that Almanac uses. */
export type WebFrame = Pick<Electron.WebFrameMain, 'url' | 'origin' | 'name' | 'isDestroyed'> & {
  id: string;
  parent: WebFrame | null;
  top: WebFrame | null;
};

export type FrameTree = {
  find(id: string): WebFrame | undefined;
  main(): WebFrame | undefined;
};

/** Keeps track of the frames of a page from Chromium's events. */
export function followFrames(engine: Engine, sessionId: string): FrameTree {
  const { devtools } = engine.chromium;
  const frames = new Map<string, WebFrame>();

  const put = (told: { id: string; parentId?: string; url?: string; name?: string }): void => {
    const parent = (told.parentId === undefined ? undefined : frames.get(told.parentId)) ?? null;
    const address = told.url ?? 'about:blank';
    const frame = {
      id: told.id,
      url: address,
      origin: originOf(address),
      name: told.name ?? '',
      parent,
      isDestroyed: () => frames.get(told.id) === undefined,
    } as WebFrame;
    frame.top = parent?.top ?? frame;
    frames.set(told.id, frame);
  };

  devtools.on('Page.frameAttached', (p) => put({ id: p.frameId, parentId: p.parentFrameId }), sessionId);
  devtools.on('Page.frameNavigated', (p) => put(p.frame), sessionId);
  devtools.on(
    'Page.navigatedWithinDocument',
    ({ frameId, url }) => {
      const frame = frames.get(frameId);
      if (frame) Object.assign(frame, { url });
    },
    sessionId,
  );
  devtools.on('Page.frameDetached', (p) => void frames.delete(p.frameId), sessionId);
  return {
    find: (id) => frames.get(id),
    main: () => [...frames.values()].find((frame) => frame.parent === null),
  };
}

const originOf = (address: string): string => URL.parse(address)?.origin ?? 'null';
