/** Every screen, and whether it is built; one that is not shows an empty state with the page's title. */
export const SCREENS = {
  login: { isBuilt: true },
  recovery: { isBuilt: true },
  share: { isBuilt: true },
  profile: { isBuilt: true },
  profiles: { isBuilt: false },
  cssupport: { isBuilt: true },
  help: { isBuilt: true },
  dashboard: { isBuilt: true },
  track: { isBuilt: true },
  alerts: { isBuilt: true },
  trips: { isBuilt: false },
  health: { isBuilt: true },
  driving: { isBuilt: true },
  reports: { isBuilt: false },
  settings: { isBuilt: true },
  demo: { isBuilt: false },
  lab: { isBuilt: true },
} as const satisfies Readonly<Record<string, { isBuilt: boolean }>>
export type Screen = keyof typeof SCREENS
