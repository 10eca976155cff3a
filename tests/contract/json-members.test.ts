import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonMembers, withMembers } from '../../service/contract/json-members.ts';

/** Settings that people write by hand: messages about mistakes, and changes that leave everything else as it is. */

const OBJECT = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
const SPACES = fc.constantFrom(undefined, 0, 1, 2, 4, '\t');

describe('the members of a text', () => {
  it('are those that JSON.parse finds, in its order', () => {
    fc.assert(
      fc.property(OBJECT, SPACES, (object, spaces) => {
        const text = JSON.stringify(object, null, spaces);
        const read = jsonMembers(text).map(({ name, from, to }) => [name, JSON.parse(text.slice(from, to))]);
        expect(Object.fromEntries(read)).toEqual(JSON.parse(text));
        expect(read).toHaveLength(Object.keys(object).length);
      }),
    );
  });

  it('are refused exactly where JSON.parse refuses the text', () => {
    const damaged = fc
      .tuple(
        OBJECT,
        SPACES,
        fc.nat(),
        fc.constantFrom('', ',', '}', '"', '\\', '\n', '0', '-', 'x', '\u0001', '\u00a0'),
      )
      .map(([object, spaces, at, put]) => {
        const text = JSON.stringify(object, null, spaces);
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + 1);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          parsed = undefined;
        }
        const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
        const read = () => jsonMembers(text);
        if (isObject) expect(read).not.toThrow();
        else expect(read).toThrow(SyntaxError);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['', 'line 1, column 1: the file is empty, but the file ends'],
    ['[]', 'line 1, column 1: the settings must begin with {'],
    ['{\n "a": 1,\n}', 'line 2, column 8: no comma may stand before }'],
    ['{"a": [1, 2,]}', 'line 1, column 12: no comma may stand before ]'],
    ['{"a": 1\r\n"b": 2}', 'line 2, column 1: a comma or } must stand here'],
    ["{'a': 1}", 'line 1, column 2: a name in double quotes must stand here'],
    ['{"a" 1}', 'line 1, column 6: a colon must stand after the name'],
    [
      '{"a": yes}',
      'line 1, column 7: a value must stand here: text in double quotes, a number, true or false',
    ],
    ['{"a": 1} {', 'line 1, column 10: nothing may follow the closing }'],
    ['{"a": tru', /^line 1, column 7: a value must stand here/],
    ['{"a": 1', 'line 1, column 8: a comma or } must stand here, but the file ends'],
    [`{"a": ${'['.repeat(200)}`, /^line 1, column 106: more than 100 brackets are open/],
  ])('%j is refused with its place', (text, message) => {
    expect(() => jsonMembers(text)).toThrow(message);
  });
});

describe('a change', () => {
  it('changes the given names and no other character', () => {
    fc.assert(
      fc.property(OBJECT, SPACES, fc.string(), fc.jsonValue(), (object, spaces, name, value) => {
        const text = JSON.stringify(object, null, spaces);
        const changed = withMembers(text, { [name]: value });
        expect(JSON.parse(changed)).toEqual(JSON.parse(JSON.stringify({ ...object, [name]: value })));
        const held = jsonMembers(text).findLast((member) => member.name === name);
        if (held) {
          expect(changed.startsWith(text.slice(0, held.from))).toBe(true);
          expect(changed.endsWith(text.slice(held.to))).toBe(true);
        } else if (Object.keys(object).length > 0) {
          expect(changed.startsWith(text.trimEnd().slice(0, -1).trimEnd())).toBe(true);
        }
      }),
    );
  });

  it('keeps numbers as they were written, and the indentation', () => {
    const text = '{\n    "b": 0.10,\n    "a": 1e400\n}\n';
    expect(withMembers(text, { a: 2, c: [1] })).toBe('{\n    "b": 0.10,\n    "a": 2,\n    "c": [1]\n}\n');
    expect(withMembers('{"b":1}', { c: true })).toBe('{"b":1, "c": true}');
    expect(withMembers(' { } ', { c: true })).toBe('{\n "c": true\n}\n');
    expect(withMembers('{"a":1,"a":2}', { a: 3 })).toBe('{"a":1,"a":3}');
  });
});
