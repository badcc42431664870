import type { MapTheme } from '../map.port.ts'

type Hex = `#${string}`

/** Colours of what is drawn over the basemap. */
export type Colours = {
  readonly surface: Hex
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly accent: Hex
  /** Outline of lines and shapes, so that they contrast with any basemap. */
  readonly halo: string
  readonly shadow: string
}

export const COLOURS: Readonly<Record<MapTheme, Colours>> = {
  light: {
    surface: '#ffffff',
    ink: '#14181c',
    muted: '#5c6670',
    line: '#dde1dd',
    accent: '#1a56c4',
    halo: '#ffffff',
    shadow: 'rgba(20, 24, 28, 0.35)',
  },
  dark: {
    surface: '#161b1f',
    ink: '#e9edf0',
    muted: '#95a1ab',
    line: '#2a3238',
    accent: '#6ea3ff',
    halo: '#0e1215',
    shadow: 'rgba(0, 0, 0, 0.6)',
  },
}

/** Fill colours, indexed as VEHICLE_STATUSES; the sixth is for all other statuses (MAP-42, MAP-43). */
export const STATUS_FILL = ['#1f9d55', '#e8a013', '#d83a3a', '#7d8894', '#b9c1c8', '#4a545c'] as const

/** The yellow of a commercial vehicle's number plate, its text and its edge. */
export const PLATE = { background: '#f6c945', ink: '#14181c', edge: '#8a6d12' } as const

/** Font family of figures. `600 12px ${FIGURES}` is a canvas font. */
export const FIGURES = '"Barlow Semi Condensed", Barlow, system-ui, sans-serif'
