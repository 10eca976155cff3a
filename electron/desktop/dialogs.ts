/** What native dialogs say. */

/** The dialog of an import. It offers all files too, because a file is recognised by its content. */
export const IMPORT_DIALOG = {
  title: 'Import a file',
  buttonLabel: 'Look at it',
  properties: ['openFile' as const],
  filters: [
    { name: 'Publishers’ files', extensions: ['csv', 'json', 'xml', 'xlsx', 'zip', 'txt'] },
    { name: 'All files', extensions: ['*'] },
  ],
};

/** A question with two answers: the first one continues, the second one quits. */
export type DialogQuestion = { message: string; detail: string; buttons: [string, string] };

/** The page crashed twice within a minute. */
export const PAGE_CRASHED: DialogQuestion = {
  message: 'The page stopped working',
  detail:
    'It ended twice within a short time, so it was not opened again by itself. Your data is safe: another process keeps it, and other tools still reach it.',
  buttons: ['Open the first screen', 'Quit'],
};

/** The data service stays down. @param reason a sentence that says why */
export const serviceStays = (reason: string): DialogQuestion => ({
  message: 'The data service does not run',
  detail: reason,
  buttons: ['Try again', 'Quit'],
});
