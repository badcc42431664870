import type { ActorRefFrom } from 'xstate'
import { rangeOfFilter } from '#src/machines/alerts/alert-list.logic.ts'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { rangeOfPeriod } from '#src/machines/date-range/period.logic.ts'
import { createAlertMap } from '#src/map-director/alert-map.ts'
import { createFenceDirector } from '#src/map-director/fence-director.ts'
import { createGridMaps } from '#src/map-director/grid-maps.ts'
import { createIncidentMap } from '#src/map-director/incident-map.ts'
import { createMapDirector } from '#src/map-director/map-director.ts'
import { createAlertList } from '#src/services/alerts/alert-list.ts'
import { createDashboardFigures } from '#src/services/dashboard/dashboard-figures.ts'
import { createDashboardPlace } from '#src/services/dashboard/dashboard-place.ts'
import { createDrivingService } from '#src/services/driving-analysis/driving-analysis.ts'
import { createFaultyStreams } from '#src/services/faults/faulty-streams.ts'
import { createFaultyTrackReader } from '#src/services/faults/faulty-track-reader.ts'
import { createFleetList } from '#src/services/fleet/fleet-list.ts'
import { createFleetService } from '#src/services/fleet/fleet-service.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createVehicleSearch } from '#src/services/fleet/vehicle-search.ts'
import { createReportOwners } from '#src/services/fleet-filter/report-owners.ts'
import { createVehicleOptions } from '#src/services/fleet-filter/vehicle-options.ts'
import { createLazyGeocoder } from '#src/services/geocoder/lazy-geocoder.ts'
import { createFenceDownloads } from '#src/services/geofences/fence-downloads.ts'
import { createHealth } from '#src/services/health/health.ts'
import { csvOfTable } from '#src/services/kit/csv.ts'
import { createShareSheet } from '#src/services/kit/page-actions.ts'
import { createBrowserStreams } from '#src/services/live/browser-streams.ts'
import { createStreamConnector } from '#src/services/live/event-stream.ts'
import { createOwnedLinks } from '#src/services/live-share/owned-links.ts'
import { createPortalMap } from '#src/services/map/portal.map.ts'
import type { RouteDownloads } from '#src/services/playback/route-download.ts'
import { createTrackReader } from '#src/services/playback/track-reader.ts'
import { createTrackStore } from '#src/services/playback/track-store.ts'
import { createTracks } from '#src/services/playback/tracks.ts'
import { createPlots } from '#src/services/trips/plots.ts'
import { createTripList } from '#src/services/trips/trip-list.ts'
import { latenessChecks$ } from '#src/streams/clocks.stream.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { KIT, mapNames } from '#src/texts/en/kit.ts'
import { onLanguage } from '#src/texts/language.ts'
import { wireAlertPopup } from './alert-popup.ts'
import { wireAlertList } from './alerts.ts'
import { showCompanyTime } from './company-time.ts'
import { wireDashboard } from './dashboard.ts'
import { wireDrivingAnalysis } from './driving-analysis.ts'
import { wireFleet } from './fleet.ts'
import { wireDtcPopup, wireHealth } from './health.ts'
import type { Page, Services } from './services.ts'
import { wireSettings } from './settings.ts'
import { createUnsavedChangesGuard } from './unsaved-changes-guard.ts'

/** Loads the code with the first download. */
const lazyRouteDownloads = (page: Page['window'], productName: () => string): RouteDownloads => ({
  save: async (...args) => {
    const { createRouteDownloads } = await import('#src/services/playback/route-download.ts')
    const timeZone = () => currentConventions().timeZone
    return createRouteDownloads({ page, productName, timeZone }).save(...args)
  },
})

