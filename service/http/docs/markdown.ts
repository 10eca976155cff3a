/** Converts the parts of Markdown that our texts use to HTML. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @returns the text, as it can stand in an element or in an attribute within double quotes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (each) => ESCAPES[each] ?? each);

/** @returns a line with `code`, **strong** and *emphasised* words. */
export function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 1
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replaceAll(/\*([^*]+)\*/g, '<em>$1</em>'),
    )
    .join('');
}

/** @returns paragraphs, lists and tables, which are divided by empty lines. */
export function blocks(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => {
      const lines = block.split('\n');
      if (lines.every((line) => line.startsWith('- ')))
        return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`;
      if (lines.every((line) => line.startsWith('|'))) return table(lines);
      return `<p>${inline(lines.join(' '))}</p>`;
    })
    .join('\n');
}

function table([head = '', , ...rows]: readonly string[]): string {
  const row = (line: string, cell: 'th' | 'td'): string => {
    const cells = line.slice(1, -1).split('|');
    return `<tr>${cells.map((text) => `<${cell}>${inline(text.trim())}</${cell}>`).join('')}</tr>`;
  };
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((line) => row(line, 'td')).join('')}</tbody></table></div>`;
}
