import type { Call } from '#contract/calls/call.ts'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofences.ts'
import type { CallInput } from '#src/services/http/answer.ts'
import type { Http } from '#src/services/http/http.ts'
import { createPickedFiles, type PickedFiles } from '#src/services/import/picked-files.ts'
import type { FenceDirector } from '#src/services/map/map-director.port.ts'
import { wireGeofences } from '#src/wiring/geofences.ts'
import type { Page } from '#src/wiring/services.ts'

/** A listed fence: a circle of 2 km round Bengaluru. */
export const fence = (geoFenceId: number, overrides: Partial<GeofenceItem> = {}): GeofenceItem => ({
  geoFenceId,
  geoFenceShapeName: `Fence ${geoFenceId}`,
  shapeType: 'circle',
  circleLatitude: 12.97,
  circleLongitude: 77.59,
  radius: 2000,
  geoFencePolygonCoordinatesList: null,
  ...overrides,
})

/** The details that the edit form of a fence opens with. */
export const fenceDetail = (item: GeofenceItem, overrides: Partial<GeofenceDetail> = {}): GeofenceDetail => ({
  ...item,
  typeId: 1,
  validFrom: '2026-11-20 00:00:00',
  validTo: '2027-11-20 00:00:00',
  entryAlert: true,
  exitAlert: false,
  skippedAlert: false,
  entryNotificationTime: null,
  exitNotificationTime: null,
  applyToAllVehicles: true,
  revision: 1,
  vehicleList: [],
  vehicleInfoList: [],
  ...overrides,
})

type Sent = { readonly id: string; readonly input: CallInput<Call> }

/** The wired geofences over calls that the test answers: `answers` by call id; a call without an answer stays pending. */
export const createGeofencesFixture = (
  page: Page,
  commandDrawTool: FenceDirector['commandDrawTool'],
  pickedFiles: Pick<PickedFiles, 'get'> = createPickedFiles(),
) => {
  const sent: Sent[] = []
  const answers: Record<string, () => unknown> = {
    getVehicleIds: () => ({
      vehicles: [
        { vehicleId: 1, registrationId: 'KA 01 AB 0001' },
        { vehicleId: 2, registrationId: 'KA 01 AB 0002' },
      ],
    }),
    getGroups: () => ({
      groups: [
        {
          groupId: 31,
          groupName: 'Tippers',
          vehicles: [{ vehicleId: 1, registrationId: 'KA 01 AB 0001' }],
        },
      ],
    }),
    fleetRegions: () => ({ regions: [{ regionId: 41, regionName: 'South', vehicles: [] }] }),
  }
  const call = async (of: Call, input: CallInput<Call> = {}) => {
    sent.push({ id: of.id, input })
    const answer = answers[of.id]
    return answer === undefined ? new Promise(() => {}) : answer()
  }
  return {
    sent,
    answers,
    /** The bodies sent to a call. */
    bodies: (id: string) => sent.filter((one) => one.id === id).map(({ input }) => input.body),
    machine: wireGeofences(
      { http: { call } as unknown as Pick<Http, 'call'>, recordId: () => 7, pickedFiles },
      page,
      commandDrawTool,
    ),
  }
}
