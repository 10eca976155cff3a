import { describe, expect, it } from 'vitest';
import { checkAccelerator } from './accelerator.ts';
import { readFlags } from './flags.ts';
import { guarded } from './guarded.ts';
import { decodeWire, encodeWire } from './wire.ts';

/** Tests the parts of the double that need no window. The others are tested by the specs that run on it. */

describe('the double of Electron', () => {
  it('transfers values that can be cloned, and refuses others', () => {
    const value = {
      text: 'a',
      nothing: undefined,
      empty: null,
      when: new Date(7),
      map: new Map([['k', new Set([1])]]),
      big: 10n,
      odd: [Number.NaN, Number.POSITIVE_INFINITY],
      bytes: new Uint8Array([1, 2]),
      $: 'undefined',
    };
    expect(decodeWire(encodeWire(value))).toEqual(value);
    expect(() => encodeWire({ act: () => 1 })).toThrow('An object could not be cloned.');
  });

  it.each(['CmdOrCtrl+O', 'CmdOrCtrl+Shift+S', 'F11', 'Alt+Left', 'CmdOrCtrl+Plus'])(
    'takes the accelerator %s',
    (text) => {
      expect(() => checkAccelerator(text)).not.toThrow();
    },
  );
  it.each(['Ctrl+Nothing', 'Hyper+A', '', 'Ctrl+'])("refuses '%s' as one", (text) => {
    expect(() => checkAccelerator(text)).toThrow('no accelerator');
  });

  it('reads its command line as Electron does', () => {
    const { required, entry, switches, argv } = readFlags([
      '-r',
      '/loader.js',
      '--inspect=0',
      '/app/main.js',
      '--a=b=c',
      'x://y',
    ]);
    expect(required).toEqual(['/loader.js']);
    expect(entry).toBe('/app/main.js');
    expect(switches.get('a')).toBe('b=c');
    expect(argv.slice(1)).toEqual(['--inspect=0', '/app/main.js', '--a=b=c', 'x://y']);
  });

  it('throws for anything it does not have', () => {
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
