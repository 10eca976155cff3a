/** Fragments (`#…`) of addresses. Those of the Data screen are each the id of the part that it scrolls to. */

/** Where publishers are asked for data. */
export const GET_DATA = 'get-data';
/** Where files are imported. */
export const IMPORT_FILE = 'import-file';
/** Where the back-ups are. */
export const STORAGE = 'storage';
/** Where data of a damaged file are brought back. */
export const LOST_DATA = 'lost-data';

/** Of API access: it opens with the dialog that makes a key. */
export const NEW_KEY = 'new-key';
