import { notifications } from '@mantine/notifications'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createActor, type SimulatedClock } from 'xstate'
import type { AlertMarker } from '#contract/calls/playback.ts'
import type { Environment } from '#contract/records/environment.ts'
import type { FleetVehicle, VehicleOption } from '#contract/records/fleet.ts'
import type { SessionUser } from '#contract/records/session.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DEFAULT_UNITS } from '#domain/units.ts'
import { createAlertMap } from '#src/map-director/alert-map.ts'
import { createFenceDirector } from '#src/map-director/fence-director.ts'
import { createGridMaps } from '#src/map-director/grid-maps.ts'
import { createIncidentMap } from '#src/map-director/incident-map.ts'
import { createMapDirector } from '#src/map-director/map-director.ts'
import { createShareDirector } from '#src/map-director/share-director.ts'
import { createAlertStore } from '#src/services/alerts/alert-store.ts'
import { createFigureStore } from '#src/services/dashboard/figure-store.ts'
import { createDrivingStore } from '#src/services/driving-analysis/driving-store.ts'
import { createFaults } from '#src/services/faults/faults.ts'
import { createFleetList } from '#src/services/fleet/fleet-list.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import type { Geocoder } from '#src/services/geocoder/geocoder.port.ts'
import { createHealthStore } from '#src/services/health/health-store.ts'
import { createPickedFiles } from '#src/services/import/picked-files.ts'
import { csvOfTable } from '#src/services/kit/csv.ts'
import { createLocation } from '#src/services/location/location.ts'
import { createRouteDownloads } from '#src/services/playback/route-download.ts'
import type { Track } from '#src/services/playback/track.ts'
import { createTrackStore } from '#src/services/playback/track-store.ts'
import { createPreferences } from '#src/services/preferences/preferences.ts'
import { createProblemReport } from '#src/services/problem-report/problem-report.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { createStorage } from '#src/services/storage/storage.ts'
import { addCatalogues } from '#src/texts/catalogues.ts'
import { showConventions } from '#src/texts/conventions.ts'
import { showTexts } from '#src/texts/shown-texts.ts'
import { App, AppProviders } from '#src/views/app.tsx'
import type { AppServices } from '#src/views/kit/app-services.ts'
import { createToasts } from '#src/views/kit/toasts.tsx'
import { showCompanyTime } from '#src/wiring/company-time.ts'
import { settingsAddress } from '#src/wiring/settings.ts'
import { createUnsavedChangesGuard } from '#src/wiring/unsaved-changes-guard.ts'
import { createFakeMap, type FakeMap } from '#tests/kit/services/fake.map.ts'
// Loaded here so that no test waits for them.
import '#src/views/playback/phone-playback.tsx'
import '#src/views/playback/wide-playback.tsx'
import '#src/views/alerts/alerts-screen.tsx'
import '#src/views/health/health-screen.tsx'
import '#src/views/driving-analysis/driving-screen.tsx'
import '#src/views/support/support-access-tab.tsx'
import '#src/views/support/support-view.tsx'
import '#src/views/fleet-filter/vehicle-selection.tsx'
import '#src/views/grid-map/grid-map.tsx'
import '#src/views/alert-popup/alert-card.tsx'
import '#src/views/app/about-modal.tsx'
import '#src/views/geofences/fence-import.tsx'
import '#src/views/help/help-screen.tsx'
import '#src/views/gateway/gateway-tab.tsx'
import '#src/views/import/import-tab.tsx'
import '#src/views/app/legal-modal.tsx'
import '#src/views/maintenance/maintenance-tab.tsx'
import '#src/views/settings/settings-screen.tsx'
import { loadFleetScreen } from '#src/views/root.tsx'
import '#src/views/ticker/ticker-dialog.tsx'
import '#src/views/ticker/ticker-tab.tsx'
import { settled } from '#tests/kit/machines/controlled-ports.ts'
import { stubBrowserApis } from './browser-stubs.ts'
import { createPagePorts } from './page-ports.ts'
import { countsOf, ENVIRONMENT, USER } from './page-samples.ts'
import { PLOT_NOW } from './trips.fixture.ts'

export { vehicle } from '#tests/kit/builders/vehicle.ts'
export { USER } from './page-samples.ts'

await loadFleetScreen()

