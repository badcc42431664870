/** Colours of the basemap: of lower contrast than the vehicles, and without status colours or the yellow of plates. */
export type Palette = {
  readonly water: string
  readonly inlandWater: string
  /** Countries around India, and India itself. */
  readonly land: string
  readonly india: string
  readonly builtUp: string
  readonly coast: string
  readonly border: string
  readonly borderHalo: string
  readonly state: string
  readonly graticule: string
  /** Colours per road class: `far` before the casing appears, `near` and `casing` after. */
  readonly highway: RoadColours
  readonly mainRoad: RoadColours
  readonly minorRoad: string
  readonly text: string
  readonly softText: string
  readonly areaText: string
  readonly waterText: string
  readonly halo: string
  readonly dot: string
}

export type RoadColours = { readonly far: string; readonly near: string; readonly casing: string }

const light: Palette = {
  water: '#dce5ea',
  inlandWater: '#d0dde4',
  land: '#e6e9e4',
  india: '#f6f7f4',
  builtUp: '#e7eae4',
  coast: '#bac6cb',
  border: '#868f8d',
  borderHalo: '#dfe3dc',
  state: '#bcc3bd',
  graticule: '#dfe3dc',
  highway: { far: '#b9beb8', near: '#ffffff', casing: '#a4aba5' },
  mainRoad: { far: '#d0d4ce', near: '#ffffff', casing: '#c0c6c0' },
  minorRoad: '#d2d6d0',
  text: '#3a434a',
  softText: '#5c6670',
  areaText: '#5f6967',
  waterText: '#4d6876',
  halo: '#fafbf8',
  dot: '#5c6670',
}

const dark: Palette = {
  water: '#0a0e11',
  inlandWater: '#0f1a21',
  land: '#12171a',
  india: '#1a2024',
  builtUp: '#22292e',
  coast: '#2c353b',
  border: '#6b777f',
  borderHalo: '#12171a',
  state: '#364047',
  graticule: '#222a2f',
  highway: { far: '#465159', near: '#4d5962', casing: '#101518' },
  mainRoad: { far: '#343e45', near: '#3b464e', casing: '#12181b' },
  minorRoad: '#2f383f',
  text: '#c9d2d8',
  softText: '#95a1ab',
  areaText: '#84909a',
  waterText: '#71899a',
  halo: '#12171a',
  dot: '#95a1ab',
}

/** Sea and land match the imagery, so that the map continues where the image ends. */
const imagery: Palette = {
  ...dark,
  water: '#071330',
  land: '#7d6a4c',
  india: '#57563b',
  builtUp: '#6b685a',
  inlandWater: '#3c6587',
  coast: '#5d6b73',
  border: '#e2e6e3',
  borderHalo: '#0b1013',
  state: '#a9b2ae',
  highway: { far: '#8f9994', near: '#cfc9b4', casing: '#23241a' },
  mainRoad: { far: '#5f6a6c', near: '#b4ae98', casing: '#23241a' },
  minorRoad: '#8b8770',
  text: '#ffffff',
  softText: '#e6ebe9',
  areaText: '#d3dad7',
  waterText: '#a9c6dc',
  halo: '#0b1013',
  dot: '#e6ebe9',
}

/** The colours of each basemap. On imagery, texts are a brighter version of the dark theme's. */
export const PALETTES = { light, dark, imagery } as const satisfies Record<string, Palette>
