import type { Plugin } from 'vite';
/**
 * A style sheet of those Mantine components that the page can show, an eighth of all: the ones that `folder` imports by name, and
 * those that they import. A component's style sheet is taken where it has a class of theirs, in Mantine's own order, so nobody keeps a list.
 * @param folder the sources of the page
 */
export declare function mantineStyles(folder: string): Plugin;
/** @returns the style sheets of the components with these names and of all that they use, one after another. */
export declare function stylesOf(names: Iterable<string>): string;
