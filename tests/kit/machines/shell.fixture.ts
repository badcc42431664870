import { concat, NEVER, of } from 'rxjs'
import { fromEventObservable } from 'xstate'
import type { Mail, MailHead } from '#contract/calls/mail.ts'
import type { PasswordChange } from '#contract/calls/settings.ts'
import type { TickerMessage } from '#contract/calls/ticker.ts'
import type { Company, ListedUser } from '#contract/calls/users.ts'
import type { DashboardLayout } from '#contract/links/dashboard.ts'
import type { AlertChoice, BackTest, EnabledAlert } from '#contract/records/alert-settings.ts'
import type { FaultSettings } from '#contract/records/faults.ts'
import type { Gateway } from '#contract/records/gateway.ts'
import type { PositionImport } from '#contract/records/position-import.ts'
import type { KpiScales } from '#contract/records/scaling.ts'
import type { UserDetail } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import { alertPopupMachine } from '#src/machines/alert-popup/alert-popup.machine.ts'
import type {
  AlertPollEvent,
  FollowEvent,
  MouseMoveEvent,
  NotificationConsent,
  PopupAlert,
  PresenceEvent,
  SignalChoices,
  SignalState,
} from '#src/machines/alert-popup/alert-popup.ports.ts'
import {
  alertPreferencesForm,
  alertSettingsForm,
  scoredAlertsForm,
} from '#src/machines/alerts/alert-form.machine.ts'
import { alertListMachine } from '#src/machines/alerts/alert-list.machine.ts'
import type {
  AlertListAddress,
  AlertListChoices,
  AlertRefreshEvent,
  AlertsRequest,
  AlertsSummary,
  KeptFilter,
} from '#src/machines/alerts/alert-list.ports.ts'
import type { BackTestRequest, FormValues, SavedForm } from '#src/machines/alerts/alert-settings.ports.ts'
import { backTestMachine } from '#src/machines/alerts/back-test.machine.ts'
import { dashboardMachine } from '#src/machines/dashboard/dashboard.machine.ts'
import type {
  DashboardAddress,
  DashboardChoices,
  FiguresRefreshEvent,
  FiguresRequest,
  HeldFigures,
  KeptPlace,
} from '#src/machines/dashboard/dashboard.ports.ts'
import { widgetMachine } from '#src/machines/dashboard/widget.machine.ts'
import { drivingAnalysisMachine } from '#src/machines/driving-analysis/driving-analysis.machine.ts'
import type {
  DrivingAddress,
  DrivingChoices,
  IncidentsRequest,
  KeptDriving,
  ScoresRequest,
  ScoresSummary,
  TrendRequest,
} from '#src/machines/driving-analysis/driving-analysis.ports.ts'
import { faultsMachine } from '#src/machines/faults/faults.machine.ts'
import {
  fleetFilterMachine,
  groupsRequest,
  regionsRequest,
} from '#src/machines/fleet-filter/fleet-filter.machine.ts'
import type { GroupOption, RegionOption } from '#src/machines/fleet-filter/fleet-filter.ports.ts'
import { gatewayMachine } from '#src/machines/gateway/gateway.machine.ts'
import type { ChangedGateway, GatewayChange } from '#src/machines/gateway/gateway.ports.ts'
import { dtcPopupMachine } from '#src/machines/health/dtc-popup.machine.ts'
import { healthMachine } from '#src/machines/health/health.machine.ts'
import type {
  HealthAddress,
  HealthChoices,
  HealthRequest,
  HealthSummary,
  KeptHealth,
  LiveDtcCounts,
  ServiceChange,
} from '#src/machines/health/health.ports.ts'
import { manualMachine } from '#src/machines/help/manual.machine.ts'
import { importMachine } from '#src/machines/import/import.machine.ts'
import type {
  PartSentEvent,
  PartsRequest,
  PickedFile,
  RunRequest,
} from '#src/machines/import/import.ports.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { liveShareMachine } from '#src/machines/live-share/live-share.machine.ts'
import type { LinkAnswer, ShareEnded, ShareStreamEvent } from '#src/machines/live-share/live-share.ports.ts'
import { maintenanceMachine } from '#src/machines/maintenance/maintenance.machine.ts'
import type { MaintenanceDueEvent, MaintenanceStatus } from '#src/machines/maintenance/maintenance.ports.ts'
import { paymentMachine } from '#src/machines/payment/payment.machine.ts'
import { profileMachine } from '#src/machines/profile/profile.machine.ts'
import { recoveryMachine } from '#src/machines/session/recovery.machine.ts'
import { outboxMachine } from '#src/machines/settings/outbox.machine.ts'
import { scalingMachine } from '#src/machines/settings/scaling.machine.ts'
import type { FactorChanges, MeasuredKpis, SavedScales } from '#src/machines/settings/scaling.ports.ts'
import {
  type KeptTab,
  type SettingsPlaceEvent,
  settingsMachine,
} from '#src/machines/settings/settings.machine.ts'
import { type UndeliveredList, undeliveredMachine } from '#src/machines/settings/undelivered.machine.ts'
import { supportMachine, usersRequest } from '#src/machines/support/support.machine.ts'
import type { ActingRequest, ActingTime, CompanyUser } from '#src/machines/support/support.ports.ts'
import {
  type SupportChangeList,
  type SupportChangesInput,
  supportChangesRequest,
} from '#src/machines/support/support-changes.machine.ts'
import {
  companiesRequest,
  companyUsersRequest,
  supportViewMachine,
} from '#src/machines/support/support-view.machine.ts'
import { tickerMachine } from '#src/machines/ticker/ticker.machine.ts'
import type { TickerList, TickerRefreshEvent, WrittenMessage } from '#src/machines/ticker/ticker.ports.ts'
import { tickerEditorMachine } from '#src/machines/ticker/ticker-editor.machine.ts'
import { controlledEvents, controlledPromise, controlledQuery, recordedAction } from './controlled-ports.ts'

