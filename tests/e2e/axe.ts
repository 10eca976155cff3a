import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

/**
 * The script of axe, added to a page once. `@axe-core/playwright` adds it for every check and also transfers
 * the rules that passed, which costs four times as much.
 */
const PROGRAM = (() => {
  const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');
  return (createRequire(builder)('axe-core') as { source: string }).source;
})();

/** The active rules of axe that check colours. All other rules give the same result in light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const DIALOG = '[role=dialog]';

type Found = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

/**
 * Checks the page with axe in its present colour scheme, then with the colour rules in the other scheme,
 * which the page keeps. Animations are off: an element that is still fading in has no contrast yet.
 * @param within selector of the part to check; by default the open dialogs, or else the whole page
 * @returns a sentence for each fault, which begins with the colour scheme
 */
export function axeFinds(page: Page, within?: string): Promise<string[]> {
  return schemeFaults(page, within, (colorScheme) =>
    expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme),
  );
}

/** Like `axeFinds`, for a page whose colours depend on CSS only. @param settled waits for the scheme */
export async function schemeFaults(
  page: Page,
  within?: string,
  settled?: (colorScheme: 'light' | 'dark') => Promise<void>,
): Promise<string[]> {
  const found: string[] = [];
  // With a dialog open only the dialog is checked: the page behind it was checked without it.
  const dialogs = (await page.locator(DIALOG).count()) > 0 ? DIALOG : undefined;
  const part = within ?? dialogs;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(PROGRAM);
  // The present scheme comes first, because a change redraws the whole page.
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const schemes = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled?.(colorScheme);
    const options = {
      resultTypes: ['violations'],
      ...(colorScheme !== schemes[0] && { runOnly: COLOUR_RULES }),
    };
    const violations = await page.evaluate(
      async ([checked, how]) => {
        const { axe } = window as unknown as {
          axe: { run(checked: unknown, options: unknown): Promise<{ violations: Found[] }> };
        };
        return (await axe.run(checked ?? document, how)).violations;
      },
      [part, options] as const,
    );
    found.push(
      ...violations.map(
        ({ id, nodes }) =>
          `${colorScheme}, ${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
      ),
    );
  }
  return found;
}
