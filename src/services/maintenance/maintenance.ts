import { enableMaintenance, maintenanceStatus } from '#contract/calls/maintenance.ts'
import { EmptyReply } from '../http/failures.ts'
import type { Http } from '../http/http.ts'
import { shellRead } from '../http/request.ts'

/** The maintenance switch over its calls (TCK-11). Errors are those of the request builder. */
export const createMaintenanceService = ({ http }: { http: Pick<Http, 'send' | 'call'> }) => ({
  /** Errors: `EmptyReply` where the server does not say, which leaves the notice as it is. */
  read: async (signal?: AbortSignal): Promise<boolean> => {
    const { maintenance } = await shellRead(http, maintenanceStatus, {}, signal)
    if (maintenance === undefined) throw new EmptyReply()
    return maintenance
  },
  write: async (isOn: boolean, signal?: AbortSignal): Promise<boolean> =>
    (await http.call(enableMaintenance, { body: { maintenance: isOn } }, signal)).maintenance,
})
