import type { CSSVariablesResolver, MantineColorsTuple, VariantColorsResolver } from '@mantine/core'
import { createTheme, defaultVariantColorsResolver } from '@mantine/core'

const accent: MantineColorsTuple = [
  '#e6edfa',
  '#c9d9f5',
  '#9cc0ff',
  '#6ea3ff',
  '#4d86ea',
  '#2f6bd8',
  '#1a56c4',
  '#16489f',
  '#123a80',
  '#0e2d63',
]

/** Mantine's neutral colours of the dark theme, from text to the darkest background. */
const dark: MantineColorsTuple = [
  '#e9edf0',
  '#c9d2d8',
  '#95a1ab',
  '#95a1ab',
  '#2a3238',
  '#232b31',
  '#1d2429',
  '#161b1f',
  '#12171a',
  '#0e1215',
]

/** Gives filled parts the current theme's accent, with text that is legible on it. */
const resolveVariant: VariantColorsResolver = (input) =>
  input.variant === 'filled' && (input.color === undefined || input.color === 'accent')
    ? {
        background: 'var(--rb-accent)',
        hover: 'var(--rb-accent-press)',
        color: 'var(--rb-on-accent)',
        border: '1px solid transparent',
      }
    : defaultVariantColorsResolver(input)

/** Our fonts, measures and colours for Mantine. */
export const theme = createTheme({
  fontFamily: 'Barlow, sans-serif',
  headings: { fontFamily: "'Barlow Semi Condensed', Barlow, sans-serif", fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 3 },
  variantColorResolver: resolveVariant,
  autoContrast: true,
  black: '#14181c',
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      // A label that is longer in another language takes a second line. What lies between the borders has the height of the button, because
      // a link that looks like one does not centre it.
      styles: {
        root: { height: 'auto', minHeight: 'var(--button-height)', maxWidth: '100%' },
        inner: { height: 'auto', minHeight: 'calc(var(--button-height) - 2px)' },
        label: { fontWeight: 600, height: 'auto', paddingBlock: 4, lineHeight: 1.25, whiteSpace: 'normal' },
      },
    },
    Checkbox: { defaultProps: { iconColor: 'var(--rb-on-accent)' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, transitionProps: { duration: 150 } } },
  },
})

const shared = {
  '--mantine-color-text': 'var(--rb-ink)',
  '--mantine-color-bright': 'var(--rb-ink)',
  '--mantine-color-body': 'var(--rb-surface)',
  '--mantine-color-dimmed': 'var(--rb-muted)',
  '--mantine-color-placeholder': 'var(--rb-muted)',
  '--mantine-color-anchor': 'var(--rb-accent)',
  '--mantine-color-error': 'var(--rb-danger)',
  '--mantine-color-default': 'var(--rb-surface)',
  '--mantine-color-default-hover': 'var(--rb-raised)',
  '--mantine-color-default-color': 'var(--rb-ink)',
  '--mantine-color-default-border': 'var(--rb-line)',
  '--mantine-color-disabled': 'var(--rb-raised)',
  '--mantine-color-disabled-color': 'var(--rb-muted)',
  '--mantine-color-disabled-border': 'var(--rb-line)',
  '--mantine-color-accent-filled': 'var(--rb-accent)',
  '--mantine-color-accent-filled-hover': 'var(--rb-accent-press)',
  '--mantine-color-accent-light': 'var(--rb-accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--rb-accent-soft)',
  '--mantine-color-accent-light-color': 'var(--rb-accent)',
  '--mantine-color-accent-text': 'var(--rb-accent)',
  '--mantine-primary-color-contrast': 'var(--rb-on-accent)',
}

/** Sets Mantine's variables to those of palette.css. */
export const resolveVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
