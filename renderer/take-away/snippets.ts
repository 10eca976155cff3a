import { CSV_FORMAT } from '../../service/contract/table-formats.ts';
import { requestPath, VIEW_PATH, type ViewSearch } from '../../service/view/index.ts';

/** @param search of the request (`requestSearch`). @param baseUrl of the API. */
type WriteSnippet = (search: ViewSearch, baseUrl: string) => string;

/** Languages in which a view can be copied as a program. Each program runs unchanged once the key is in the environment. */
export const SNIPPETS: readonly { name: string; write: WriteSnippet }[] = [
  { name: 'curl', write: curlSnippet },
  { name: 'Python (pandas)', write: pythonSnippet },
  { name: 'R', write: rSnippet },
  { name: 'JavaScript', write: javascriptSnippet },
  { name: 'Excel Power Query (M)', write: powerQuerySnippet },
];

/** A row for each observation: `date,line,value`. */
const LONG_CSV = { format: CSV_FORMAT, layout: 'long' };
const NEEDS_KEY = 'Needs ALMANAC_API_KEY in the environment: a key from Almanac, API access.';

/** Gets the CSV, with a column for each line. The key is sent in a header, so that no URL contains it. */
export function curlSnippet(search: ViewSearch, baseUrl: string): string {
  const address = baseUrl + requestPath({ ...search, format: CSV_FORMAT });
  // POSIX 2.2.2: between single quotes only the quote itself is special.
  const quoted = `'${address.replaceAll("'", "'\\''")}'`;
  return `# ${NEEDS_KEY}
curl -fsS -H "X-API-Key: $ALMANAC_API_KEY" ${quoted}
`;
}

/** pandas and the standard library. Keeps the exact texts beside the numbers. */
export function pythonSnippet(search: ViewSearch, baseUrl: string): string {
  return `# ${NEEDS_KEY}
import os
from urllib.request import Request, urlopen

import pandas as pd

URL = ${JSON.stringify(baseUrl + requestPath({ ...search, ...LONG_CSV }))}

with urlopen(Request(URL, headers={"X-API-Key": os.environ["ALMANAC_API_KEY"]})) as answer:
    df = pd.read_csv(answer, dtype=str)
df["date"] = pd.to_datetime(df["date"])
df["number"] = pd.to_numeric(df["value"])  # value is the exact text
print(df)
`;
}

/** Base R, no packages. Keeps the exact texts beside the numbers. */
export function rSnippet(search: ViewSearch, baseUrl: string): string {
  return `# ${NEEDS_KEY}
address <- ${JSON.stringify(baseUrl + requestPath({ ...search, ...LONG_CSV }))}
answer <- url(address, headers = c("X-API-Key" = Sys.getenv("ALMANAC_API_KEY")))
df <- read.csv(answer, colClasses = "character")
df$date <- as.Date(df$date)
df$number <- as.numeric(df$value)  # value is the exact text
print(df)
`;
}

/** Node 20 or newer, as a module. Reads all pages; values stay exact texts. */
export function javascriptSnippet(search: ViewSearch, baseUrl: string): string {
  return `// ${NEEDS_KEY}
const BASE = ${JSON.stringify(baseUrl)};
const headers = { 'X-API-Key': process.env.ALMANAC_API_KEY };

const rows = [];
let path = ${JSON.stringify(requestPath(search))};
while (path) {
  const answer = await fetch(BASE + path, { headers });
  if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
  const page = await answer.json();
  rows.push(...page.data);
  const following = page.pagination.next_url;
  path = following && '/api/v1' + following;
}
console.table(rows);
`;
}

/** An M query for Excel and Power BI, which send the key of their 'Web API' credential in the query (`ApiKeyName`). */
export function powerQuerySnippet(search: ViewSearch, baseUrl: string): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const query = Object.entries({ ...search, ...LONG_CSV }).map(
    ([name, value]) => `${name} = ${quoted(value)}`,
  );
  return `// Choose 'Web API' when asked how to connect to ${baseUrl}, and give a key from Almanac, API access.
let
    Answer = Web.Contents(${quoted(baseUrl)}, [RelativePath = ${quoted(VIEW_PATH.slice(1))}, Query = [${query.join(', ')}], ApiKeyName = "api_key"]),
    Rows = Table.PromoteHeaders(Csv.Document(Answer, [Encoding = 65001]), [PromoteAllScalars = true]),
    Typed = Table.TransformColumnTypes(Rows, {{"date", type date}}, "en-US"),
    // value is the exact text; Excel's own numbers keep 15 digits.
    Numbers = Table.AddColumn(Typed, "number", each Number.FromText([value], "en-US"), type number)
in
    Numbers
`;
}
