import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { theme } from '../../../renderer/app/theme.ts';

/** Draws a part of a screen by itself, until the test ends. */
export function draw(part: ReactNode) {
  onTestFinished(cleanup);
  const within = (one: ReactNode) => (
    <MantineProvider theme={theme} env="test">
      {one}
    </MantineProvider>
  );
  const drawn = render(within(part));
  const box = drawn.container;
  return {
    box,
    again: (other: ReactNode) => drawn.rerender(within(other)),
    one: (selector: string) => box.querySelector(selector) as HTMLElement,
    all: (selector: string) => [...box.querySelectorAll<HTMLElement>(selector)],
    texts: (selector: string) => [...box.querySelectorAll(selector)].map(({ textContent }) => textContent),
    attributes: (selector: string, name: string) =>
      [...box.querySelectorAll(selector)].map((element) => element.getAttribute(name)),
  };
}