/** The whole page in memory: real machines and views, every port answered by the test. */
export const openPage = ({
  path = '/track-trace',
  isPhone = false,
  screens = <App />,
  clock,
}: {
  path?: string
  isPhone?: boolean
  /** The visible part of it; all if absent. */
  screens?: ReactNode
  /** The clock of the machines' delays; the browser's if absent. */
  clock?: SimulatedClock
} = {}) => {
  stubBrowserApis({ isPhone })
  window.history.replaceState(null, '', path)
  const toasts = createToasts()
  const fleetStore = createFleetStore()
  const fleetList = createFleetList({ store: fleetStore })
  const tracks = createTrackStore()
  const alertStore = createAlertStore()
  const healthStore = createHealthStore()
  const drivingStore = createDrivingStore()
  const figureStore = createFigureStore()
  const map = createFakeMap({ fleet: fleetStore })
  const location = createLocation(window)
  const copied: string[] = []
  const sharedLinks: Array<{ readonly title: string; readonly url: string }> = []
  let isSheetOffered = false
  let isCopyingAllowed = true
  const pickedFiles = createPickedFiles()
  let reportCalls = (_id: string): Promise<unknown> =>
    Promise.reject(Object.assign(new Error('The server is away.'), { name: 'NetworkFailure' }))
  const savedFiles: { readonly file: Blob; readonly name: string }[] = []
  const savedFences: Array<Parameters<AppServices['fenceDownloads']['save']>> = []
  let options: readonly VehicleOption[] = []
  const { machine, ...ports } = createPagePorts({
    show: (notice) => toasts.show(notice),
    navigate: ({ path: to, replace }) => queueMicrotask(() => location.navigate(to, { replace })),
    settingsTab: settingsAddress(location),
    commandDrawTool: (to) => fenceDirector.commandDrawTool(to),
    dropTrack: tracks.drop,
    pickedFiles,
  })
  const actor = createActor(machine, clock === undefined ? {} : { clock })
  let serverNow = PLOT_NOW
  const director = createMapDirector({
    ...{ root: actor, map, fleetStore, fleetList, tracks, plots: ports.trips.plots },
    now: () => serverNow,
  })
  const fenceDirector = createFenceDirector({ root: actor, map })
  const sharedStore = createFleetStore()
  const sharedMap = createFakeMap({ fleet: sharedStore })
  const shareDirector = createShareDirector({ root: actor, map: sharedMap })
  const stopTime = showCompanyTime(actor)
  const stopGuard = createUnsavedChangesGuard({ root: actor, location })
  const cellMaps: FakeMap[] = []
  const gridMaps = createGridMaps({
    root: actor,
    createMap: () => {
      const cell = createFakeMap({ fleet: fleetStore, size: { width: 400, height: 250 } })
      cellMaps.push(cell)
      return cell
    },
    fleetStore,
  })
  const alertMaps: FakeMap[] = []
  const alertMap = createAlertMap({
    root: actor,
    createMap: () => {
      const created = createFakeMap({ fleet: fleetStore, size: { width: 340, height: 200 } })
      alertMaps.push(created)
      return created
    },
  })
  const incidentMaps: FakeMap[] = []
  const incidentMap = createIncidentMap({
    root: actor,
    createMap: () => {
      const created = createFakeMap({ fleet: fleetStore, size: { width: 380, height: 220 } })
      incidentMaps.push(created)
      return created
    },
  })
  const geocoder: Geocoder = {
    addressOf: async ([lng, lat]) => `Near ${lng.toFixed(2)}, ${lat.toFixed(2)}`,
    credit: () => null,
  }
  let clockAheadMs = 0
  const faults = createFaults({ page: window, isAllowed: () => true })
  addCatalogues()
  const services: AppServices = {
    serverNow: () => Date.now() + clockAheadMs,
    fleetStore,
    fleetList,
    vehicleOptions: { list: () => options },
    tracks,
    routeLoading: ports.progress.port,
    routeDownloads: createRouteDownloads({
      page: window,
      productName: () => 'Roadbook',
      timeZone: () => DEFAULT_TIME_ZONE,
    }),
    map,
    director,
    fences: fenceDirector,
    gridMaps,
    alertMap,
    drivingStore,
    incidentMap,
    ownedLinks: { addressOf: (shareId) => `https://roadbook.example/liveTrack?q=of-${shareId}` },
    shareSheet: { isOffered: () => isSheetOffered, open: async (link) => void sharedLinks.push(link) },
    liveShare: { map: sharedMap, fleetStore: sharedStore, director: shareDirector },
    tripList: ports.trips.tripList,
    alertStore,
    healthStore,
    figureStore,
    location,
    geocoder,
    pickedFiles,
    fenceDownloads: { save: async (...file) => void savedFences.push(file) },
    clipboard: {
      write: async (text) => {
        if (!isCopyingAllowed) throw new DOMException('Write permission denied.', 'NotAllowedError')
        copied.push(text)
      },
    },
    saveFile: (file, name) => void savedFiles.push({ file, name }),
    saveTable: (name, headings, rows) =>
      void savedFiles.push({ file: csvOfTable(headings, rows), name: `${name}.csv` }),
    faults,
    problemReport: createProblemReport({
      page: window,
      http: { call: (call) => reportCalls(call.id) as never },
      recorder: createRecorder({ clock: createClock(), release: 'test', userAgent: 'test' }),
      now: Date.now,
    }),
    preferences: createPreferences({
      page: window,
      storage: createStorage({ page: window }),
      http: { call: () => Promise.reject(new Error('The server is away.')) },
      userId: () => null,
      showTexts,
    }),
  }
  const reportPosition = () => actor.send({ type: 'route.changed', ...location.current() })
  const stopTelling = location.onChange(reportPosition)
  actor.start()
  actor.send({ type: 'appearance.read', theme: null, mapTheme: null, uiType: 'beta' })
  reportPosition()
  render(
    <AppProviders actor={actor} services={services}>
      {screens}
    </AppProviders>,
  )

  const page = {
    ...ports,
    actor,
    faults,
    director,
    fleetStore,
    alertStore,
    drivingStore,
    figureStore,
    map,
    /** The shared page's. */
    shared: { map: sharedMap, fleetStore: sharedStore, director: shareDirector },
    tracks,
    geocoder,
    location,
    copied,
    /** What went to the system's sheet, which is there from now on. */
    offerSheet: () => {
      isSheetOffered = true
      return sharedLinks
    },
    /** The browser no longer allows copying. */
    refuseCopying: () => {
      isCopyingAllowed = false
    },
    /** What was downloaded of the fences. */
    savedFences,
    savedFiles,
    /** Answers the calls of problem reports, by the id of the call. */
    answerReports: (answer: (id: string) => Promise<unknown>) => {
      reportCalls = answer
    },
    /** The maps of the alert panel, of which there is one at most; and of the grid map in order of creation. */
    alertMap,
    alertMaps,
    incidentMap,
    incidentMaps,
    cellMaps,
    /** The server's clock turns out to be ahead of this machine's. */
    setClockAhead: (ms: number) => {
      clockAheadMs = ms
    },
    /** Moves the server's clock to this time, and positions too old by then become late. */
    pass: (until: number) => {
      serverNow = until
      fleetStore.age(until)
      director.updateLateness()
    },
    /** Runs an action and renders everything that follows from it. */
    act: (something: () => unknown) =>
      act(async () => {
        await something()
        await settled()
      }),
    /** The environment document arrives. */
    start: (overrides: Partial<Environment> = {}) =>
      page.act(() => ports.environment.latest().resolve({ ...ENVIRONMENT, ...overrides })),
    /** A stored session is found. */
    signIn: async (user: SessionUser = USER) => {
      await page.start()
      await page.act(() => ports.storedSession.latest().resolve({ user, expiresOn: 4_000_000_000, now: 0 }))
    },
    /** The latest requested list arrives. */
    answerList: (vehicles: readonly FleetVehicle[], all: readonly FleetVehicle[] = vehicles) =>
      page.act(() => {
        fleetStore.replaceMembers(vehicles, countsOf(all))
        return ports.loadList.latest().resolve({ shown: vehicles.length, counts: countsOf(all) })
      }),
    /** The vehicles that can be chosen from now on; a screen reads them once its choices are loaded. */
    keepOptions: (vehicles: readonly VehicleOption[]) => {
      options = vehicles
    },
    /** The latest requested selectable vehicles arrive. */
    answerOptions: (vehicles: readonly VehicleOption[]) =>
      page.act(() => {
        options = vehicles
        return ports.loadOptions.latest().resolve()
      }),
    /** The latest requested route arrives. */
    answerTrack: (track: Track) =>
      page.act(() => ports.loadTrack.latest().resolve(tracks.put(track, ports.loadTrack.latest().input.at))),
    /** What was read of fleet health. */
    showHealth: healthStore.show,
    /** The alerts of the latest shown route arrive. */
    answerAlerts: (alerts: readonly AlertMarker[]) =>
      page.act(() => {
        const { input } = ports.loadAlerts.latest()
        tracks.setAlerts(input?.trackId ?? '', alerts)
        return ports.loadAlerts.latest().resolve(alerts.length)
      }),
    close: () => {
      notifications.clean()
      cleanup()
      stopTelling()
      director.stop()
      fenceDirector.stop()
      shareDirector.stop()
      stopGuard()
      stopTime()
      showConventions({ ...DEFAULT_UNITS, timeZone: DEFAULT_TIME_ZONE })
      actor.stop()
    },
  }
  return page
}

export type Page = ReturnType<typeof openPage>
