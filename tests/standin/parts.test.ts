import { describe, expect, it } from 'vitest';
import { guarded, readFlags } from './engine.ts';
import { checkAccelerator } from './menu.ts';
import { decodeWire, encodeWire } from './wire.ts';

/** Tests the parts of the double that need no window. Specs that run on the double test the others. */

describe('the double of Electron', () => {
  it('transfers plain data, and refuses what cannot be cloned', () => {
    const value = {
      text: 'a',
      nothing: undefined,
      empty: null,
      list: [1, { deep: undefined }],
      $: 'undefined',
    };
    expect(decodeWire(encodeWire(value))).toEqual(value);
    expect(() => encodeWire({ act: () => 1 })).toThrow('An object could not be cloned.');
    expect(() => encodeWire(new Map())).toThrow('plain data only');
  });

  it.each(['CmdOrCtrl+O', 'CmdOrCtrl+Shift+S', 'F11', 'Alt+Left', 'CmdOrCtrl+Plus'])(
    'takes the accelerator %s',
    (text) => {
      expect(() => checkAccelerator(text)).not.toThrow();
    },
  );
  it.each(['Ctrl+Nothing', 'Hyper+A', '', 'Ctrl+'])("refuses the accelerator '%s'", (text) => {
    expect(() => checkAccelerator(text)).toThrow('no accelerator');
  });

  it('reads its command line as Electron does', () => {
    const { required, entry, switches, argv } = readFlags(
      '-r /loader.js --inspect=0 /app/main.js --a=b=c x://y'.split(' '),
    );
    expect(required).toEqual(['/loader.js']);
    expect(entry).toBe('/app/main.js');
    expect(switches.get('a')).toBe('b=c');
    expect(argv.slice(1)).toEqual(['--inspect=0', '/app/main.js', '--a=b=c', 'x://y']);
  });

  it('throws for any property that it does not have', () => {
    const part = guarded({ known: 1 }, 'app') as Record<string, number>;
    expect(part.known).toBe(1);
    expect(() => part.unknown).toThrow('app.unknown is not in the stand-in');
  });

  it('keeps private fields usable behind the guard', () => {
    class Counter {
      #count = 0;
      add(): number {
        this.#count += 1;
        return this.#count;
      }
    }
    const counter = guarded(new Counter(), 'Counter');
    expect([counter.add(), counter.add()]).toEqual([1, 2]);
    expect(counter.add).toBe(counter.add);
  });
});