/** The support view's machine, its ports answered by the test. */
export const createSupportViewFixture = () => {
  const companies = controlledQuery<readonly Company[], Record<never, never>>()
  const companyUsers = controlledQuery<readonly CompanyUser[], { companyId: number }>()
  return {
    companies,
    companyUsers,
    machine: supportViewMachine.provide({
      actors: {
        companies: companiesRequest.provide({ actors: { send: companies.logic } }),
        users: companyUsersRequest.provide({ actors: { send: companyUsers.logic } }),
      },
    }),
  }
}

/** The filters' machine, its lists answered by the test. */
export const createFleetFilterFixture = () => {
  const groups = controlledQuery<readonly GroupOption[], Record<never, never>>()
  const regions = controlledQuery<readonly RegionOption[], Record<never, never>>()
  return {
    groups,
    regions,
    machine: fleetFilterMachine.provide({
      actors: {
        groups: groupsRequest.provide({ actors: { send: groups.logic } }),
        regions: regionsRequest.provide({ actors: { send: regions.logic } }),
      },
    }),
  }
}

/** The machines around the screens, every port answered by the test. */
export const createShellFixture = (notify: (_: unknown, notice: Notice) => void = () => {}) => {
  const ports = {
    messages: controlledPromise<TickerList>(),
    refreshes: controlledEvents<TickerRefreshEvent>(),
    acknowledged: recordedAction<readonly TickerMessage[]>(),
    status: controlledPromise<boolean>(),
    writeStatus: controlledPromise<boolean, MaintenanceStatus>(),
    checks: controlledEvents<MaintenanceDueEvent>(),
    checkLink: controlledPromise<LinkAnswer>(),
    watchLink: controlledEvents<ShareEnded>(),
    followShared: controlledEvents<ShareStreamEvent, { vehicleId: number }>(),
    restoreFaults: controlledPromise<FaultSettings | null>(),
    applyFaults: controlledPromise<void, FaultSettings>(),
    faultsTurnedOff: recordedAction<undefined>(),
    streamDropped: recordedAction<undefined>(),
    manual: controlledPromise<void>(),
    keptTab: recordedAction<KeptTab>(),
    password: controlledPromise<string, PasswordChange>(),
    editorList: controlledPromise<readonly TickerMessage[]>(),
    save: controlledPromise<string, WrittenMessage>(),
    remove: controlledPromise<string, { messageId: number }>(),
    mails: controlledPromise<readonly MailHead[]>(),
    mail: controlledPromise<Mail, { mailId: number }>(),
    undelivered: controlledPromise<UndeliveredList>(),
    sendAgain: controlledPromise<number, { deliveryIds: readonly number[] }>(),
    currentImport: controlledPromise<PositionImport | null, { readonly isPolled: boolean }>(),
    beginImport: controlledPromise<PositionImport, PickedFile>(),
    importParts: controlledEvents<PartSentEvent, PartsRequest>(),
    runImport: controlledPromise<PositionImport, RunRequest>(),
    cancelImport: controlledPromise<PositionImport, { importId: string }>(),
    readGateway: controlledPromise<Gateway, { readonly isPolled: boolean }>(),
    changeGateway: controlledPromise<ChangedGateway, GatewayChange>(),
    scales: controlledPromise<KpiScales>(),
    saveFactors: controlledPromise<SavedScales, FactorChanges>(),
    measureKpis: controlledPromise<MeasuredKpis>(),
    alertChoices: controlledPromise<FormValues<AlertChoice>>(),
    saveAlertChoices: controlledPromise<SavedForm<AlertChoice>, { changes: FormValues<AlertChoice> }>(),
    alertPreferences: controlledPromise<FormValues<boolean>>(),
    saveAlertPreferences: controlledPromise<SavedForm<boolean>, { changes: FormValues<boolean> }>(),
    scoredAlerts: controlledPromise<FormValues<boolean>>(),
    saveScoredAlerts: controlledPromise<SavedForm<boolean>, { changes: FormValues<boolean> }>(),
    backTest: controlledPromise<BackTest, BackTestRequest>(),
    contact: controlledQuery<UserDetail, Record<never, never>>(),
    supportChanges: controlledQuery<SupportChangeList, SupportChangesInput>(),
    enabledAlerts: controlledPromise<readonly EnabledAlert[]>(),
    alertAddress: controlledPromise<AlertListAddress, { isOpen: boolean }>(),
    alerts: controlledPromise<AlertsSummary, AlertsRequest>(),
    alertEvidence: controlledPromise<void, { alertId: number }>(),
    listedAlertChoices: controlledPromise<AlertListChoices>(),
    acknowledgeAlerts: controlledPromise<void, { alertIds: readonly number[] }>(),
    alertRefreshes: controlledEvents<AlertRefreshEvent>(),
    keptFilter: recordedAction<KeptFilter>(),
    keptColumns: recordedAction<{ hidden: readonly string[] }>(),
    healthAddress: controlledPromise<HealthAddress, { isOpen: boolean }>(),
    health: controlledPromise<HealthSummary, HealthRequest>(),
    healthChoices: controlledPromise<HealthChoices>(),
    fluidLevels: controlledPromise<void, { vehicleId: number }>(),
    serviceChange: controlledPromise<void, ServiceChange>(),
    keptHealth: recordedAction<KeptHealth>(),
    dtcFlag: controlledPromise<boolean>(),
    dtcCounts: controlledPromise<LiveDtcCounts>(),
    dtcFlagCleared: recordedAction<undefined>(),
    dtcFollowed: recordedAction<{ path: string }>(),
    drivingAddress: controlledPromise<DrivingAddress, { isOpen: boolean }>(),
    drivingScores: controlledPromise<ScoresSummary, ScoresRequest>(),
    drivingTrend: controlledPromise<void, TrendRequest>(),
    drivingIncidents: controlledPromise<void, IncidentsRequest>(),
    drivingChoices: controlledPromise<DrivingChoices>(),
    keptDriving: recordedAction<KeptDriving>(),
    dashboardAddress: controlledPromise<DashboardAddress>(),
    dashboardChoices: controlledPromise<DashboardChoices>(),
    figures: controlledPromise<HeldFigures, FiguresRequest>(),
    figureRefreshes: controlledEvents<FiguresRefreshEvent>(),
    keptPlace: recordedAction<KeptPlace>(),
    savedLayout: recordedAction<{ layout: DashboardLayout }>(),
    firstName: controlledPromise<{ firstName: string }>(),
    acting: controlledPromise<ActingTime | null>(),
    users: controlledQuery<readonly ListedUser[], { role: Role }>(),
    profile: controlledQuery<UserDetail, Record<never, never>>(),
    beginActing: controlledPromise<ActingTime, ActingRequest>(),
    endActing: controlledPromise<void>(),
    startedAnew: recordedAction<{ path: string }>(),
    requestLink: controlledPromise<string, { account: string }>(),
    setPassword: controlledPromise<string, { newPassword: string }>(),
    payment: controlledPromise<{ redirectionUrl: string }>(),
    openedTab: recordedAction<{ address: string }>(),
    alertPolls: controlledEvents<AlertPollEvent>(),
    presence: controlledEvents<PresenceEvent>(),
    mouseMoves: controlledEvents<MouseMoveEvent>(),
    notificationPresses: controlledEvents<FollowEvent>(),
    alertSignals: controlledPromise<SignalState>(),
    notificationConsent: controlledPromise<NotificationConsent>(),
    alertFollowed: recordedAction<{ path: string }>(),
    signalled: recordedAction<{ alerts: readonly PopupAlert[] }>(),
    storedSignals: recordedAction<SignalChoices>(),
    samplePlayed: recordedAction<undefined>(),
  }
  const machines = {
    readFirstName: ports.firstName.logic,
    readEnabledAlerts: ports.enabledAlerts.logic,
    alertList: alertListMachine.provide({
      actors: {
        readAddress: ports.alertAddress.logic,
        loadAlerts: ports.alerts.logic,
        loadEvidence: ports.alertEvidence.logic,
        loadChoices: ports.listedAlertChoices.logic,
        acknowledge: ports.acknowledgeAlerts.logic,
        refreshes: ports.alertRefreshes.logic,
      },
      actions: { notify, keepFilter: ports.keptFilter.act, keepColumns: ports.keptColumns.act },
    }),
    health: healthMachine.provide({
      actors: {
        readAddress: ports.healthAddress.logic,
        loadHealth: ports.health.logic,
        loadChoices: ports.healthChoices.logic,
        loadLevels: ports.fluidLevels.logic,
        changeService: ports.serviceChange.logic,
      },
      actions: { notify, keepAddress: ports.keptHealth.act },
    }),
    dtcPopup: dtcPopupMachine.provide({
      actors: { readFlag: ports.dtcFlag.logic, loadCounts: ports.dtcCounts.logic },
      actions: { clearFlag: ports.dtcFlagCleared.act, navigate: ports.dtcFollowed.act },
    }),
    drivingAnalysis: drivingAnalysisMachine.provide({
      actors: {
        readAddress: ports.drivingAddress.logic,
        loadScores: ports.drivingScores.logic,
        loadTrend: ports.drivingTrend.logic,
        loadIncidents: ports.drivingIncidents.logic,
        loadChoices: ports.drivingChoices.logic,
      },
      actions: { keepAddress: ports.keptDriving.act },
    }),
    dashboard: dashboardMachine.provide({
      actors: {
        readAddress: ports.dashboardAddress.logic,
        loadChoices: ports.dashboardChoices.logic,
        refreshes: ports.figureRefreshes.logic,
        widget: widgetMachine.provide({ actors: { loadFigures: ports.figures.logic } }),
      },
      actions: { keepPlace: ports.keptPlace.act, saveLayout: ports.savedLayout.act },
    }),
    ticker: tickerMachine.provide({
      actors: { loadMessages: ports.messages.logic, refreshes: ports.refreshes.logic },
      actions: { notify, storeAcknowledgement: ports.acknowledged.act },
    }),
    maintenance: maintenanceMachine.provide({
      actors: {
        readStatus: ports.status.logic,
        writeStatus: ports.writeStatus.logic,
        checks: ports.checks.logic,
      },
      actions: { notify },
    }),
    liveShare: liveShareMachine.provide({
      actors: {
        checkLink: ports.checkLink.logic,
        watchLink: ports.watchLink.logic,
        followShared: ports.followShared.logic,
      },
      actions: { notify },
    }),
    faults: faultsMachine.provide({
      actors: { restore: ports.restoreFaults.logic, apply: ports.applyFaults.logic },
      actions: { notify, turnOff: ports.faultsTurnedOff.act, dropStream: ports.streamDropped.act },
    }),
    manual: manualMachine.provide({ actors: { downloadManual: ports.manual.logic }, actions: { notify } }),
    support: supportMachine.provide({
      actors: {
        restore: ports.acting.logic,
        users: usersRequest.provide({ actors: { send: ports.users.logic } }),
        begin: ports.beginActing.logic,
        end: ports.endActing.logic,
      },
      actions: { startAnew: ports.startedAnew.act },
    }),
    recovery: recoveryMachine.provide({
      actors: { requestLink: ports.requestLink.logic, setPassword: ports.setPassword.logic },
    }),
    payment: paymentMachine.provide({
      actors: { askAddress: ports.payment.logic },
      actions: { notify, openTab: ports.openedTab.act },
    }),
    alertPopup: alertPopupMachine.provide({
      actors: {
        polls: ports.alertPolls.logic,
        presence: ports.presence.logic,
        mouseMoves: ports.mouseMoves.logic,
        presses: ports.notificationPresses.logic,
        readSignals: ports.alertSignals.logic,
        askConsent: ports.notificationConsent.logic,
      },
      actions: {
        navigate: ports.alertFollowed.act,
        signal: ports.signalled.act,
        storeSignals: ports.storedSignals.act,
        playSample: ports.samplePlayed.act,
      },
    }),
    profile: profileMachine.provide({ actors: { send: ports.profile.logic } }),
    settings: settingsMachine.provide({
      actors: {
        editor: tickerEditorMachine.provide({
          actors: {
            loadMessages: ports.editorList.logic,
            saveMessage: ports.save.logic,
            deleteMessage: ports.remove.logic,
          },
          actions: { notify },
        }),
        outbox: outboxMachine.provide({
          actors: { loadMails: ports.mails.logic, loadMail: ports.mail.logic },
        }),
        undelivered: undeliveredMachine.provide({
          actors: { loadUndelivered: ports.undelivered.logic, sendAgain: ports.sendAgain.logic },
        }),
        imports: importMachine.provide({
          actors: {
            readCurrent: ports.currentImport.logic,
            begin: ports.beginImport.logic,
            sendParts: ports.importParts.logic,
            run: ports.runImport.logic,
            cancel: ports.cancelImport.logic,
          },
        }),
        gateway: gatewayMachine.provide({
          actors: { readGateway: ports.readGateway.logic, changeGateway: ports.changeGateway.logic },
        }),
        scaling: scalingMachine.provide({
          actors: {
            loadScales: ports.scales.logic,
            saveFactors: ports.saveFactors.logic,
            measureKpis: ports.measureKpis.logic,
          },
          actions: { notify },
        }),
        alertSettings: alertSettingsForm.provide({
          actors: { loadValues: ports.alertChoices.logic, saveChanges: ports.saveAlertChoices.logic },
          actions: { notify },
        }),
        scoredAlerts: scoredAlertsForm.provide({
          actors: { loadValues: ports.scoredAlerts.logic, saveChanges: ports.saveScoredAlerts.logic },
          actions: { notify },
        }),
        backTest: backTestMachine.provide({ actors: { runBackTest: ports.backTest.logic } }),
        alertPreferences: alertPreferencesForm.provide({
          actors: { loadValues: ports.alertPreferences.logic, saveChanges: ports.saveAlertPreferences.logic },
          actions: { notify },
        }),
        contact: profileMachine.provide({ actors: { send: ports.contact.logic } }),
        supportChanges: supportChangesRequest.provide({ actors: { send: ports.supportChanges.logic } }),
        // An address that names no tab.
        places: fromEventObservable<SettingsPlaceEvent, undefined>(() =>
          concat(of<SettingsPlaceEvent>({ type: 'settings.placeChanged', tab: null }), NEVER),
        ),
        changePassword: ports.password.logic,
      },
      actions: { notify, keepTab: ports.keptTab.act },
    }),
  }
  return { ports, machines }
}
