import { ReportFilter } from '../records/report-filter.ts'
import { VIEWER_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const REPORTS = `${DICV}/reports`

/** A report's rows. */
const report = <const TId extends string>(id: TId, row: string, name: string) =>
  defineCall({
    id,
    rows: [row],
    method: 'POST',
    path: `${REPORTS}/${name}`,
    body: ReportFilter,
    roles: VIEWER_ROLES,
    scope: 'vehicles',
  })

/** The same report as a file; the nested path answers as well (OPEN-09). */
const download = <const TId extends string>(
  id: TId,
  row: string,
  below: string,
  kind: 'xls' | 'pdf',
  name: string,
) =>
  defineCall({
    id,
    rows: [row, 'RPT-07'],
    method: 'POST',
    path: `${REPORTS}/${kind}-report/${name}`,
    aliases: [`${REPORTS}/${below}/${kind}-report/${name}`],
    body: ReportFilter,
    replyKind: 'blob',
    roles: VIEWER_ROLES,
    scope: 'vehicles',
  })

export const vehicleSummary = report('vehicleSummary', 'API-71', 'vehicleSummaryRpt')
export const vehicleSummaryXls = download(
  'vehicleSummaryXls',
  'API-71',
  'vehicleSummaryRpt',
  'xls',
  'VEHICLE_SUMMARY_REPORT',
)
export const vehicleSummaryPdf = download(
  'vehicleSummaryPdf',
  'API-71',
  'vehicleSummaryRpt',
  'pdf',
  'VEHICLE_SUMMARY_REPORT',
)
export const locationBySpeed = report('locationBySpeed', 'API-72', 'locationBySpeed')
export const locationByTime = report('locationByTime', 'API-73', 'locationByTime')
export const overSpeed = report('overSpeed', 'API-74', 'overSpeedRpt')
export const overSpeedXls = download('overSpeedXls', 'API-74', 'overSpeedRpt', 'xls', 'OVERSPEED_REPORT')
export const overSpeedPdf = download('overSpeedPdf', 'API-74', 'overSpeedRpt', 'pdf', 'OVERSPEED_REPORT')
export const fuelConsumption = report('fuelConsumption', 'API-75', 'fuelConsumptionRpt')
export const fuelConsumptionXls = download(
  'fuelConsumptionXls',
  'API-75',
  'fuelConsumptionRpt',
  'xls',
  'FUEL_CONSUMPTION_REPORT',
)
export const fuelConsumptionPdf = download(
  'fuelConsumptionPdf',
  'API-75',
  'fuelConsumptionRpt',
  'pdf',
  'FUEL_CONSUMPTION_REPORT',
)
export const vehicleInstant = report('vehicleInstant', 'API-76', 'vehInstantInfoRpt')
export const vehicleInstantXls = download(
  'vehicleInstantXls',
  'API-76',
  'vehInstantInfoRpt',
  'xls',
  'VEHICLE_INSTANT_REPORT',
)
export const vehicleInstantPdf = download(
  'vehicleInstantPdf',
  'API-76',
  'vehInstantInfoRpt',
  'pdf',
  'VEHICLE_INSTANT_REPORT',
)
export const alertsByImeiXls = download('alertsByImeiXls', 'API-77', 'alertsByImei', 'xls', 'ALERT_REPORT')
export const alertsByImeiPdf = download('alertsByImeiPdf', 'API-77', 'alertsByImei', 'pdf', 'ALERT_REPORT')
export const engineOverrun = report('engineOverrun', 'API-78', 'engineOverrunRpt')
export const engineOverrunXls = download(
  'engineOverrunXls',
  'API-78',
  'engineOverrunRpt',
  'xls',
  'ENGINE_OVERRUN_REPORT',
)
export const engineOverrunPdf = download(
  'engineOverrunPdf',
  'API-78',
  'engineOverrunRpt',
  'pdf',
  'ENGINE_OVERRUN_REPORT',
)
export const neutralDriving = report('neutralDriving', 'API-79', 'vehicleNeutralDriveRpt')
export const neutralDrivingXls = download(
  'neutralDrivingXls',
  'API-79',
  'vehicleNeutralDriveRpt',
  'xls',
  'NEUTRAL_DRIVING_REPORT',
)
export const neutralDrivingPdf = download(
  'neutralDrivingPdf',
  'API-79',
  'vehicleNeutralDriveRpt',
  'pdf',
  'NEUTRAL_DRIVING_REPORT',
)
