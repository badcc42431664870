import { enableMaintenance, maintenanceStatus } from '#contract/calls/settings.ts'
import type { Http } from './http/http.ts'

/** The maintenance switch over its calls (TCK-11). Errors are those of the request builder. */
export const createMaintenanceService = ({ http }: { http: Pick<Http, 'call'> }) => ({
  read: async (signal?: AbortSignal): Promise<boolean> =>
    (await http.call(maintenanceStatus, {}, signal)).maintenance,
  write: async (isOn: boolean, signal?: AbortSignal): Promise<boolean> =>
    (await http.call(enableMaintenance, { body: { maintenance: isOn } }, signal)).maintenance,
})

export type MaintenanceService = ReturnType<typeof createMaintenanceService>
