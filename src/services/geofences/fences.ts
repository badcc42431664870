import {
  deleteGeofences,
  geofenceEditDetails,
  geofenceList,
  saveGeofence,
} from '#contract/calls/geofences.ts'
import { fleetRegions, getGroups, getVehicleIds } from '#contract/calls/vehicle-lists.ts'
import type { GeofenceDetail, GeofenceItem, UnsignedDraft } from '#contract/records/geofences.ts'
import type { FenceChoices, SavedFence } from '#src/machines/geofences/geofences.ports.ts'
import type { Http } from '../http/http.ts'

/** Geofences over their calls. Errors are the request builder's. */
export const createFenceService = ({
  http,
  userId,
}: {
  http: Pick<Http, 'call'>
  /** The user of the fences: the logged-in one, or the one that support acts for. */
  userId: () => number
}) => ({
  /** All fences with their shapes, by name. */
  list: async (signal?: AbortSignal): Promise<readonly GeofenceItem[]> => {
    const { geofences } = await http.call(
      geofenceList,
      { query: { userId: userId(), shapes: 'true' } },
      signal,
    )
    return geofences
  },
  /** A fence for its form (GEO-15). */
  open: (geoFenceId: number, signal?: AbortSignal): Promise<GeofenceDetail> =>
    http.call(geofenceEditDetails, { query: { userId: userId(), geoFenceId } }, signal),
  /** The vehicles, groups and regions a fence can watch (GEO-10). */
  choices: async (signal?: AbortSignal): Promise<FenceChoices> => {
    const [{ vehicles }, { groups }, { regions }] = await Promise.all([
      http.call(getVehicleIds, {}, signal),
      http.call(getGroups, { query: { userId: userId() } }, signal),
      http.call(fleetRegions, { query: { userId: userId() } }, signal),
    ])
    return {
      vehicles,
      groups: groups.map(({ groupId, groupName, vehicles: { length } }) => ({
        id: groupId,
        name: groupName,
        vehicles: length,
      })),
      regions: regions.map(({ regionId, regionName, vehicles: { length } }) => ({
        id: regionId,
        name: regionName,
        vehicles: length,
      })),
    }
  },
  /** Creates or changes a fence (GEO-06). */
  save: (draft: UnsignedDraft, signal?: AbortSignal): Promise<SavedFence> =>
    http.call(saveGeofence, { body: { ...draft, dicvUserId: userId() } }, signal),
  /** Deletes a fence and returns the server's text (GEO-16). */
  remove: async (geoFenceId: number, signal?: AbortSignal): Promise<string> => {
    const { message } = await http.call(deleteGeofences, { body: { geoFenceIdList: [geoFenceId] } }, signal)
    return message
  },
})
