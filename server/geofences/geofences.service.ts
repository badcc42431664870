import type * as z from 'zod/mini'
import {
  fenceVehicles,
  type GeofenceDetail,
  type GeofenceDraft,
  type GeofenceItem,
} from '#contract/records/geofences.ts'
import { FENCE } from '#domain/fence-limits.ts'
import { normalizedRing } from '#domain/fences.ts'
import { fromPayloadTime, toPayloadTime } from '#domain/ist.ts'
import type { Caller } from '../access/caller.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import type { Groupings } from '../fleet/groupings.service.ts'
import { fieldError, HttpError, notFound } from '../http/errors.ts'
import type { GeofenceRepository, GeofenceRow, GeofenceWrite } from './geofences.repository.ts'

const shapeOf = ({ shape, points, radius_m }: GeofenceRow) => {
  const [centre] = points
  return shape === 'circle'
    ? {
        circleLatitude: centre?.[1] ?? null,
        circleLongitude: centre?.[0] ?? null,
        radius: radius_m,
        geoFencePolygonCoordinatesList: null,
      }
    : {
        circleLatitude: null,
        circleLongitude: null,
        radius: null,
        geoFencePolygonCoordinatesList: points.map(([longitude, latitude]) => ({ latitude, longitude })),
      }
}

const itemOf = ({ id, name, shape }: GeofenceRow) => ({
  geoFenceId: id,
  geoFenceShapeName: name,
  shapeType: shape,
})

const pointsOf = (draft: GeofenceDraft): Array<[number, number]> =>
  draft.shapeType === 'circle'
    ? [[draft.geoFenceCircleLongitude ?? 0, draft.geoFenceCircleLatitude ?? 0]]
    : normalizedRing(draft.geoFencePolygonCoordinates ?? []).map(
        ({ latitude, longitude }): [number, number] => [longitude, latitude],
      )

const dateOf = (text: string): Date => new Date(fromPayloadTime(text) ?? 0)

const cornersFull = (free: number): HttpError => {
  const params = { most: FENCE.maxCornersPerCompany, free }
  const field = { field: 'geoFencePolygonCoordinates', code: 'fenceCornersFull', params } as const
  return new HttpError('fenceCornersFull', params, { fields: [field] })
}

