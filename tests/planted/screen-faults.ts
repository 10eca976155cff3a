// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of sources
import type { Fault } from './types.ts';

/** Faults of the page that only a browser can see: the tests are end-to-end specs, run on a page that is built anew. */
export const SCREEN_FAULTS: readonly Fault[] = [
  {
    room: 'frame',
    what: 'The button of the appearance has no name for a screen reader.',
    file: 'renderer/frame/theme-switch.tsx',
    find: '<ActionIcon aria-label={`Appearance: ${name}`} title="Appearance">',
    replace: '<ActionIcon data-name={name}>',
    tests: ['appearance', 'accessibility'],
  },
  {
    room: 'access (page)',
    what: 'A dialog of API access that closes leaves the focus nowhere.',
    file: 'renderer/access/access-dialog.tsx',
    find: '"]`)?.focus(), 0);',
    replace: '"]`), 0);',
    tests: ['access-reach', 'access'],
  },
  {
    room: 'app',
    what: 'The one-time token is not taken out of the address before the first request: nobody is signed in.',
    file: 'renderer/app/main.tsx',
    find: 'await signIn();',
    replace: 'void signIn;',
    tests: ['login'],
  },
  {
    room: 'app',
    what: 'Dimmed text on the light page has too little contrast (3.2:1).',
    file: 'renderer/app/theme.ts',
    find: "'--mantine-color-dimmed': '#586172',",
    replace: "'--mantine-color-dimmed': '#8b94a3',",
    tests: ['accessibility', 'appearance'],
  },
  {
    room: 'take-away',
    what: 'The focus is lost when the export dialog closes.',
    file: 'renderer/take-away/take-away-menu.tsx',
    find: 'onClose: () => setTimeout(() => button.current?.focus(), 0),',
    replace: 'onClose: () => undefined,',
    tests: ['export', 'keyboard'],
  },
  {
    room: 'frame',
    what: 'Coming back to Explore by the rail shows the first view again, not the last one.',
    file: 'renderer/frame/rail.tsx',
    find: '<Link to="/explore" search={explored} className',
    replace: '<Link to="/explore" search={{}} data-last={String(explored)} className',
    tests: ['last-view', 'find-and-keys'],
  },
];
