import {
  completeLayout,
  type DashboardLayout,
  dashboardSearch,
  readDashboardLink,
} from '#contract/links/dashboard.ts'
import type { Preferences } from '#contract/records/preferences.ts'
import type { DashboardAddress, KeptPlace } from '#src/machines/dashboard/dashboard.ports.ts'
import type { AppLocation } from '../location/location.ts'

type Dependencies = {
  readonly location: Pick<AppLocation, 'current' | 'navigate'>
  /** Those of the user; `load` resolves when the server's are known, or cannot be. */
  readonly preferences: {
    load(): Promise<void>
    current(): Preferences
    choose(change: Partial<Preferences>): Promise<void>
  }
  /** ms UTC. */
  readonly now: () => number
}

/** Keeps what the dashboard shows in the address, and its layout among the preferences of the user. */
export const createDashboardPlace = ({ location, preferences, now }: Dependencies) => ({
  read: async (): Promise<DashboardAddress> => {
    await preferences.load()
    const { dashboard } = preferences.current()
    const { isPeriodInvalid, ...place } = readDashboardLink(location.current().search)
    return {
      ...{ place, isPeriodInvalid },
      keptLayout: dashboard === null ? null : completeLayout(dashboard),
      now: now(),
    }
  },
  /** Changes the address of the dashboard that is shown, which has two (SHL-06). */
  keep: ({ place, replace }: KeptPlace): void =>
    location.navigate(`${location.current().path}${dashboardSearch(place)}`, { replace }),
  saveLayout: ({ shown, hidden }: DashboardLayout): void =>
    void preferences.choose({ dashboard: { shown: [...shown], hidden: [...hidden] } }),
})
