import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

test.use({ opensHome: false });

/**
 * @returns what is pressed and smaller than 24 pixels, with another target within the circle of that size around it (WCAG 2.5.8). Numbers
 * in a sentence are excepted, and tiles of a map whose members are in its table.
 */
function smallTargets(): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>('main :is(button, a, label, [role=button], [role=slider])'),
  ].filter((one) => !one.closest('p, .unseen, [data-tile]') && one.getClientRects().length > 0);
  const boxes = all.map((one) => (one.querySelector('rect') ?? one).getBoundingClientRect());
  const isSmall = ({ width, height }: DOMRect) => Math.round(width) < 24 || Math.round(height) < 24;
  const middle = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 });
  return all.flatMap((one, i) => {
    const box = boxes[i] as DOMRect;
    if (!isSmall(box)) return [];
    const at = middle(box);
    const other = boxes.findIndex((near, j) => {
      if (i === j || one.contains(all[j] as Node) || all[j]?.contains(one)) return false;
      const far = isSmall(near)
        ? Math.hypot(middle(near).x - at.x, middle(near).y - at.y) - 12
        : Math.hypot(
            Math.max(near.left - at.x, 0, at.x - near.right),
            Math.max(near.top - at.y, 0, at.y - near.bottom),
          );
      return far < 11.5;
    });
    const name = (element: HTMLElement | undefined) =>
      element?.getAttribute('aria-label') ?? element?.textContent;
    return other < 0
      ? []
      : [`${name(one)}, ${Math.round(box.width)} × ${Math.round(box.height)}, beside ${name(all[other])}`];
  });
}

for (const address of [
  '/yields?date=2025-03-07',
  '/yields?view=history',
  '/states?areas=CA',
  '/states?view=table',
  '/constituents',
  '/constituents?view=table',
])
  test(`a finger finds what is pressed on ${address} @soak`, async ({ page }) => {
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await goTo(page, address);
      await expect(page.getByRole('radiogroup').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect(await page.evaluate(smallTargets), `${width} pixels`).toEqual([]);
    }
  });
