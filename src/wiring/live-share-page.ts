import { tap } from 'rxjs'
import type { ActorRefFrom } from 'xstate'
import { shareStream } from '#contract/calls/live-share.ts'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { createShareDirector } from '#src/map-director/share-director.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createLazyGeocoder } from '#src/services/geocoder/lazy-geocoder.ts'
import { baseOf, createHttp } from '#src/services/http/http.ts'
import { encodeFields } from '#src/services/http/request-encoding.ts'
import { readStream } from '#src/services/live/hub/read-stream.ts'
import { createSharedLink } from '#src/services/live-share/shared-link.ts'
import { createEngineMap } from '#src/services/map/engine-map.ts'
import { mapLibre } from '#src/services/map/portal.map.ts'
import { latenessChecks$ } from '#src/streams/clocks.stream.ts'
import { shareEnd$, sharePoints$ } from '#src/streams/live-share.stream.ts'
import { KIT, mapNames } from '#src/texts/en/kit.ts'
import { onLanguage } from '#src/texts/language.ts'
import type { Page, Services } from './services.ts'

/**
 * Builds what the shared page needs, and nothing of the portal's members. Call once per page. Its map is always the bundled one: no
 * other host learns that somebody watches. The stored token goes with the check of the link alone (CONFLICT-19); nobody acts for
 * others here.
 */
export const wireSharedPage = (
  { window }: Page,
  { connectorOptions, environment, faults, location }: Services,
  root: ActorRefFrom<typeof appMachine>,
) => {
  const fleetStore = createFleetStore()
  const shareId = () => new URLSearchParams(location.current().search).get('q') ?? ''
  const http = createHttp({
    ...connectorOptions,
    userId: () => null,
    actingFor: () => null,
    cdsMode: () => null,
    sessionLost: () => {},
    // The one query with a content type (CONFLICT-18).
    fetch: (input, init, callId) => {
      const request = new Request(input, init)
      request.headers.set('Content-Type', 'application/json')
      return faults.fetch(request, undefined, callId)
    },
  })
  const link = createSharedLink({ http, store: fleetStore, shareId })
  const map = createEngineMap({
    fleet: fleetStore,
    kinds: () => [
      mapLibre(() => {
        const { mapStyleUrl, satelliteTilesUrl, roadDetail = 'all' } = environment.current()
        return { styleUrl: mapStyleUrl, satelliteTilesUrl, roadDetail }
      }),
    ],
  })
  map.prepare()
  const nameMap = () => map.setNames(mapNames(KIT.map))
  nameMap()
  onLanguage(nameMap)
  latenessChecks$().subscribe(() => fleetStore.age(link.now()))
  const director = createShareDirector({ root, map })
  const addressOf = (fields: { readonly imei?: string }) =>
    `${baseOf(shareStream.backend, environment.current()).replace(/\/+$/, '')}/${shareStream.path}?${encodeFields({ path: shareId(), ...fields })}`
  /** Options of a stream; `fields` says what it is of whenever it is opened. */
  const streamOf = (fields: () => { readonly imei?: string }) => ({
    connect: () =>
      readStream({
        name: shareStream.id,
        requestParams: async () => ({ address: addressOf(fields()), headers: {} }),
      }),
    random: Math.random,
    reportMalformed: () => console.warn('A message of an event stream could not be read and was left out.'),
  })

  return {
    check: link.check,
    now: link.now,
    watch: () => shareEnd$(streamOf(() => ({}))),
    follow: (vehicleId: number) =>
      sharePoints$({
        ...streamOf(() => ({ imei: link.imeiOf(vehicleId) })),
        onTrail: director.addTrail,
        now: link.now,
      }).pipe(
        tap((event) => {
          if (event.type === 'share.pointArrived') link.move(event.point)
        }),
      ),
    services: {
      fleetStore,
      map,
      director,
      geocoder: createLazyGeocoder(window, environment.current),
    },
  }
}

export type SharedPage = ReturnType<typeof wireSharedPage>
