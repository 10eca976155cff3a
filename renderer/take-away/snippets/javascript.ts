import { isComputing, type Program } from '../program.ts';
import { requestPath } from '../requests.ts';
import { computedLines, plainLines } from './computed.ts';
import { expression } from './expression.ts';
import { type PeriodFunction, periodFunctions } from './periods.ts';
import { remarks } from './remarks.ts';

/** Node 20 or newer, as a module. Pages are followed to their end; values stay the exact text. */
export function javascriptSnippet(program: Program, baseUrl: string): string {
  const calls = program.requests.map(
    (request) =>
      `  ...(await ${request.group === 'market-data' ? 'yields(' : 'economic('}${JSON.stringify(requestPath(request))})),`,
  );
  const computes = isComputing(program);
  const { from, to } = program.range;
  const isWider = computes || program.hasYields;
  return `${remarks(program, '//').join('\n')}
const BASE = ${JSON.stringify(baseUrl)};
const KEY = process.env.ALMANAC_API_KEY;

async function get(path) {
  const answer = await fetch(BASE + path, { headers: { 'X-API-Key': KEY } });
  if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
  return answer.json();
}

async function economic(path) {
  const rows = [];
  while (path) {
    const page = await get(path);
    rows.push(...page.data);
    const following = page.pagination.next_url;
    path = following && '/api/v1' + following;
  }
  return rows;
}

async function yields(path) {
  const rows = [];
  for (;;) {
    const page = await get(\`\${path}?limit=5000&offset=\${rows.length}\`);
    rows.push(...page.rows);
    if (rows.length >= page.total_rows || page.rows.length === 0) return rows;
  }
}

${isWider ? 'let' : 'const'} rows = [
${calls.join('\n')}
];
${computes ? computedPart(program) : ''}${
  isWider ? `rows = rows.filter(({ date }) => date >= '${from}' && date <= '${to}'); // as shown\n` : ''
}console.table(rows);
`;
}

function computedPart(program: Program): string {
  const { letters, computed } = computedLines(program, {
    line: (code, area) =>
      `line(${[code, ...(area === '' ? [] : [area])].map((text) => JSON.stringify(text)).join(', ')})`,
    average: (line, count, period, places) => `average(${line}, ${count}, ${period}, ${places})`,
    formula: ({ formula, letters: used, places }) => {
      const of = expression(formula, (base, exponent) => `Math.pow(${base}, ${exponent})`);
      const result = `formula([${used.join(', ')}], (${used.join(', ')}) => ${of})`;
      return places === undefined ? result : `rounded(${result}, ${places})`;
    },
  });
  const periods = periodFunctions(program);
  const shown = plainLines(program).map(({ code, area }) => JSON.stringify(`${code} ${area}`));
  return `
// What the API does not compute, as the chart has it: numbers, where rows of the API have the exact text.
const line = (series, state = '') =>
  rows
    .filter((row) => row.series === series && (row.state ?? '') === state)
    .map(({ date, value }) => [date, Number(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));

function formula(lines, of) {
  const columns = lines.map((entries) => new Map(entries));
  return lines[0]
    .filter(([date]) => columns.every((column) => column.has(date)))
    .map(([date]) => [date, of(...columns.map((column) => column.get(date)))])
    .filter(([, number]) => Number.isFinite(number));
}

// Half away from zero, as on paper.
const rounded = (entries, places) =>
  entries.map(([date, number]) => [
    date,
    (Math.sign(number) * Math.floor(Math.abs(number) * 10 ** places + 0.5 + 1e-7)) / 10 ** places,
  ]);
${
  periods.length === 0
    ? ''
    : `
function average(entries, count, period, places) {
  const means = [];
  for (let end = count - 1; end < entries.length; end++) {
    const some = entries.slice(end - count + 1, end + 1);
    // A hole is not bridged.
    if (period(entries[end][0]) - period(some[0][0]) !== count - 1) continue;
    means.push([entries[end][0], some.reduce((sum, [, number]) => sum + number, 0) / count]);
  }
  return rounded(means, places);
}
${periods.map(periodText).join('')}`
}
${letters.map(([letter, value]) => `const ${letter} = ${value};`).join('\n')}
const computed = {
${computed.map(([name, value]) => `  ${JSON.stringify(name)}: ${value},`).join('\n')}
};
const shown = new Set([${shown.join(', ')}]);
rows = rows.filter((row) => shown.has(\`\${row.series} \${row.state ?? ''}\`));
for (const [series, entries] of Object.entries(computed))
  rows.push(...entries.map(([date, number]) => ({ date, series, number })));
`;
}

function periodText(one: PeriodFunction): string {
  const days = "Date.parse(date + 'T00:00:00Z') / 86_400_000";
  switch (one.kind) {
    case 'working-days':
      return `
function ${one.name}(date) {
  const days = ${days} + 3;
  const day = days % 7;
  return Math.floor(days / 7) * 5 + (day < 5 ? day : 4 + (day - 4) / 4);
}
`;
    case 'weeks':
      return `
const ${one.name} = (date) => Math.floor((${days} + ${one.shift}) / 7);
`;
    case 'months':
      return `
const ${one.name} = (date) =>
  Math.floor((Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1) / ${one.months});
`;
  }
}
