/** Fragments (`#…`) of the Data screen's address, each the id of the part that it scrolls to. */

/** Where publishers are asked for data. */
export const GET_DATA = 'get-data';
/** Where files are imported. */
export const IMPORT_FILE = 'import-file';
/** Where the back-ups are. */
export const STORAGE = 'storage';
/** Where data of a damaged file are brought back. */
export const LOST_DATA = 'lost-data';
