/** @param toRight the columns of numbers, which end at the right. @returns a table in Markdown. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  toRight: readonly number[] = [],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, column) => (toRight.includes(column) ? '--:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

export const code = (text: string): string => `\`${text}\``;
