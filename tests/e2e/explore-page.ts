import { expect, type Locator, type Page } from '@playwright/test';

/** The Explore screen in the words of its accessible names: what a person, or a screen reader, finds on it. */
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
  get from(): Locator {
    return this.page.getByRole('textbox', { name: 'From' });
  }
  get to(): Locator {
    return this.page.getByRole('textbox', { name: 'To' });
  }
  get table(): Locator {
    return this.page.getByRole('grid', { name: 'Observations' });
  }
  /** What was done to the lines, and what was left out. */
  get notes(): Locator {
    return this.page.getByRole('list', { name: 'Notes on the lines' });
  }
  line(id: string): Locator {
    return this.page.locator(`path[data-series="${id}"]`);
  }
  preset(name: string): Locator {
    return this.page.getByRole('radio', { name, exact: true });
  }

  /** Goes to a view by its link, as a saved one does, and waits for its chart. */
  async open(search = ''): Promise<void> {
    await this.page.goto(new URL(`/explore${search}`, this.page.url()).href);
    await this.isDrawn();
  }

  async isDrawn(): Promise<void> {
    await expect(this.chart).toBeVisible();
    await expect(this.page.getByRole('progressbar')).toHaveCount(0);
  }

  async openTable(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Table', exact: true });
    if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
    await expect(this.table).toBeVisible();
  }

  /** Opens the dialog that exports data, by its shortcut. */
  async openExport(): Promise<Locator> {
    await this.page.keyboard.press('ControlOrMeta+e');
    const dialog = this.page.getByRole('dialog', { name: 'Export data' });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  /** Chooses the series as published in the open dialog. @returns the button that saves a file of them. */
  async asPublished(dialog: Locator, file: string | RegExp): Promise<Locator> {
    await dialog.getByText('As published', { exact: true }).click();
    return dialog.getByRole('button', { name: file });
  }

  /** Presses a preset: its radio lies under its label, which is what is clicked. */
  async choosePreset(name: string): Promise<void> {
    await this.page.getByRole('radiogroup').getByText(name, { exact: true }).click();
    await expect(this.preset(name)).toBeChecked();
  }

  /** Chooses in one of the lists over the chart. */
  async choose(list: 'Units' | 'Frequency' | 'Aggregation', name: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: list, exact: true });
    await field.click();
    await this.page.getByRole('option', { name, exact: true }).click();
    await expect(field).toHaveValue(name);
  }

  async chooseType(name: 'Lines' | 'Areas' | 'Stacked areas' | 'Bars' | 'Steps'): Promise<void> {
    const radio = this.page.getByRole('radio', { name, exact: true });
    // The label's tooltip would stand over its neighbour.
    await radio.focus();
    await radio.press('Space');
    await expect(radio).toBeChecked();
  }

  /** Opens units, axis and type of a line by the menu of its chip. */
  async openStyle(title: string): Promise<void> {
    await this.shownSeries
      .getByRole('listitem')
      .filter({ hasText: title })
      .getByRole('button', { name: /^More for/ })
      .click();
    await this.page.getByRole('menuitem', { name: 'Units, axis and type' }).click();
    await expect(this.page.getByRole('dialog')).toBeVisible();
  }
}
