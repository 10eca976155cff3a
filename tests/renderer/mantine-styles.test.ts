import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

/** A module of the build, imported through a variable because the compiler's projects leave it out. */
const BUILD = '../../renderer/mantine-styles.ts';
const { mantineStyles, stylesOf } = (await import(BUILD)) as {
  mantineStyles: (folder: string) => { load: (id: string) => string };
  stylesOf: (names: Iterable<string>) => string;
};

const resolve = createRequire(import.meta.url).resolve;
const styleSheet = (name: string): string =>
  readFileSync(resolve(`@mantine/core/styles/${name}.layer.css`), 'utf8');
const PAGE = path.resolve(import.meta.dirname, '../../renderer');

test('a component comes with the styles of all components that it shows, in the order of Mantine', () => {
  const styles = stylesOf(['Select']);
  const places = [
    'baseline',
    'ScrollArea',
    'UnstyledButton',
    'CloseButton',
    'Popover',
    'Input',
    'Combobox',
  ].map((name) => styles.indexOf(styleSheet(name)));
  expect(places).not.toContain(-1);
  const whole = readFileSync(resolve('@mantine/core/styles.layer.css'), 'utf8');
  const selectors = [...styles.matchAll(/^@layer mantine \{(\.m_\w+)/gm)].map(
    ([, selector]) => selector ?? '',
  );
  const inWhole = selectors.map((selector) => whole.indexOf(`\n${selector}`));
  expect(inWhole).toEqual(inWhole.toSorted((a, b) => a - b));
});

test('styles that nothing uses are left out', () => {
  expect(stylesOf(['Select'])).not.toContain(styleSheet('Stepper'));
  expect(stylesOf(['Stepper'])).toContain(styleSheet('Stepper'));
});

test('the page gets the styles of each component that its sources name', () => {
  const { load } = mantineStyles(PAGE);
  const styles = load('\0virtual:mantine.css');
  for (const name of ['Button', 'Menu', 'Modal', 'Drawer', 'Tree', 'Checkbox', 'SegmentedControl', 'Tooltip'])
    expect(styles, name).toContain(styleSheet(name));
  expect(styles).not.toContain(styleSheet('Accordion'));
});
