import { ReportFilter } from '../records/report-filter.ts'
import { VIEWER_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const READ = { roles: VIEWER_ROLES, scope: 'vehicles' } as const

/** The trouble codes that are currently set (OPEN-45). */
export const getLiveDtc = defineCall({
  id: 'getLiveDtc',
  rows: ['API-15', 'HLT-01'],
  method: 'GET',
  path: `${DICV}/getLiveDtc`,
  ...READ,
})

/** Service reminders; the dashboard reads the same through the second backend (CONFLICT-24). */
const service = <const TId extends string>(id: TId, row: string, name: string) =>
  defineCall({ id, rows: [row, 'HLT-02'], method: 'GET', path: `${DICV}/${name}`, ...READ })

export const serviceDone = service('serviceDone', 'API-16', 'servicedone')
export const serviceDueSoon = service('serviceDueSoon', 'API-17', 'service-reminder-duesoon')
export const serviceOverdue = service('serviceOverdue', 'API-18', 'service-reminder-overdue')
export const serviceCount = service('serviceCount', 'API-19', 'service-reminder-count')

export const getAlertType = defineCall({
  id: 'getAlertType',
  rows: ['API-20'],
  method: 'GET',
  path: `${DICV}/getAlertType`,
  ...READ,
})

export const fleetDtcData = defineCall({
  id: 'fleetDtcData',
  rows: ['API-21', 'HLT-01'],
  method: 'POST',
  path: `${DICV}/fleetdtcdata`,
  body: ReportFilter,
  ...READ,
})

export const fleetDtcXls = defineCall({
  id: 'fleetDtcXls',
  rows: ['API-22', 'HLT-03'],
  method: 'POST',
  path: `${DICV}/generatefleetdtcdata/xls`,
  body: ReportFilter,
  replyKind: 'blob',
  ...READ,
})

export const fleetDtcPdf = defineCall({
  id: 'fleetDtcPdf',
  rows: ['API-23', 'HLT-03'],
  method: 'POST',
  path: `${DICV}/generatefleetdtcdata/pdf`,
  body: ReportFilter,
  replyKind: 'blob',
  ...READ,
})
