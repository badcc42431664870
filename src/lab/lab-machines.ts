import type { AnyStateMachine, EventObject } from 'xstate'
import { alertPopupMachine } from '../machines/alert-popup/alert-popup.machine.ts'
import { alertPopupModel } from '../machines/alert-popup/alert-popup.model.ts'
import { alertSettingsForm } from '../machines/alerts/alert-form.machine.ts'
import { alertFormModel } from '../machines/alerts/alert-form.model.ts'
import { alertListMachine } from '../machines/alerts/alert-list.machine.ts'
import { alertListModel } from '../machines/alerts/alert-list.model.ts'
import { backTestMachine } from '../machines/alerts/back-test.machine.ts'
import { backTestModel } from '../machines/alerts/back-test.model.ts'
import { appMachine } from '../machines/app/app.machine.ts'
import { appModel } from '../machines/app/app.model.ts'
import { dashboardMachine } from '../machines/dashboard/dashboard.machine.ts'
import { dashboardModel } from '../machines/dashboard/dashboard.model.ts'
import { widgetMachine } from '../machines/dashboard/widget.machine.ts'
import { widgetModel } from '../machines/dashboard/widget.model.ts'
import { dateRangeMachine } from '../machines/date-range/date-range.machine.ts'
import { dateRangeModel } from '../machines/date-range/date-range.model.ts'
import { drivingAnalysisMachine } from '../machines/driving-analysis/driving-analysis.machine.ts'
import { drivingAnalysisModel } from '../machines/driving-analysis/driving-analysis.model.ts'
import { faultsMachine } from '../machines/faults/faults.machine.ts'
import { faultsModel } from '../machines/faults/faults.model.ts'
import { fleetMachine } from '../machines/fleet/fleet.machine.ts'
import { fleetModel } from '../machines/fleet/fleet.model.ts'
import { fleetFilterMachine } from '../machines/fleet-filter/fleet-filter.machine.ts'
import { fleetFilterModel } from '../machines/fleet-filter/fleet-filter.model.ts'
import { vehicleSelectionMachine } from '../machines/fleet-filter/vehicle-selection.machine.ts'
import { vehicleSelectionModel } from '../machines/fleet-filter/vehicle-selection.model.ts'
import { gatewayMachine } from '../machines/gateway/gateway.machine.ts'
import { gatewayModel } from '../machines/gateway/gateway.model.ts'
import { fenceImportMachine } from '../machines/geofences/fence-import.machine.ts'
import { fenceImportModel } from '../machines/geofences/fence-import.model.ts'
import { geofencesMachine } from '../machines/geofences/geofences.machine.ts'
import { geofencesModel } from '../machines/geofences/geofences.model.ts'
import { gridMapMachine } from '../machines/grid-map/grid-map.machine.ts'
import { gridMapModel } from '../machines/grid-map/grid-map.model.ts'
import { dtcPopupMachine } from '../machines/health/dtc-popup.machine.ts'
import { dtcPopupModel } from '../machines/health/dtc-popup.model.ts'
import { healthMachine } from '../machines/health/health.machine.ts'
import { healthModel } from '../machines/health/health.model.ts'
import { manualMachine } from '../machines/help/manual.machine.ts'
import { manualModel } from '../machines/help/manual.model.ts'
import { importMachine } from '../machines/import/import.machine.ts'
import { importModel } from '../machines/import/import.model.ts'
import type { Model } from '../machines/kit/stimuli.ts'
import { transportMachine } from '../machines/lab/transport.machine.ts'
import { transportModel } from '../machines/lab/transport.model.ts'
import { liveLinksMachine } from '../machines/live-share/live-links.machine.ts'
import { liveLinksModel } from '../machines/live-share/live-links.model.ts'
import { liveShareMachine } from '../machines/live-share/live-share.machine.ts'
import { liveShareModel } from '../machines/live-share/live-share.model.ts'
import { maintenanceMachine } from '../machines/maintenance/maintenance.machine.ts'
import { maintenanceModel } from '../machines/maintenance/maintenance.model.ts'
import { paymentMachine } from '../machines/payment/payment.machine.ts'
import { paymentModel } from '../machines/payment/payment.model.ts'
import { playbackMachine } from '../machines/playback/playback.machine.ts'
import { playbackModel } from '../machines/playback/playback.model.ts'
import { playbackAlertsMachine } from '../machines/playback/playback-alerts.machine.ts'
import { playbackAlertsModel } from '../machines/playback/playback-alerts.model.ts'
import { profileMachine } from '../machines/profile/profile.machine.ts'
import { profileModel } from '../machines/profile/profile.model.ts'
import { requestModel } from '../machines/request/request.model.ts'
import { recoveryMachine } from '../machines/session/recovery.machine.ts'
import { recoveryModel } from '../machines/session/recovery.model.ts'
import { sessionMachine } from '../machines/session/session.machine.ts'
import { sessionModel } from '../machines/session/session.model.ts'
import { outboxMachine } from '../machines/settings/outbox.machine.ts'
import { outboxModel } from '../machines/settings/outbox.model.ts'
import { scalingMachine } from '../machines/settings/scaling.machine.ts'
import { scalingModel } from '../machines/settings/scaling.model.ts'
import { settingsMachine } from '../machines/settings/settings.machine.ts'
import { settingsModel } from '../machines/settings/settings.model.ts'
import { undeliveredMachine } from '../machines/settings/undelivered.machine.ts'
import { undeliveredModel } from '../machines/settings/undelivered.model.ts'
import { supportMachine, usersRequest } from '../machines/support/support.machine.ts'
import { supportModel } from '../machines/support/support.model.ts'
import { supportChangesRequest } from '../machines/support/support-changes.machine.ts'
import { supportChangesModel } from '../machines/support/support-changes.model.ts'
import { supportViewMachine } from '../machines/support/support-view.machine.ts'
import { supportViewModel } from '../machines/support/support-view.model.ts'
import { tickerMachine } from '../machines/ticker/ticker.machine.ts'
import { tickerModel } from '../machines/ticker/ticker.model.ts'
import { tickerEditorMachine } from '../machines/ticker/ticker-editor.machine.ts'
import { tickerEditorModel } from '../machines/ticker/ticker-editor.model.ts'
import { tripPlotMachine } from '../machines/trips/trip-plot.machine.ts'
import { tripPlotModel } from '../machines/trips/trip-plot.model.ts'
import { tripsMachine } from '../machines/trips/trips.machine.ts'
import { tripsModel } from '../machines/trips/trips.model.ts'
import { type StateGraph, stateGraph } from './state-graph.ts'

