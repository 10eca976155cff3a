import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocks, inline } from '../../service/api/docs/page.ts';

test('paragraphs, lists and tables become elements', () => {
  expect(blocks('One\ntwo\n\n- **a** `b<c`\n- *d*')).toBe(
    '<p>One two</p>\n<ul><li><strong>a</strong> <code>b&lt;c</code></li><li><em>d</em></li></ul>',
  );
  expect(blocks('| A | B |\n|---|---|\n| 1 | `{"x":1}` |')).toContain(
    '<tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><code>{&quot;x&quot;:1}</code></td></tr>',
  );
});

test('no text can make an element or end an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', '&', '*', '`', 'a', ' ') }), (text) => {
      const left = inline(text).replaceAll(/<\/?(code|strong|em)>|&(amp|lt|gt|quot);/g, '');
      expect(left).not.toMatch(/[<>"&]/);
    }),
  );
});
