import { expect, type Locator, type Page } from '@playwright/test';
import { SCREENS } from '../../renderer/screens.ts';

/** Titles of the screens that the rail leads to, in its order. */
export const RAIL: readonly string[] = SCREENS.flatMap(({ icon, title }) => (icon === null ? [] : title));

/** @returns the link in the rail that leads to a screen. */
export const railLink = (page: Page, screen: string): Locator =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen, exact: true });

/** Waits until the screen with this title is there: its code has come. */
export async function isScreen(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await expect(page.getByRole('main', { name: 'Loading' })).toHaveCount(0);
}
