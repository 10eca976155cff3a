import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { chartSeries } from '../../../renderer/lines/shown-series.ts';
import { chartImage } from '../../../renderer/take-away/chart-image.ts';
import { exportRequest, usualChoice } from '../../../renderer/take-away/export-choice.ts';
import { imageWords, provenanceOf } from '../../../renderer/take-away/image-words.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import type { FormatChoice } from '../../../service/contract/table-formats.ts';
import { askedExport } from '../../../service/tables/index.ts';
import { writeTable } from '../../../service/tables/write-export.ts';
import { linesOf } from '../../../service/view/lines.ts';
import { hold, makeFolder, type Observed } from '../../tables/held-data.ts';
import { column, months } from '../../view/some-columns.ts';

const RANGE = { from: '2024-01-01', to: '2024-03-31' };
const CODES = ['quits_level_sa', 'hires_level_sa', 'job_openings_level_sa', 'quits_rate_sa'];
const OWN = { title: '=Who & <why>', subtitle: 'A "quiet" year' };

function drawn(search: Record<string, string>) {
  const { view } = parseView({ series: 'jolts.quits_level_sa', ...search });
  const columns = CODES.map((code) => column(`jolts.${code}`, months(2024, 2), ['3400', '3450']));
  const lines = linesOf(view, columns, RANGE);
  const { heading } = view;
  const how = { now: '2026-11-21T10:00:00Z', version: '0.1.0', heading };
  return { view, lines, provenance: provenanceOf(lines, RANGE, undefined, how) };
}

/** The files of an export as text; a workbook is unpacked into its sheets. */
async function written(search: Record<string, string>, format: FormatChoice): Promise<string> {
  const { view } = drawn(search);
  const asked = exportRequest(view, RANGE, { ...usualChoice('en-US'), format }, 'http://127.0.0.1:4780');
  const held = makeFolder();
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-heading-'));
  try {
    const rows = CODES.flatMap((code): Observed[] => [
      ['2024-01-01', code, '3400'],
      ['2024-02-01', code, '3450'],
    ]);
    hold(held.dataDir, 'jolts', rows);
    const table = await askedExport(held.reader(), asked, '0.1.0', new Date('2026-11-21T10:00:00Z'));
    const { file, sidecar } = await writeTable(table, folder);
    const bytes = readFileSync(path.join(folder, sidecar ?? file));
    return format === 'xlsx'
      ? Object.values(unzipSync(bytes))
          .map((part) => strFromU8(part))
          .join('\n')
      : bytes.toString('utf8');
  } finally {
    held.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the heading', () => {
  it('is made from the lines if a person gave none, and has only the first of many names', () => {
    expect(drawn({}).provenance).toMatchObject({
      title: 'Quits, level, SA',
      subtitle: 'persons · Monthly · 2024-01-01 to 2024-03-31',
    });
    const titleOf = (codes: string[]) =>
      drawn({ series: codes.map((code) => `jolts.${code}`).join() }).provenance.title;
    expect(titleOf(CODES)).toBe(
      'Quits, level, SA; Hires, level, SA; Job openings, level, SA and Quits, rate, SA',
    );
    expect(titleOf(CODES.slice(0, 3))).toBe('Quits, Hires and Job openings, level, SA');
  });

  it('in a person’s own words stands in every file, with the usual text for parts that were not changed', async () => {
    expect(JSON.parse(await written(OWN, 'csv'))).toMatchObject(OWN);
    expect(JSON.parse(await written({ title: OWN.title }, 'json'))).toMatchObject({
      title: OWN.title,
      subtitle: 'thousands · Monthly · 2024-01-01 to 2024-03-31',
    });
    const workbook = await written(OWN, 'xlsx');
    expect(workbook).toContain('=Who &amp; &lt;why&gt;');
    expect(workbook).toMatch(/A ("|&quot;)quiet("|&quot;) year/);
    // Words that look like a formula are not stored as one.
    expect(workbook).not.toMatch(/<f>[^<]*Who/);
  });

  it('stands on the image, escaped', () => {
    const { view, lines, provenance } = drawn(OWN);
    const { svg } = chartImage(
      { markup: '<svg width="600" height="200"/>', width: 600, height: 200 },
      imageWords(lines, chartSeries(view, lines), provenance, true),
      { scheme: 'light', isDashed: false },
      (text, size) => text.length * size * 0.6,
    );
    expect(svg).toContain('>=Who &#38; &#60;why&#62;<');
    expect(svg).toContain('>A &#34;quiet&#34; year<');
  });

  it('comes with a legend that marks the lines that are not drawn', () => {
    const { view, lines, provenance } = drawn({
      series: 'jolts.quits_level_sa,jolts.hires_level_sa:pc1,jolts.job_openings_level_sa:nbd',
    });
    const { legend } = imageWords(lines, chartSeries(view, lines), provenance, true);
    expect(legend.map(({ text }) => text.includes('not drawn'))).toEqual([false, false, true]);
  });
});
