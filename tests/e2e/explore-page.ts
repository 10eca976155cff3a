import { expect, type Locator, type Page } from '@playwright/test';
import { goTo } from './steps.ts';

/** @returns the range in the URL, as '10Y' or '2015-01-01 2020-12-31'. */
export function rangeOf(page: Page): string {
  const search = new URL(page.url()).searchParams;
  return search.get('range') ?? [search.get('from'), search.get('to')].join(' ');
}

/** The Explore screen, addressed by accessible names as a person or a screen reader would find its parts. */
export class Explore {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get chart(): Locator {
    return this.page.getByRole('region', { name: /chart from \d/i });
  }
  get sampleBand(): Locator {
    return this.page.getByRole('region', { name: 'Sample data' });
  }
  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search series' });
  }
  get tree(): Locator {
    return this.page.getByRole('tree', { name: 'Datasets' });
  }
  get shownSeries(): Locator {
    return this.page.getByRole('list', { name: 'Shown series' });
  }
  get lines(): Locator {
    return this.shownSeries.getByRole('listitem');
  }
  /** The text that describes the crosshair. */
  get said(): Locator {
    return this.chart.getByRole('status');
  }
  get from(): Locator {
    return this.page.getByRole('textbox', { name: 'From' });
  }
  get to(): Locator {
    return this.page.getByRole('textbox', { name: 'To' });
  }
  get table(): Locator {
    return this.page.getByRole('grid', { name: 'Observations' });
  }
  /** The notes in the line under the chart's heading. */
  get notes(): Locator {
    return this.page.getByRole('list', { name: 'Notes', exact: true });
  }
  line(id: string): Locator {
    return this.page.locator(`path[data-series="${id}"]`);
  }
  preset(name: string): Locator {
    return this.page.getByRole('radio', { name, exact: true });
  }

  /** The menu button of the line at this place in the legend. */
  moreOf(at: number): Locator {
    return this.lines.nth(at).getByRole('button', { name: /^More for/ });
  }
  async chooseOf(at: number, item: string): Promise<void> {
    await this.moreOf(at).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** Types a date, and accepts it with Enter. */
  async type(end: 'from' | 'to', text: string): Promise<void> {
    await this[end].fill(text);
    await this[end].press('Enter');
  }

  /** Chooses an item in the menu 'More ranges'. */
  async chooseRange(item: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More ranges' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  async open(search = ''): Promise<void> {
    await goTo(this.page, `/explore${search}`);
    await this.isDrawn();
  }

  async isDrawn(): Promise<void> {
    await this.chart.waitFor();
    await expect(this.page.getByRole('progressbar')).toHaveCount(0);
  }

  async openTable(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Table', exact: true });
    if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
    await this.table.waitFor();
  }

  /** Opens the export dialog by its shortcut. */
  async openExport(): Promise<Locator> {
    await this.page.keyboard.press('ControlOrMeta+e');
    const dialog = this.page.getByRole('dialog', { name: 'Export data' });
    await dialog.waitFor();
    return dialog;
  }

  /** In the open export dialog, chooses the series as published. @returns the button that saves the file. */
  async asPublished(dialog: Locator, file: string | RegExp): Promise<Locator> {
    await dialog.getByText('As published', { exact: true }).click();
    return dialog.getByRole('button', { name: file });
  }

  /** Chooses a preset by its label, which covers the radio button. */
  async choosePreset(name: string): Promise<void> {
    await this.page.getByRole('radiogroup').getByText(name, { exact: true }).click();
    await expect(this.preset(name)).toBeChecked();
  }

  /** The panel of chart options. */
  get options(): Locator {
    return this.page.getByRole('dialog', { name: 'Chart options' });
  }
  async openOptions(): Promise<void> {
    if (!(await this.options.isVisible()))
      await this.page.getByRole('button', { name: 'Chart options' }).click();
    await this.options.waitFor();
  }
  async closeOptions(): Promise<void> {
    if (await this.options.isVisible())
      await this.page.getByRole('button', { name: 'Chart options' }).click();
    await expect(this.options).toHaveCount(0);
  }

  async choose(list: 'Units' | 'Frequency' | 'Aggregation', name: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: list, exact: true });
    if (!(await field.isVisible())) await this.openOptions();
    await field.click();
    await this.page.getByRole('option', { name, exact: true }).click();
    await expect(field).toHaveValue(name);
    await this.closeOptions();
  }

  async chooseType(name: 'Lines' | 'Areas' | 'Stacked areas' | 'Bars' | 'Steps'): Promise<void> {
    await this.openOptions();
    const radio = this.page.getByRole('radio', { name, exact: true });
    // Otherwise the label's tooltip would cover its neighbour.
    await radio.focus();
    await radio.press('Space');
    await expect(radio).toBeChecked();
    await this.closeOptions();
  }

  /** Shows all lines of the legend if some are folded away. */
  async unfoldLegend(): Promise<void> {
    const more = this.page.getByRole('button', { name: /^\+\d more lines$/ });
    await this.shownSeries.waitFor();
    if (await more.isVisible()) await more.click();
  }

  /** Opens the form for units, axis and type of a line, from the legend. */
  async openStyle(title: string): Promise<void> {
    await this.unfoldLegend();
    await this.shownSeries
      .getByRole('listitem')
      .filter({ hasText: title })
      .getByRole('button', { name: /^More for/ })
      .click();
    await this.page.getByRole('menuitem', { name: 'Units, axis and type' }).click();
    await this.page.getByRole('dialog').waitFor();
  }
}
