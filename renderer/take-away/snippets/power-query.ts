import type { Program } from '../program.ts';
import { type ApiRequest, requestPath } from '../requests.ts';
import { leftRemarks, yieldsRemark } from './remarks.ts';

/**
 * An M query for Excel and Power BI. Power Query sends a key of its own 'Web API' credential in the query only, which is what the
 * economic data take (`ApiKeyName`); yields take a header, which it sends with anonymous access only. Values come as text.
 */
export function powerQuerySnippet({ asked, range }: Program, baseUrl: string): string {
  const hasYields = asked.requests.some(({ group }) => group === 'market-data');
  const hasEconomic = asked.requests.some(({ group }) => group === 'economic-data');
  const steps = asked.requests.map((request, i) => `    Part${i + 1} = ${call(request)}`);
  const remarks = [
    ...(hasEconomic
      ? [
          `// Economic data: choose 'Web API' when asked how to connect to ${baseUrl}, and give a key from Almanac, API access.`,
        ]
      : []),
    ...(hasYields
      ? [
          "// Yields: make a parameter named AlmanacKey (Manage parameters) with the key, and choose 'Anonymous'.",
          `// ${yieldsRemark(range, true)}`,
        ]
      : []),
    ...leftRemarks(asked.left, '//'),
  ];
  return `${remarks.join('\n')}
let
    Base = ${quoted(baseUrl)},
    Read = (answer) => Table.PromoteHeaders(Csv.Document(answer, [Encoding = 65001]), [PromoteAllScalars = true]),
${steps.join(',\n')},
    All = Table.Combine({${asked.requests.map((_, i) => `Part${i + 1}`).join(', ')}}),
    Typed = Table.TransformColumnTypes(All, {{"date", type date}}, "en-US"),
${hasYields ? `    Shown = Table.SelectRows(Typed, each [date] >= ${dateOf(range.from)} and [date] <= ${dateOf(range.to)}),\n` : ''}    // value is the exact text; Excel's own numbers keep 15 digits.
    Numbers = Table.AddColumn(${hasYields ? 'Shown' : 'Typed'}, "number", each Number.FromText([value], "en-US"), type number)
in
    Numbers
`;
}

function call(request: ApiRequest): string {
  const query = [...request.parameters, ['format', 'csv'] as const]
    .map(([name, value]) => `${/^[a-z_]+$/.test(name) ? name : `#"${name}"`} = ${quoted(value)}`)
    .join(', ');
  const path = quoted(requestPath({ ...request, parameters: [] }).slice(1));
  const auth =
    request.group === 'market-data' ? 'Headers = [#"X-API-Key" = AlmanacKey]' : 'ApiKeyName = "api_key"';
  return `Read(Web.Contents(Base, [RelativePath = ${path}, Query = [${query}], ${auth}]))`;
}

function dateOf(text: string): string {
  return `#date(${text.split('-').map(Number).join(', ')})`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
