import { enableMaintenance, maintenanceStatus } from '#contract/calls/maintenance.ts'
import type { SettingRepository } from '../db/settings.repository.ts'
import { type Route, route } from '../http/handler.ts'

/** Where the maintenance switch is kept. */
const MAINTENANCE = 'maintenance'

/** The maintenance switch (TCK-11). It shows a notice and keeps nobody out (OPEN-80). */
export const maintenanceRoutes = ({ settings }: { settings: SettingRepository }): Route[] => [
  route(maintenanceStatus, async () => ({ maintenance: (await settings.get(MAINTENANCE)) === true })),
  route(enableMaintenance, async ({ body: { maintenance } }) => {
    await settings.set(MAINTENANCE, maintenance)
    return { maintenance }
  }),
]
