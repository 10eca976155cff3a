/** What Excel takes as the name of a sheet. */
const LONGEST = 31;
const FORBIDDEN = /[\\/?*:[\]\p{Cc}]+/gu;
/** Names that Excel or the workbook has for itself. */
const TAKEN = ['history', 'readme'];

/**
 * @returns a name for the sheet of each title, in the same order: at most 31 characters, without those that Excel forbids, and none
 * twice, whatever the case of its letters.
 */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set(TAKEN);
  return titles.map((title) => {
    const base = tidy(title.replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/g, ' ')) || 'Tile';
    for (let count = 1; ; count++) {
      const ending = count === 1 ? '' : ` (${count})`;
      const name = `${tidy([...base].reduce((kept, letter) => (kept.length + letter.length + ending.length > LONGEST ? kept : kept + letter), ''))}${ending}`;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

/** Without spaces and apostrophes at its ends, which Excel refuses or drops. */
function tidy(text: string): string {
  return text.replaceAll(/^[\s']+|[\s']+$/g, '');
}
