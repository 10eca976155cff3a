import { useQueries } from '@tanstack/react-query';
import { dayNumber } from '../../service/calendar/dates.ts';
import { findDataset, findSeries } from '../../service/datasets/index.ts';
import { parseSeriesId, type SeriesChoice, shortTitle } from '../../service/datasets/series-choice.ts';
import { STATES } from '../../service/datasets/states.ts';
import { groupDigits, plainly } from '../../service/series-math/decimal-text.ts';
import { difference, parseDecimal, printDecimal, sumOf } from '../../service/series-math/exact-decimal.ts';
import { changeUnit } from '../../service/series-math/unit-scale.ts';
import { explanationQuery, useCatalog, useWideTable, wideSeriesPath } from '../api/index.ts';
import { NumberPanel, numberNode } from '../explain/index.ts';
import type { NumberNode } from '../explain/types.ts';
import { LoadFailed, LoadingContent } from '../frame/index.ts';
import { type NumberWord, parseNumberWord } from './words.ts';

/** Explains one number of the screen. @param props.word the number's word in the address */
export function ExplainWord({ word: text, onClose }: { word: string; onClose: () => void }) {
  const word = parseNumberWord(text);
  const choice = word && parseSeriesId(word.id);
  if (word && choice) return <SeriesPanel word={word} choice={choice} onClose={onClose} />;
  const [id = '', code = ''] = word?.id.split('.') ?? [];
  const dataset = findDataset(id);
  const title = findSeries(id, code)?.title ?? code;
  if (word && dataset?.kind === 'list')
    return <NumberPanel node={listNode(title, code, word.date)} onClose={onClose} />;
  if (word && dataset?.byState && findSeries(id, code))
    return <AreasPanel word={word} choice={{ dataset: dataset.id, code, area: '' }} onClose={onClose} />;
  return (
    <div style={{ padding: '0.75rem 1rem' }}>
      <p>There is no number ‘{text}’ here.</p>
      <button type="button" className="plain accent" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

type Explained = { word: NumberWord; choice: SeriesChoice; onClose: () => void };

function SeriesPanel({ word, choice, onClose }: Explained) {
  const version = useCatalog().data?.data_version;
  const dates = word.what === 'from' ? [word.date, word.other] : [word.date];
  const found = useQueries({ queries: dates.map((date) => explanationQuery(version, choice, date)) });
  if (found.some(({ isPending }) => isPending)) return <LoadingContent label="Loading the explanation" />;
  const failed = found.filter(({ isError }) => isError);
  if (failed[0]?.error)
    return <Failed error={failed[0].error} onRetry={() => failed.forEach((one) => void one.refetch())} />;
  const values = found.map(({ data }) => data?.current?.value);
  return <NumberPanel node={plainly(() => seriesNode(word, choice, values))} onClose={onClose} />;
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <LoadFailed onRetry={onRetry}>The explanation could not be loaded: {error.message}</LoadFailed>;
}

/** @param values the observations on the word's dates */
function seriesNode(
  word: NumberWord,
  choice: SeriesChoice,
  values: readonly (string | undefined)[],
): NumberNode {
  const unit = findSeries(choice.dataset, choice.code)?.unit ?? '';
  const [label, { date, what, other }] = [shortTitle(choice), word];
  const [value, earlier] = values;
  const published = (on: string, is: string | undefined) =>
    numberNode({ label, date: on, value: is, unit, words: 'As published', published: choice });
  const now = published(date, value);
  if (what === 'value') return now;
  if (what === 'from') return changeNode(label, now, published(other, earlier), `Change from ${other}`, unit);
  if (what === 'median')
    return numberNode({
      label: `${label}, median revision`,
      date,
      value: other,
      unit,
      words:
        'The median size, without sign, of all stored revisions of this series. A revision at least twice that size is called large. The observation below lists its own revisions',
      parts: () => [now],
    });
  const before = numberNode({
    label,
    date,
    period: `${date}, before it was revised`,
    value: other,
    unit,
    words: 'The value before the revision; the observation below lists all of its values',
    parts: () => [now],
  });
  return what === 'was' ? before : changeNode(label, now, before, 'Revision', unit);
}

function changeNode(
  label: string,
  now: NumberNode,
  then: NumberNode,
  words: string,
  unit: string,
): NumberNode {
  const [a, b] = [now.value, then.value];
  const hasBoth = a !== undefined && b !== undefined;
  const change = hasBoth ? difference(parseDecimal(a), parseDecimal(b)) : undefined;
  const isChange = words.startsWith('Change');
  return numberNode({
    label: `${label}, ${isChange ? 'change' : 'revision'}`,
    date: now.date,
    value: change,
    unit: changeUnit(unit),
    words,
    formula: isChange ? 'x(t) − x(then)' : 'new − old',
    numbers: hasBoth ? `${withMinus(a)} − ${enclosed(b)} = ${withMinus(change ?? '')}` : '',
    parts: () => [now, then].map((part) => ({ ...part, label: '' })),
  });
}

const withMinus = (text: string) => groupDigits(text).replace('-', '−');
const enclosed = (text: string) => (text.startsWith('-') ? `(${withMinus(text)})` : withMinus(text));

const listNode = (title: string, code: string, date: string): NumberNode =>
  numberNode({
    label: title,
    date,
    value: '',
    unit: '',
    words: 'The list of members as its publisher gave it',
    listed: { code, date, member: '' },
  });

/** Explains a total over all areas. */
function AreasPanel({ word, choice, onClose }: Explained) {
  const { data, error, refetch } = useWideTable(
    wideSeriesPath([choice], { from: word.what === 'from' ? word.other : word.date, to: word.date }),
  );
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingContent label="Loading the explanation" />;
  const series = findSeries(choice.dataset, choice.code);
  const [label, unit] = [series?.title ?? '', series?.unit ?? ''];
  const sumNode = (date: string): NumberNode => {
    const row = data.days.indexOf(dayNumber(date) ?? Number.NaN);
    const parts = data.columns.flatMap(({ name, texts }) => {
      const value = texts[row];
      return value === undefined ? [] : [{ area: name.slice(name.indexOf('.') + 1), value }];
    });
    const sum = parts.length > 0 ? sumOf(parts.map(({ value }) => value)) : undefined;
    return numberNode({
      label,
      date,
      value: sum && printDecimal(sum.scaled, sum.places),
      unit,
      words: `Sum of ${parts.length} areas`,
      parts: () =>
        parts.map(({ area, value }) =>
          numberNode({
            label: STATES[area as keyof typeof STATES],
            date,
            value,
            unit,
            words: 'As published',
            published: { ...choice, area },
          }),
        ),
    });
  };
  const now = sumNode(word.date);
  return (
    <NumberPanel
      node={
        word.what === 'from'
          ? plainly(() => changeNode(label, now, sumNode(word.other), `Change from ${word.other}`, unit))
          : now
      }
      onClose={onClose}
    />
  );
}
