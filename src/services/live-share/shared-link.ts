import { validateShare } from '#contract/calls/live-share.ts'
import type { FleetVehicle } from '#contract/records/fleet.ts'
import type { SharedVehicle } from '#contract/records/live-share.ts'
import { TEXTS } from '#contract/texts.ts'
import { statusIndex } from '#domain/status.ts'
import type { LinkAnswer, SharePoint } from '#src/machines/live-share/live-share.ports.ts'
import type { FleetStore } from '../fleet/fleet-columns.ts'
import type { Http } from '../http/http.ts'

const recordOf = (vehicle: SharedVehicle): FleetVehicle => ({
  ...vehicle,
  fixTime: vehicle.time ?? 0,
  tripDetail: null,
  lastUpdatedDate: '',
  lastUpdatedTime: '',
  odo: null,
  fuelPercent: null,
  adbluePercent: null,
  intervalS: null,
  model: '',
})

/** The link in the address of this page. Its vehicles are in the store; the id is read from the address whenever it is needed, and kept nowhere. */
export type SharedLinkService = {
  /** Asks whether the link is open (SHR-05). Errors: those of `Http.send`. */
  check(signal: AbortSignal): Promise<LinkAnswer>
  /** The device of a shared vehicle, by which its stream is asked for (CONFLICT-20); '' for any other. */
  imeiOf(vehicleId: number): string
  /** Puts a position of the followed vehicle into the store. */
  move(point: SharePoint): void
  /** The time in ms since 1970 UTC by the server's clock, as far as its last reply tells. */
  now(): number
}

export const createSharedLink = ({
  http,
  store,
  shareId,
  now = Date.now,
}: {
  http: Pick<Http, 'send'>
  store: Pick<FleetStore, 'replaceMembers' | 'applyBatch' | 'age'>
  /** The id in the address of the page; '' where it has none. */
  shareId: () => string
  now?: () => number
}): SharedLinkService => {
  let imeis = new Map<number, string>()
  let ahead = 0
  const serverNow = () => now() + ahead

  return {
    check: async (signal) => {
      const q = shareId()
      // The server would say the same of it.
      if (q === '') return { kind: 'broken', message: TEXTS.shareLinkBroken }
      const answer = await http.send(validateShare, { params: { q }, isSilent: true }, signal)
      if (answer.kind !== 'body') return { kind: 'broken', message: null }
      const {
        message,
        liveShareVehicleDetails: vehicles,
        label = '',
        endsBy = 'time',
        endsAt = 0,
      } = answer.body
      if (message !== undefined) return { kind: 'broken', message }
      if (vehicles === undefined) return { kind: 'broken', message: null }
      if (answer.sentAt !== null) ahead = answer.sentAt - now()
      imeis = new Map(vehicles.map(({ vehicleId, imei }) => [vehicleId, imei]))
      store.replaceMembers(vehicles.map(recordOf))
      store.age(serverNow())
      return {
        kind: 'open',
        link: { vehicleIds: vehicles.map(({ vehicleId }) => vehicleId), label, endsBy, endsAt },
      }
    },
    imeiOf: (vehicleId) => imeis.get(vehicleId) ?? '',
    move: ({ vehicleId, time, LONG, LAT, speed, heading, status }) => {
      store.applyBatch({
        vehicleId: [vehicleId],
        time: [time],
        lng: [LONG],
        lat: [LAT],
        speed: [speed ?? -1],
        heading: [heading ?? -1],
        status: [statusIndex(status)],
      })
    },
    now: serverNow,
  }
}
