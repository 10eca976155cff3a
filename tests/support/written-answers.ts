import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * Asks every question of a text again: a line that begins with `- `, followed by its answer, indented by four
 * spaces. A different answer fails; `vitest -u` writes the new answers. Other lines are for readers.
 * @param answerTo gives the lines of an answer; `section` is the heading above the question.
 */
export async function expectWrittenAnswers(
  file: string,
  answerTo: (question: string, section: string) => Promise<readonly string[]> | readonly string[],
): Promise<void> {
  const again: string[] = [];
  let section = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('    ')) continue;
    again.push(line);
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('- ')) continue;
    const answer = await answerTo(line.slice(2), section);
    again.push(...answer.flatMap((part) => part.split('\n')).map((part) => `    ${part}`));
  }
  await expect(again.join('\n')).toMatchFileSnapshot(file);
}
