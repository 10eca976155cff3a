import { describe, expect, it } from 'vitest';
import { chartSeries } from '../../../renderer/lines/shown-series.ts';
import { chartImage } from '../../../renderer/take-away/chart-image.ts';
import { imageWords, provenanceOf } from '../../../renderer/take-away/image-words.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import type { Catalog } from '../../../service/contract/catalog.ts';
import { citation, fileStem, type ViewSearch } from '../../../service/view/index.ts';
import { linesOf } from '../../../service/view/lines.ts';
import { column, months } from '../../view/some-columns.ts';

const RANGE = { from: '2024-01-01', to: '2024-03-31' };
const { view } = parseView({ series: 'jolts.quits_level_sa,yields.US10Y:hidden', formulas: 'a/1000' });
const columns = [column('jolts.quits_level_sa', months(2024, 3), ['3400', '3450', '3332'])];
const lines = linesOf(view, columns, RANGE);
const ABOUT = { now: '2026-11-21T10:00:00Z', version: '0.1.0' };
const provenance = provenanceOf(lines, RANGE, undefined, ABOUT);

describe('what goes with a view', () => {
  it('describes every shown line, and the formulas behind them', () => {
    expect(
      provenance.lines.map(({ id, formula, units, frequency }) => [id, formula, units, frequency]),
    ).toEqual([
      ['jolts.quits_level_sa', null, 'Levels', 'Monthly'],
      ['=a/1000', 'a/1000', 'Formula', 'Monthly'],
    ]);
    expect(provenance.is_sample).toBe(false);
    const averaged = linesOf(parseView({ series: 'jolts.quits_level_sa:ma2' }).view, columns, RANGE);
    expect(provenanceOf(averaged, RANGE, undefined, ABOUT).lines[0]?.units).toBe(
      'Levels, average of the last 2 observations',
    );
  });

  it('marks a file as a sample if one of its lines is one, and not otherwise', () => {
    const isSample = (...origins: string[]) => {
      const ids = ['jolts', 'us_exports'];
      const datasets = ids.map((id, i) => ({ id, origin: origins[i], last_update: null }));
      const asia = { dataset: 'us_exports', code: 'asia', area: '' } as const;
      const shown = lines
        .slice(0, 1)
        .flatMap((line) => [line, { ...line, id: 'us_exports.asia', choice: asia }]);
      return provenanceOf(shown, RANGE, { datasets } as unknown as Catalog, ABOUT).is_sample;
    };
    expect(isSample('sample', 'publisher')).toBe(true);
    expect(isSample('file', 'sample')).toBe(true);
    expect(isSample('file', 'publisher')).toBe(false);
  });

  it('cites in the form that FRED suggests', () => {
    expect(
      citation({
        publisher: 'Bureau of Labor Statistics',
        title: 'Quits, level',
        id: 'jolts.quits_level_sa',
        loaded: '2026-11-20T09:00:00Z',
        now: '2026-11-21T23:59:00Z',
        version: '0.1.0',
      }),
    ).toBe(
      'Bureau of Labor Statistics, Quits, level [jolts.quits_level_sa], retrieved from Almanac 0.1.0, data loaded 2026-11-20; November 21, 2026.',
    );
  });

  it('names files by lines, units, frequency and range, without characters that a file system refuses', () => {
    const shown = lines.filter(({ hidden }) => !hidden);
    const stem = (search: ViewSearch, isSample = false) =>
      fileStem(linesOf(parseView(search).view, columns, RANGE), RANGE, isSample);
    expect(fileStem(shown, RANGE, false)).toBe(
      'Quits, level, SA and Quits per 1000, thousands, monthly, 2024-01-01 to 2024-03-31',
    );
    expect(stem({ series: 'jolts.quits_level_sa:pc1' }, true)).toBe(
      'JOLTS quits, level, SA, percent change from year ago, monthly, 2024-01-01 to 2024-03-31, sample',
    );
    expect(stem({ series: 'jolts.quits_level_sa:pc1', formulas: 'a/2' })).toContain(
      '(Quits, percent yr ago) per 2',
    );
    // A name that is too long is not cut after 'and'.
    const long = `a:${'x'.repeat(55)} and ${'y'.repeat(15)}`;
    expect(stem({ series: 'jolts.quits_level_sa:pc1', names: long })).toMatch(/^x{55}, percent /);
    const names = ['CON', 'a/b\\c:d*e?f"g<h>i|j', 'Löhne … 賃金', '../../etc', 'x'.repeat(80), '. .', '賃金'];
    for (const name of names) {
      const made = stem({ series: 'jolts.quits_level_sa:nbd:ma12', names: `a:${name}` }, true);
      expect(made).toMatch(/^\w[\w .,;()&'+=-]*, 2024-01-01 to 2024-03-31, sample$/);
      expect(made.length).toBeLessThanOrEqual(150);
    }
    expect(stem({ series: 'jolts.quits_level_sa', names: 'a:Löhne' })).toMatch(
      /^Lohne, thousands, monthly, /,
    );
  });
});

describe('an image of the chart', () => {
  const words = imageWords(lines, chartSeries(view, lines), provenance, true);
  it('says title, units, range, legend with the last values, source and recessions', () => {
    expect(words.title).toBe('Quits, level, SA and Quits ÷ 1000');
    expect(words.subtitle).toMatch(/^persons · /);
    expect(words.subtitle).not.toContain('thousands');
    expect(words.subtitle).toContain('2024-01-01 to 2024-03-31');
    expect(words.legend.map(({ text }) => text)).toEqual([
      'Quits, level, SA: 3.332 mn (2024-03)',
      'Quits ÷ 1000: 3.33 (2024-03)',
    ]);
    expect(words.legend.map(({ letter, made }) => [letter, made])).toEqual([
      ['a', ''],
      ['c', 'Formula a/1000 · Right axis'],
    ]);
    expect(words.footer.join()).toMatch(
      /^Source: .*Almanac 0\.1\.0\.,Shaded areas are US recessions \(NBER, checked through \d{4}-\d\d-\d\d\)\.$/,
    );
  });

  it('says how each line was made, and what its units mean', () => {
    const made = parseView({ series: 'jolts.quits_level_sa:pc1:q:sum:ma3', formulas: 'a*2' }).view;
    const madeLines = linesOf(made, columns, RANGE);
    const said = imageWords(madeLines, chartSeries(made, madeLines), provenance, false);
    expect(said.legend[0]?.made).toBe(
      'Quarterly: sum · Percent change from year ago, average of the last 3 observations',
    );
    expect(said.footer[0]).toContain('Percent change from year ago: (x(t) ÷ x(t−n) − 1) × 100');
  });

  it('is one SVG document, whatever the words are', () => {
    const imageOf = (isDashed: boolean) =>
      chartImage(
        { markup: '<svg width="400" height="200"/>', width: 400, height: 200 },
        { ...words, title: `<script>&"'` },
        { scheme: 'dark', isDashed },
        (text, size) => text.length * size * 0.6,
      );
    const image = imageOf(false);
    expect(image.width).toBe(432);
    expect(image.svg).not.toContain('<script>');
    expect(image.svg).toContain('&#60;script&#62;&#38;&#34;&#39;');
    // The first line is always solid.
    expect(image.svg).not.toContain('stroke-dasharray');
    expect(imageOf(true).svg.match(/stroke-dasharray/g)).toHaveLength(1);
    expect(image.height).toBeGreaterThan(200 + 4 * 17);
  });
});