/** A shipped machine with its model, and where its code is: the file below `src/machines/` and what it exports. */
export type LabMachine = {
  readonly name: string
  readonly file: string
  readonly exported: string
  readonly machine: AnyStateMachine
  readonly model: Model<unknown, EventObject, unknown>
}

const entry = <TContext, TEvent extends EventObject, TInput>(
  path: string,
  exported: string,
  machine: AnyStateMachine,
  model: Model<TContext, TEvent, TInput>,
): LabMachine => ({
  name: path.slice(path.indexOf('/') + 1),
  file: `${path}.machine.ts`,
  exported,
  machine,
  model: model as LabMachine['model'],
})

/** Every machine of the client; `request` is one of those that `createRequestMachine` makes. */
export const LAB_MACHINES: readonly LabMachine[] = [
  entry('app/app', 'appMachine', appMachine, appModel),
  entry('session/session', 'sessionMachine', sessionMachine, sessionModel),
  entry('session/recovery', 'recoveryMachine', recoveryMachine, recoveryModel),
  entry('fleet/fleet', 'fleetMachine', fleetMachine, fleetModel),
  entry('fleet-filter/fleet-filter', 'fleetFilterMachine', fleetFilterMachine, fleetFilterModel),
  entry(
    'fleet-filter/vehicle-selection',
    'vehicleSelectionMachine',
    vehicleSelectionMachine,
    vehicleSelectionModel,
  ),
  entry('alerts/alert-list', 'alertListMachine', alertListMachine, alertListModel),
  entry('health/health', 'healthMachine', healthMachine, healthModel),
  entry('health/dtc-popup', 'dtcPopupMachine', dtcPopupMachine, dtcPopupModel),
  entry(
    'driving-analysis/driving-analysis',
    'drivingAnalysisMachine',
    drivingAnalysisMachine,
    drivingAnalysisModel,
  ),
  entry('dashboard/dashboard', 'dashboardMachine', dashboardMachine, dashboardModel),
  entry('dashboard/widget', 'widgetMachine', widgetMachine, widgetModel),
  entry('playback/playback', 'playbackMachine', playbackMachine, playbackModel),
  entry('playback/playback-alerts', 'playbackAlertsMachine', playbackAlertsMachine, playbackAlertsModel),
  entry('date-range/date-range', 'dateRangeMachine', dateRangeMachine, dateRangeModel),
  entry('geofences/geofences', 'geofencesMachine', geofencesMachine, geofencesModel),
  entry('geofences/fence-import', 'fenceImportMachine', fenceImportMachine, fenceImportModel),
  entry('trips/trips', 'tripsMachine', tripsMachine, tripsModel),
  entry('trips/trip-plot', 'tripPlotMachine', tripPlotMachine, tripPlotModel),
  entry('live-share/live-share', 'liveShareMachine', liveShareMachine, liveShareModel),
  entry('live-share/live-links', 'liveLinksMachine', liveLinksMachine, liveLinksModel),
  entry('grid-map/grid-map', 'gridMapMachine', gridMapMachine, gridMapModel),
  entry('ticker/ticker', 'tickerMachine', tickerMachine, tickerModel),
  entry('ticker/ticker-editor', 'tickerEditorMachine', tickerEditorMachine, tickerEditorModel),
  entry('alert-popup/alert-popup', 'alertPopupMachine', alertPopupMachine, alertPopupModel),
  entry('maintenance/maintenance', 'maintenanceMachine', maintenanceMachine, maintenanceModel),
  entry('settings/settings', 'settingsMachine', settingsMachine, settingsModel),
  entry('alerts/alert-form', 'alertSettingsForm', alertSettingsForm, alertFormModel),
  entry('alerts/back-test', 'backTestMachine', backTestMachine, backTestModel),
  entry('settings/outbox', 'outboxMachine', outboxMachine, outboxModel),
  entry('settings/scaling', 'scalingMachine', scalingMachine, scalingModel),
  entry('settings/undelivered', 'undeliveredMachine', undeliveredMachine, undeliveredModel),
  entry('gateway/gateway', 'gatewayMachine', gatewayMachine, gatewayModel),
  entry('import/import', 'importMachine', importMachine, importModel),
  entry('profile/profile', 'profileMachine', profileMachine, profileModel),
  entry('help/manual', 'manualMachine', manualMachine, manualModel),
  entry('support/support', 'supportMachine', supportMachine, supportModel),
  entry('support/support-changes', 'supportChangesRequest', supportChangesRequest, supportChangesModel),
  entry('support/support-view', 'supportViewMachine', supportViewMachine, supportViewModel),
  entry('payment/payment', 'paymentMachine', paymentMachine, paymentModel),
  entry('lab/transport', 'transportMachine', transportMachine, transportModel),
  entry('faults/faults', 'faultsMachine', faultsMachine, faultsModel),
  { ...entry('support/support', 'usersRequest', usersRequest, requestModel), name: 'request' },
]

const graphs = new Map<LabMachine, StateGraph>()

/** The states that a machine's model leads to, walked once. Throws `TooManyStates`. */
export const graphOf = (machine: LabMachine): StateGraph => {
  const graph = graphs.get(machine) ?? stateGraph(machine.machine, machine.model)
  graphs.set(machine, graph)
  return graph
}
