import { expect, test, withTestApp } from './fixtures.ts';

withTestApp('quit');

test.describe('@desktop-only Electron', () => {
  test('emits the events of closing and quitting in order, unless a listener prevents one', async ({
    electronApp,
    shown,
  }) => {
    expect(shown.isClosed()).toBe(false);
    const order = await electronApp.evaluate(async ({ app, BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      if (!window) throw new Error('There is no window');
      const told: string[] = [];
      const turn = () => new Promise((resolve) => setTimeout(resolve, 300));
      app.once('before-quit', (event) => {
        told.push('before-quit, prevented');
        event.preventDefault();
      });
      app.quit();
      await turn();
      window.once('close', (event) => {
        told.push('close, prevented');
        event.preventDefault();
      });
      app.once('before-quit', () => void told.push('before-quit'));
      app.quit();
      await turn();
      app.once('will-quit', (event) => {
        told.push('will-quit, prevented');
        event.preventDefault();
      });
      app.once('before-quit', () => void told.push('before-quit'));
      window.once('close', () => void told.push('close'));
      window.once('closed', () => void told.push(`closed, destroyed ${window.isDestroyed()}`));
      app.once('window-all-closed', () => void told.push('window-all-closed'));
      app.quit();
      await turn();
      return told;
    });
    expect(order).toEqual([
      'before-quit, prevented',
      'before-quit',
      'close, prevented',
      'before-quit',
      'close',
      'closed, destroyed true',
      'will-quit, prevented',
    ]);
  });
});
