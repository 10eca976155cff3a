export type WindowOptions = {
  bounds: Rectangle;
  /** From `backgroundColour`. */
  colour: string;
  /** Absolute path of the preload script. */
  preload: string;
  /** Developer tools, in a checkout only. */
  hasDeveloperTools: boolean;
};

/** Options of the only kind of window: no Node, isolated, sandboxed. */
export function windowOptions({ bounds, colour, preload, hasDeveloperTools }: WindowOptions) {
  return {
    ...bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Almanac',
    backgroundColor: colour,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: hasDeveloperTools,
    },
  };
}

/** In the units of the screen (DIP); the origin may be anywhere. */
export type Rectangle = { x: number; y: number; width: number; height: number };

export const SMALLEST = { width: 800, height: 600 };
export const USUAL_SIZE = { width: 1280, height: 820 };

/**
 * Where the window opens: where it was last, moved and shrunk only as far as needed to be wholly on an existing screen.
 * @param areas the parts of the screens that windows may use, the main screen's first; at least one
 * @param saved where the window was when it was last closed
 * @returns a rectangle inside one of the areas; smaller than `SMALLEST` only where the screen is.
 */
export function placeWindow(areas: readonly Rectangle[], saved: Rectangle | undefined): Rectangle {
  const [main] = areas;
  if (main === undefined) return { x: 0, y: 0, ...USUAL_SIZE };
  const overlaps = areas.map((area) => (saved ? overlap(area, saved) : 0));
  const best = Math.max(...overlaps);
  const area = (best > 0 ? areas[overlaps.indexOf(best)] : undefined) ?? main;
  const width = Math.min(area.width, Math.max(SMALLEST.width, saved?.width ?? USUAL_SIZE.width));
  const height = Math.min(area.height, Math.max(SMALLEST.height, saved?.height ?? USUAL_SIZE.height));
  const isSeen = saved !== undefined && best > 0;
  const x = isSeen ? saved.x : area.x + Math.floor((area.width - width) / 2);
  const y = isSeen ? saved.y : area.y + Math.floor((area.height - height) / 2);
  return {
    x: within(x, area.x, area.x + area.width - width),
    y: within(y, area.y, area.y + area.height - height),
    width,
    height,
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The area that two rectangles have in common. */
function overlap(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}
