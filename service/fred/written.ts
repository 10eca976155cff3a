/** How FRED writes an answer: XML with attributes, or JSON with the same names. */

export type FredFacts = Readonly<Record<string, string | number>>;

/** An element of a list. `text`: what stands in the element in XML, and under `name` in JSON; without facts JSON has the text alone. */
export type FredListItem = { facts: FredFacts; text?: { name: string; value: string } };

export type FredList = {
  /** Name of the list: 'observations'. */
  list: string;
  /** Name of an element: 'observation'. */
  item: string;
  /** What stands before the list, in order; never empty. */
  facts: FredFacts;
  items: readonly FredListItem[];
};

type FileForm = {
  mediaType: string;
  /** Gives the text in pieces of some thousand items. */
  write: (answer: FredList) => Generator<string, void>;
  /** The body of a refusal, in FRED's words. */
  refuse: (status: number, message: string) => string;
};

/** The forms of lists, by their `file_type`. */
export const FILE_TYPES = {
  xml: { mediaType: 'text/xml; charset=utf-8', write: asXml, refuse: errorAsXml },
  json: { mediaType: 'application/json; charset=utf-8', write: asJson, refuse: errorAsJson },
} as const satisfies Record<string, FileForm>;
export type FileType = keyof typeof FILE_TYPES;

/** @param asked the parameter `file_type`, not checked. @returns the form to answer in; FRED's default is XML. */
export function fileTypeOf(asked: unknown): FileType {
  return typeof asked === 'string' && Object.hasOwn(FILE_TYPES, asked) ? (asked as FileType) : 'xml';
}

const PROLOG = '<?xml version="1.0" encoding="utf-8" ?>\n';

function* asXml({ list, item, facts, items }: FredList): Generator<string, void> {
  yield `${PROLOG}<${list}${attributes(facts)}>\n`;
  for (const some of pieces(items)) {
    const lines = some.map(({ facts, text }) =>
      text
        ? `  <${item}${attributes(facts)}>${escaped(text.value)}</${item}>\n`
        : `  <${item}${attributes(facts)}/>\n`,
    );
    yield lines.join('');
  }
  yield `</${list}>\n`;
}

function* asJson({ list, facts, items }: FredList): Generator<string, void> {
  yield `${JSON.stringify(facts).slice(0, -1)},${JSON.stringify(list)}:[`;
  let between = '';
  for (const some of pieces(items)) {
    const listed = some.map(({ facts, text }) => {
      if (!text) return facts;
      return Object.keys(facts).length === 0 ? text.value : { ...facts, [text.name]: text.value };
    });
    yield between + JSON.stringify(listed).slice(1, -1);
    between = ',';
  }
  yield ']}';
}

/** Items of a piece, which takes a few milliseconds. */
const MOST_ITEMS = 2000;

function* pieces(items: readonly FredListItem[]): Generator<readonly FredListItem[], void> {
  for (let start = 0; start < items.length; start += MOST_ITEMS) yield items.slice(start, start + MOST_ITEMS);
}

function errorAsXml(status: number, message: string): string {
  return `${PROLOG}<error${attributes({ code: status, message })} />\n`;
}

function errorAsJson(status: number, message: string): string {
  return JSON.stringify({ error_code: status, error_message: message });
}

function attributes(facts: FredFacts): string {
  return Object.entries(facts)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // As they are, a reader would take them for spaces.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** No XML has other control characters, nor halves of a surrogate pair. */
function escaped(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"\p{Cc}\ufffe\uffff]/gu, (mark) => ESCAPES[mark] ?? '\ufffd');
}
