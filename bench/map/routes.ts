import { setTimeout as delay } from 'node:timers/promises'
import { playbackLinkSearch } from '#contract/links/playback.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import type { BenchEnvironment, MonitoredPage, Play, Variant } from './environment.ts'

/** The route is of the day before this one in India's time. */
const FROM = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS - 5.5 * HOUR_MS

const REST = { scriptMs: 30, within: 60 }

/** Waits until the page is almost idle for a second: the last tiles of its basemap are drawn, and what is measured next is the page's response alone. */
const rest = async (monitored: MonitoredPage): Promise<void> => {
  let before = await monitored.metric('ScriptDuration')
  for (let seconds = 0; seconds < REST.within; seconds++) {
    await delay(1_000)
    const now = await monitored.metric('ScriptDuration')
    if ((now - before) * 1000 < REST.scriptMs) return
    before = now
  }
  throw new Error(`The page did not come to rest in ${REST.within} s.`)
}

const inIndia = (time: number): string =>
  new Date(time + 5.5 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')

/** Opens our page at the link of a route of the day's first hours. */
const openLink = (environment: BenchEnvironment, hours: number): Promise<MonitoredPage> =>
  environment.open(
    'ours',
    `/track-trace${playbackLinkSearch({
      vehicleId: environment.vehicleId,
      range: { from: FROM, to: FROM + hours * HOUR_MS },
      ...{ at: FROM, speed: 10, camera: { lng: 73, lat: 19, zoom: 7 }, alerts: false },
    })}`,
  )

/** Our page with such a route, ready to be played, when it has come to rest. */
export const openRoute = async (environment: BenchEnvironment, hours: number): Promise<MonitoredPage> => {
  const monitored = await openLink(environment, hours)
  await monitored.page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 60_000 })
  await rest(monitored)
  return monitored
}

const openFloorPage = (environment: BenchEnvironment): Promise<MonitoredPage> => {
  const play: Play = {
    vehicleId: environment.vehicleId,
    fromDate: inIndia(FROM),
    toDate: inIndia(FROM + DAY_MS),
  }
  return environment.open('floor', '', play)
}

/** The floor with the whole day's route, when it has come to rest. */
export const openFloor = async (environment: BenchEnvironment): Promise<MonitoredPage> => {
  const monitored = await openFloorPage(environment)
  await monitored.page.waitForFunction(() => window.floor?.painted, undefined, { timeout: 60_000 })
  await rest(monitored)
  return monitored
}

/** ms from the request of the day's route to its picture, and the longest task in between. */
export type Loading = { readonly ms: number; readonly longestTask: number }

/** Opens the page of a whole day's route and watches it until the route is drawn. */
export const measureLoading = async (environment: BenchEnvironment, which: Variant): Promise<Loading> => {
  const monitored = await (which === 'ours' ? openLink(environment, 24) : openFloorPage(environment))
  await monitored.page.waitForFunction(() => window.route?.drawnAt > 0, undefined, { timeout: 60_000 })
  // Tasks are reported after they have ended.
  await delay(1_000)
  const loading = await monitored.page.evaluate(() => {
    const requested = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.endsWith('/routeplayback'))
    if (requested === undefined) throw new Error('The route was not asked for.')
    const { drawnAt, tasks } = window.route
    const within = tasks.filter(({ at, ms }) => at + ms > requested.startTime && at < drawnAt)
    return { ms: drawnAt - requested.startTime, longestTask: Math.max(0, ...within.map(({ ms }) => ms)) }
  })
  await monitored.close()
  return loading
}