/** Reads and changes geofences within a caller's rights. */
export const createGeofenceService = ({
  geofences,
  groupings,
  visibleVehicles,
  fencesChanged,
  now,
}: {
  geofences: GeofenceRepository
  groupings: Pick<Groupings, 'membersOf'>
  visibleVehicles: VisibleVehiclesOf
  fencesChanged: (companyId: number) => void
  now: () => number
}) => {
  /** The vehicles that a draft selects and the caller may see (GEO-10). */
  const vehiclesMeantBy = async (
    caller: Caller,
    { vehicleList, groupIdList = [], regionIdList = [] }: GeofenceDraft,
    visible: ReadonlySet<number>,
  ): Promise<number[]> => {
    const [ofGroups, ofRegions] = await Promise.all([
      groupings.membersOf(caller, { groupIds: groupIdList, regionIds: [] }),
      groupings.membersOf(caller, { groupIds: [], regionIds: regionIdList }),
    ])
    return fenceVehicles({
      chosen: vehicleList,
      ofGroups: [...(ofGroups ?? [])],
      ofRegions: [...(ofRegions ?? [])],
    }).filter((id) => visible.has(id))
  }

  /** Staff have no company, so a fence of theirs belongs to the company of its vehicles. */
  const companyOf = async (ids: readonly number[]): Promise<number> => {
    const companies = new Set((await geofences.vehicles({ ids })).map(({ companyId }) => companyId))
    const [companyId] = companies
    if (companyId === undefined || companies.size > 1) throw fieldError('vehicleList', 'fenceCompanies')
    return companyId
  }

  /** The vehicles that the fence will watch. Those that the caller cannot see stay as they were. */
  const watchedBy = async (
    draft: GeofenceDraft,
    companyId: number,
    meant: readonly number[],
    visible: ReadonlySet<number>,
    row: GeofenceRow | null,
  ): Promise<Pick<GeofenceWrite, 'all_vehicles' | 'vehicleIds'>> => {
    const all = (await geofences.vehicles({ companyId })).map(({ id }) => id)
    const hidden = all.filter((id) => !visible.has(id))
    if (draft.applyToAllVehicles && (hidden.length === 0 || row?.all_vehicles))
      return { all_vehicles: true, vehicleIds: [] }
    const before = new Set(row && !row.all_vehicles ? await geofences.vehiclesOf(row.id) : [])
    const kept = hidden.filter((id) => row?.all_vehicles || before.has(id))
    const wanted = new Set(meant)
    const chosen = all.filter((id) => (draft.applyToAllVehicles ? visible.has(id) : wanted.has(id)))
    if (chosen.length === 0) throw fieldError('vehicleList', 'fenceVehicles')
    return { all_vehicles: false, vehicleIds: [...chosen, ...kept] }
  }

  return {
    /** The fences whose name contains `search`, with their shapes if requested. */
    list: async (
      { companyId }: Caller,
      search: string,
      withShapes: boolean,
    ): Promise<Array<z.input<typeof GeofenceItem>>> =>
      (await geofences.list(companyId, search)).map((row) => ({
        ...itemOf(row),
        ...(withShapes ? shapeOf(row) : {}),
      })),

    /** @throws HttpError 404 if there is no such fence. */
    detail: async (caller: Caller, id: number): Promise<z.input<typeof GeofenceDetail>> => {
      const row = await geofences.find(id)
      if (!row) throw notFound()
      const { vehicleIds: visible } = await visibleVehicles(caller)
      const watched = await geofences.vehicles(
        row.all_vehicles ? { companyId: row.company_id } : { ids: await geofences.vehiclesOf(id) },
      )
      const seen = watched.filter((vehicle) => visible.has(vehicle.id))
      return {
        ...itemOf(row),
        ...shapeOf(row),
        typeId: row.type_id,
        validFrom: toPayloadTime(row.valid_from.getTime()),
        validTo: toPayloadTime(row.valid_to.getTime()),
        entryAlert: row.entry_alert,
        exitAlert: row.exit_alert,
        skippedAlert: row.skipped_alert,
        entryNotificationTime: row.entry_notification_time,
        exitNotificationTime: row.exit_notification_time,
        applyToAllVehicles: row.all_vehicles,
        revision: row.revision,
        vehicleList: seen.map((vehicle) => vehicle.id),
        vehicleInfoList: seen.map((vehicle) => ({
          vehicleId: vehicle.id,
          registrationId: vehicle.registration,
        })),
      }
    },

    /**
     * Creates or changes a fence and returns its id.
     * @throws HttpError 400 without a vehicle, 404 for an unknown fence, 409 for a taken name, too many fences or corners, or
     *   a fence that was changed since it was opened.
     */
    save: async (caller: Caller, draft: GeofenceDraft): Promise<number> => {
      const row = draft.geoFenceId === null ? null : await geofences.find(draft.geoFenceId)
      if (row === undefined) throw notFound()
      const { vehicleIds: visible } = await visibleVehicles(caller)
      const meant = await vehiclesMeantBy(caller, draft, visible)
      const companyId = row?.company_id ?? caller.companyId ?? (await companyOf(meant))
      const write: GeofenceWrite = {
        name: draft.geoFenceName,
        shape: draft.shapeType,
        points: pointsOf(draft),
        radius_m: draft.shapeType === 'circle' ? draft.geoFenceCircleRadiusInMeters : null,
        type_id: draft.typeId,
        valid_from: dateOf(draft.validFrom),
        valid_to: dateOf(draft.validTo),
        entry_alert: draft.entryAlert,
        exit_alert: draft.exitAlert,
        skipped_alert: draft.skippedAlert,
        entry_notification_time: draft.entryNotificationTime,
        exit_notification_time: draft.exitNotificationTime,
        ...(await watchedBy(draft, companyId, meant, visible, row)),
      }
      const at = new Date(now())
      const saved = row
        ? await geofences.edit(row, write, at, draft.revision ?? null)
        : await geofences.add(companyId, write, {
            by: caller.userId,
            max: FENCE.maxPerCompany,
            now: at,
            begunAt: draft.begunAt === undefined ? null : new Date(draft.begunAt),
          })
      if (saved === 'nameTaken') throw fieldError('geoFenceName', 'fenceNameTaken')
      if (saved === 'full') throw new HttpError('fencesFull', { most: FENCE.maxPerCompany })
      if (typeof saved === 'object' && 'free' in saved) throw cornersFull(saved.free)
      if (saved === 'historyFull') throw new HttpError('fenceHistoryFull', { days: FENCE.history.days })
      if (saved === 'absent') throw notFound()
      if (saved === 'outdated')
        throw row ? fieldError('revision', 'fenceOutdated') : new HttpError('fenceCreatedBefore')
      fencesChanged(companyId)
      return saved.id
    },

    /** Deletes those of the fences that belong to the caller's company; returns their ids. */
    remove: async ({ companyId }: Caller, ids: readonly number[]): Promise<number[]> => {
      const removed = await geofences.remove(companyId, ids, new Date(now()))
      for (const touched of new Set(removed.map((fence) => fence.companyId))) fencesChanged(touched)
      return removed.map(({ id }) => id)
    },
  }
}

export type GeofenceService = ReturnType<typeof createGeofenceService>
