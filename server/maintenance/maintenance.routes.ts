import { enableMaintenance, maintenanceStatus } from '#contract/calls/maintenance.ts'
import type { SettingRepository } from '../db/settings.repository.ts'
import { type Route, route } from '../http/handler.ts'

/** The setting that stores the maintenance switch. */
const MAINTENANCE = 'maintenance'

/** The maintenance switch (TCK-11). It only shows a notice; users can still work (OPEN-80). */
export const maintenanceRoutes = ({ settings }: { settings: SettingRepository }): Route[] => [
  route(maintenanceStatus, async () => ({ maintenance: (await settings.get(MAINTENANCE)) === true })),
  route(enableMaintenance, async ({ body: { maintenance } }) => {
    await settings.set(MAINTENANCE, maintenance)
    return { maintenance }
  }),
]
