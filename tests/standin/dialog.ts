import { guarded } from './guarded.ts';

type Part = Pick<
  Electron.Dialog,
  'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox' | 'showMessageBoxSync'
>;

function notStubbed(name: string) {
  return (): never => {
    throw new Error(`dialog.${name} waits for a person; a test puts its own function in its place`);
  };
}

/** Native dialogs. A test in which one opens must replace the function here by one that answers. */
export const dialog: Part = guarded(
  {
    showOpenDialog: notStubbed('showOpenDialog'),
    showSaveDialog: notStubbed('showSaveDialog'),
    showMessageBox: notStubbed('showMessageBox'),
    showMessageBoxSync: notStubbed('showMessageBoxSync'),
    showErrorBox: notStubbed('showErrorBox'),
  } as Part,
  'dialog',
);