/** Builds the services that only logged-in users need. */
const createMapServices = (base: Services, page: Page['window']) => {
  const { http, connectorOptions, onGrant, environment, faults } = base
  const fleetStore = createFleetStore()
  const trackStore = createTrackStore()
  const v2Base = () => new URL(environment.current().v2BaseUrl, page.location.href).href
  const vehicleOptions = createVehicleOptions({ http, userId: base.recordId })
  const owners = createReportOwners({ http, userId: base.recordId })
  const createMap = () => createPortalMap({ fleet: fleetStore, environment: environment.current })
  return {
    ...base,
    streams: createFaultyStreams(
      createBrowserStreams({ page, connector: createStreamConnector(connectorOptions), onSession: onGrant }),
      faults,
    ),
    fleetStore,
    fleetList: createFleetList({ store: fleetStore }),
    vehicleOptions,
    alertList: createAlertList({
      http,
      storage: base.storage,
      location: base.location,
      ...{ vehicleOptions, owners },
      rangeOf: rangeOfFilter,
      now: base.serverNow,
    }),
    health: createHealth({
      http,
      storage: base.storage,
      location: base.location,
      ...{ vehicleOptions, owners },
      rangeOf: rangeOfPeriod,
      now: base.serverNow,
    }),
    drivingAnalysis: createDrivingService({
      http,
      storage: base.storage,
      location: base.location,
      ...{ vehicleOptions, owners },
      rangeOf: rangeOfPeriod,
      now: base.serverNow,
    }),
    dashboardFigures: createDashboardFigures({ http, vehicleOptions, owners, now: base.serverNow }),
    dashboardPlace: createDashboardPlace({
      location: base.location,
      preferences: base.preferences,
      now: base.serverNow,
    }),
    fleet: createFleetService({ http, store: fleetStore, earlyList: base.earlyList }),
    trackStore,
    geocoder: createLazyGeocoder(page, environment.current),
    routeDownloads: lazyRouteDownloads(page, () => environment.current().productName),
    fenceDownloads: createFenceDownloads({ page, productName: () => environment.current().productName }),
    tracks: createTracks({
      http,
      store: trackStore,
      read: createFaultyTrackReader(createTrackReader(), faults),
      base: v2Base,
      now: base.serverNow,
    }),
    tripList: createTripList({ http }),
    ownedLinks: createOwnedLinks({
      http,
      userId: base.recordId,
      absolute: (path) => new URL(base.location.href(path), page.location.href).href,
      now: base.serverNow,
    }),
    plots: createPlots({ http, now: base.serverNow }),
    createMap,
    map: createMap(),
  }
}
/** The services of logged-in users. */
export type MapServices = ReturnType<typeof createMapServices>

/** Builds the machines, services and map directors that only logged-in users need. Call once per page. */
export const wireMember = (page: Page, base: Services, root: ActorRefFrom<typeof appMachine>) => {
  const services = createMapServices(base, page.window)
  const {
    fleetStore,
    fleetList,
    vehicleOptions,
    tripList,
    plots,
    trackStore: tracks,
    routeDownloads,
  } = services
  const { map, geocoder } = services
  const fleet = wireFleet(
    services,
    page,
    (index, fraction) => director.onFrame(index, fraction),
    (to) => fences.commandDrawTool(to),
  )
  const search = createVehicleSearch({ http: base.http, list: fleetList })
  const director = createMapDirector({
    root,
    map,
    fleetStore,
    fleetList: search,
    tracks,
    plots,
    now: base.serverNow,
  })
  const fences = createFenceDirector({ root, map })
  showCompanyTime(root)
  createUnsavedChangesGuard({ root, location: base.location })
  const alertMap = createAlertMap({ root, createMap: services.createMap })
  const incidentMap = createIncidentMap({ root, createMap: services.createMap })
  const gridMaps = createGridMaps({ root, createMap: services.createMap, fleetStore })
  const updateLateness = () => {
    fleetStore.age(base.serverNow())
    director.updateLateness()
  }
  const nameMap = () => map.setNames(mapNames(KIT.map))
  nameMap()
  onLanguage(nameMap)
  updateLateness()
  latenessChecks$().subscribe(updateLateness)
  // The server's clock is only known with a token; until then this machine's clock decides what is late.
  base.onGrant(updateLateness)
  return {
    fleet,
    alertPopup: wireAlertPopup(base, page, () => vehicleOptions.list().map(({ vehicleId }) => vehicleId)),
    alertList: wireAlertList(services, page),
    health: wireHealth(services, page),
    dtcPopup: wireDtcPopup(services),
    drivingAnalysis: wireDrivingAnalysis(services),
    dashboard: wireDashboard(services, page),
    settings: wireSettings(services, page),
    /** Deletes the user's data from memory. */
    forget: () => {
      fleetStore.clear()
      tripList.clear()
      vehicleOptions.clear()
      services.alertList.clear()
      services.health.clear()
      services.dashboardFigures.clear()
      alertMap.clear()
      services.drivingAnalysis.clear()
      incidentMap.clear()
    },
    services: {
      routeLoading: services.tracks,
      fleetStore,
      fleetList,
      vehicleOptions,
      tripList,
      alertStore: services.alertList.store,
      healthStore: services.health.store,
      figureStore: services.dashboardFigures.store,
      tracks,
      routeDownloads,
      fenceDownloads: services.fenceDownloads,
      map,
      geocoder,
      director,
      fences,
      gridMaps,
      alertMap,
      drivingStore: services.drivingAnalysis.store,
      incidentMap,
      ownedLinks: services.ownedLinks,
      saveTable: (name: string, headings: readonly string[], rows: readonly (readonly string[])[]) =>
        base.saveFile(csvOfTable(headings, rows), `${name}.csv`),
      shareSheet: createShareSheet({ page: page.window }),
    },
  }
}
