import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prettyJson } from '../../../renderer/programs/try-answer.ts';

test('each record is on a line, and what contains others is spread over lines', () => {
  const text =
    '{"status":"OK","pagination":{"count":"2","next_url":null},"data":[{"date":"2026-01-02","value":"38369996235377.36"},{"date":"2026-01-05","value":"1.50"}]}';
  expect(prettyJson(text)).toBe(
    [
      '{',
      '  "status": "OK",',
      '  "pagination": {"count": "2", "next_url": null},',
      '  "data": [',
      '    {"date": "2026-01-02", "value": "38369996235377.36"},',
      '    {"date": "2026-01-05", "value": "1.50"}',
      '  ]',
      '}',
    ].join('\n'),
  );
});

test('digits stay as they were sent', () => {
  expect(prettyJson('{"latency":0.10,"big":38369996235377.360,"e":1e3}')).toBe(
    '{"latency": 0.10, "big": 38369996235377.360, "e": 1e3}',
  );
});

test('only spaces between the parts change, whatever the text is', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const laidOut = prettyJson(text);
      expect(JSON.parse(laidOut)).toEqual(JSON.parse(text));
    }),
  );
});

test('a text that was cut anywhere is formatted as far as it goes, and only spaces are added', () => {
  const bare = (text: string) => text.replaceAll(/\s/g, '');
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, at) => {
      const cut = text.slice(0, at % (text.length + 1));
      expect(bare(prettyJson(cut))).toBe(bare(cut));
    }),
  );
});
