import { clientFiles, transferredKb } from './client-files.ts'
import type { BenchResult } from './result.ts'

const GOAL_KB = { firstLoad: 260, fleetScreen: 500 }

const result = (name: string, kb: number, goal?: number): BenchResult => ({
  name,
  value: kb,
  unit: 'kB with Brotli',
  ...(goal === undefined ? {} : { goal: `≤ ${goal} kB` }),
  ok: goal === undefined || kb <= goal,
})

/** Scripts and styles that a first visit downloads before the login shows, and those that the fleet screen adds. Needs a built client. */
export const run = async (): Promise<BenchResult[]> => {
  const { firstLoad, fleetScreen } = clientFiles()
  const map = fleetScreen.filter((file) => file.includes('maplibre'))
  if (map.length === 0) throw new Error('MapLibre is not loaded with the fleet screen.')
  return [
    result('first load, scripts and styles', transferredKb(firstLoad), GOAL_KB.firstLoad),
    result(
      'all that the fleet screen loads after it, with workers',
      transferredKb(fleetScreen),
      GOAL_KB.fleetScreen,
    ),
    result('of that MapLibre and its worker', transferredKb(map)),
  ]
}
