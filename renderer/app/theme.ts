import {
  ActionIcon,
  Button,
  Combobox,
  type CSSVariablesResolver,
  createTheme,
  defaultCssVariablesResolver,
  type MantineColorsTuple,
  Menu,
  Popover,
  SegmentedControl,
  Select,
  TextInput,
  Tooltip,
} from '@mantine/core';

/** The accent colour. Shades 6 on white and 4 on dark have a contrast above 4.5:1 (WCAG 2.2, 1.4.3). */
const accent: MantineColorsTuple = [
  '#eef3ff',
  '#dbe5fd',
  '#b6c9fa',
  '#8fadf7',
  '#79a2f7',
  '#3f6de0',
  '#2a55c8',
  '#2348ad',
  '#1d3b8d',
  '#162e6e',
];

/** Text, dimmed text, lines and surfaces of the dark scheme, from light to dark. */
const dark: MantineColorsTuple = [
  '#dfe3ea',
  '#c3c9d4',
  '#a1a9b7',
  '#8b94a3',
  '#363d49',
  '#262c36',
  '#1c2129',
  '#14181e',
  '#101318',
  '#0c0f13',
];

const FACE = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** Lists and menus open inside the main landmark; dialogs are landmarks themselves and need not. */
const IN_MAIN = { target: '#main' };

const SMALL = { fontSize: 'var(--mantine-font-size-xs)' };

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  colors: { accent, dark },
  black: '#171c26',
  fontFamily: FACE,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  headings: { fontFamily: FACE, fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.8125rem', lg: '0.9375rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  radius: { xs: '0.1875rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'xs' } }),
    // A field's description and error are as large as other small text; Mantine's are two pixels smaller.
    InputWrapper: { styles: { description: SMALL, error: SMALL } },
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 28 } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'xs' } }),
    Select: Select.extend({ defaultProps: { size: 'xs', comboboxProps: { portalProps: IN_MAIN } } }),
    // Option lists render only when opened: in advance, Explore's lists took a tenth of its start.
    Combobox: Combobox.extend({ defaultProps: { keepMounted: false } }),
    // A one-letter choice must still be wide enough to touch (WCAG 2.5.8).
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { size: 'xs' },
      styles: { label: { minWidth: '1.5rem' } },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 350, withArrow: false, fz: 'xs' } }),
    Menu: Menu.extend({
      defaultProps: {
        shadow: 'md',
        position: 'bottom-end',
        withInitialFocusPlaceholder: false,
        portalProps: IN_MAIN,
        // A long menu scrolls in a low or zoomed window.
        middlewares: { flip: { fallbackStrategy: 'bestFit' }, shift: true, size: true },
        styles: { dropdown: { overflowY: 'auto' } },
      },
    }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md' } }),
  },
});

/** Mantine's variables, with greys for small text at a contrast of 4.5:1, and our own variables. */
export const cssVariables: CSSVariablesResolver = (merged) => {
  const usual = defaultCssVariablesResolver(merged);
  return {
    variables: { ...usual.variables, '--rail-width': '5rem', '--bar-height': '3rem' },
    light: {
      ...usual.light,
      '--mantine-color-body': '#ffffff',
      '--mantine-color-dimmed': '#586172',
      '--mantine-color-placeholder': '#687182',
      '--mantine-color-error': '#c3232f',
      '--mantine-color-default-border': '#cfd5de',
      '--page': '#f5f6f9',
      '--surface': '#ffffff',
      '--line': '#e1e5eb',
      '--hover': '#eff2f7',
      '--selected': '#e6eeff',
      '--accent-text': '#2348ad',
      '--band': '#fff3d6',
      '--band-text': '#6a4700',
      '--band-line': '#f0d79b',
      '--failure': '#fdeaea',
      '--failure-text': '#951c25',
      '--failure-line': '#f2c4c6',
    },
    dark: {
      ...usual.dark,
      '--mantine-color-body': '#1c2129',
      '--mantine-color-placeholder': '#8b94a3',
      '--mantine-color-accent-light': 'rgb(63 109 224 / 22%)',
      '--mantine-color-accent-light-hover': 'rgb(63 109 224 / 30%)',
      '--mantine-primary-color-light': 'rgb(63 109 224 / 22%)',
      '--mantine-color-error': '#ff8f8f',
      '--mantine-color-default': '#20262f',
      '--page': '#14181e',
      '--surface': '#1a1f26',
      '--line': '#2b323c',
      '--hover': '#232932',
      '--selected': '#22345c',
      '--accent-text': '#9dbbff',
      '--band': '#3a2f13',
      '--band-text': '#f6d98b',
      '--band-line': '#5a4a1e',
      '--failure': '#3d1f23',
      '--failure-text': '#ffb3b3',
      '--failure-line': '#66343a',
    },
  };
};
