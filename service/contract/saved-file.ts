import { type Static, Type } from 'typebox';
import { SavedItem } from './saved.ts';

/** The file with which saved items are handed on, `NAME.almanac.json`. */

/** Grows when an older Almanac could not read the file any more. */
export const LAYOUT = 1;

/** An item in a file. `lines`: the data of a frozen view, whose SHA-256 it names. */
export const FiledItem = Type.Object({ item: SavedItem, lines: Type.Optional(Type.String()) });
export type FiledItem = Static<typeof FiledItem>;
