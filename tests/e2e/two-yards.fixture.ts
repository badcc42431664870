import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { worldSize } from '#src/services/map/scene/mercator.ts'
import { addUserOfOwnCompany, runProgram } from './own-company.fixture.ts'

const COMPANY = 'Two Yards'
/** The closest zoom that pressing a ring leads to, and px there between the yards: one arrow key from their centre to either. */
const CLOSE = { zoom: 16, px: 200 }
const WEST_YARD = [77.51, 12.97] as const

/**
 * Adds a company of its own with a CUSTOMER, and five trucks in two yards east and west of each other: one ring on the map of
 * them all, and no zoom separates those of one yard. `far` are those of the eastern yard.
 */
export const addTwoYards = async () => {
  const { userName, password } = await addUserOfOwnCompany('yardmaster', 'CUSTOMER', COMPANY)
  const [lng, lat] = WEST_YARD
  const east = lng + (CLOSE.px / worldSize(CLOSE.zoom)) * 360
  const time = new Date(Date.now() - 120_000).toISOString()
  const trucks = [1, 2, 3, 4, 5].map((number) => ({
    registration: `KA 07 YD 000${number}`,
    at: number > 2 ? east : lng,
  }))
  const folder = mkdtempSync(join(tmpdir(), 'roadbook-yards-'))
  try {
    const file = join(folder, 'yards.csv')
    const lines = trucks.map(({ registration, at }) => `${registration},${time},${lat},${at.toFixed(6)},0`)
    writeFileSync(file, ['vehicle,time,latitude,longitude,speed', ...lines].join('\n'))
    await runProgram('import', file, '--company', COMPANY)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { userName, password, far: trucks.slice(2).map(({ registration }) => registration) }
}
