import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

/**
 * axe's program, put into a page once: its builder for Playwright does so at each look and carries what passed too, which
 * costs four times as much.
 */
const PROGRAM = (() => {
  const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');
  return (createRequire(builder)('axe-core') as { source: string }).source;
})();

type Found = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

/**
 * Looks at what the page shows in light and in dark, as the system asks for it, without motion: what is still fading has no
 * contrast yet.
 * @param within a selector of the part to look at; the whole page where there is none
 * @returns a sentence for each fault, which begins with the scheme
 */
export async function axeFinds(page: Page, within?: string): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(PROGRAM);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const violations = await page.evaluate(async (part) => {
      const { axe } = window as unknown as {
        axe: { run(part: unknown, options: object): Promise<{ violations: Found[] }> };
      };
      return (await axe.run(part ?? document, { resultTypes: ['violations'] })).violations;
    }, within);
    found.push(
      ...violations.map(
        ({ id, nodes }) =>
          `${colorScheme}, ${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
      ),
    );
  }
  return found;
}

/** For specs whose page opens something before axe looks. */
export const REDUCED = { contextOptions: { reducedMotion: 'reduce' } } as const;
