import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** Globals that stay Node's, for the service and the host in this process; the page uses them, too. */
const OF_NODE = [
  ...['AbortController', 'AbortSignal', 'Blob', 'File', 'Headers', 'Request', 'Response', 'URL'],
  ...['ReadableStream', 'TransformStream', 'URLSearchParams', 'WritableStream', 'fetch', 'performance'],
];

/** The size of every element, so that drawings that depend on their box appear. */
const BOX = { x: 0, y: 0, left: 0, top: 0, right: 1200, bottom: 600, width: 1200, height: 600 };

/** A document without layout (happy-dom), with Node's fetch. Every element is in view, as large as `BOX`. */
export default {
  name: 'page',
  viteEnvironment: 'client',
  async setup(global, options) {
    const kept = OF_NODE.map((name) => [name, global[name]] as const);
    const page = await builtinEnvironments['happy-dom'].setup(global, {
      ...options,
      happyDOM: { width: 1440, height: 900 },
    });
    for (const [name, value] of kept) global[name] = value;
    const observed = (facts: object) =>
      class {
        readonly #seen: (entries: object[], self: object) => void;
        constructor(seen: (entries: object[], self: object) => void) {
          this.#seen = seen;
        }
        observe(target: Element): void {
          queueMicrotask(() => this.#seen([{ target, ...facts }], this));
        }
        unobserve(): void {
          // No element is reported twice, so there is nothing to stop.
        }
        disconnect(): void {
          // There is nothing to stop, either.
        }
      };
    const size = [{ inlineSize: BOX.width, blockSize: BOX.height }];
    global.ResizeObserver = observed({ contentRect: BOX, borderBoxSize: size, contentBoxSize: size });
    global.IntersectionObserver = observed({ isIntersecting: true, intersectionRatio: 1 });
    const { prototype } = global.HTMLElement;
    for (const name of ['clientWidth', 'offsetWidth', 'clientHeight', 'offsetHeight'])
      Object.defineProperty(prototype, name, {
        get: () => (name.endsWith('Width') ? BOX.width : BOX.height),
      });
    // Text fields that grow ask for the fonts; here all have loaded.
    Object.defineProperty(global.document, 'fonts', { value: new EventTarget() });
    // happy-dom has the rows of a table, but not those of its sections.
    Object.defineProperty(global.HTMLTableSectionElement.prototype, 'rows', {
      get: function rows(this: HTMLTableSectionElement) {
        return this.querySelectorAll('tr');
      },
    });
    global.Element.prototype.getBoundingClientRect = () => ({ ...BOX, toJSON: () => BOX });
    return page;
  },
} satisfies Environment;
