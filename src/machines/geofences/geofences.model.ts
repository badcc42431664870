import { faultOf } from '#contract/errors.ts'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofences.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import type { FenceShape } from '#domain/fences.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import { type GeofencesContext, type GeofencesInput, isOutdated, isUnsaved } from './geofences.context.ts'
import type { GeofencesEvent } from './geofences.events.ts'
import { changeShape, redoShape, undoShape } from './geofences.logic.ts'

const circle: FenceShape = { kind: 'circle', centre: [77.59, 12.97], radiusM: 500 }

const item: GeofenceItem = {
  geoFenceId: 4,
  geoFenceShapeName: 'Depot north',
  shapeType: 'circle',
  circleLatitude: 12.97,
  circleLongitude: 77.59,
  radius: 500,
  geoFencePolygonCoordinatesList: null,
}

const detail: GeofenceDetail = {
  ...item,
  typeId: 1,
  validFrom: '2026-11-20 00:00:00',
  validTo: '2027-11-20 00:00:00',
  entryAlert: true,
  exitAlert: true,
  skippedAlert: false,
  entryNotificationTime: null,
  exitNotificationTime: null,
  applyToAllVehicles: true,
  revision: 1,
  vehicleList: [1],
  vehicleInfoList: [{ vehicleId: 1, registrationId: 'KA 01 AB 0001' }],
}

const refused = {
  name: 'CallRefused',
  message: 'geoFenceName: There is a fence of this name already. Choose another name.',
  retryAfterMs: null,
  code: 'fenceNameTaken',
  params: {},
  fields: [{ field: 'geoFenceName', code: 'fenceNameTaken', params: {} }],
}

const outdated = {
  ...refused,
  code: 'fenceOutdated',
  fields: [{ field: 'revision', code: 'fenceOutdated', params: {} }],
}

/** Everything that can happen to the geofences. */
export const geofencesModel: Model<GeofencesContext, GeofencesEvent, GeofencesInput> = {
  inputs: [
    {
      role: 'CUSTOMER',
      chosen: { vehicleIds: [], groupIds: [], regionIds: [] },
      timeZone: DEFAULT_TIME_ZONE,
    },
    {
      role: 'ANALYTICSUSER',
      chosen: { vehicleIds: [1], groupIds: [], regionIds: [] },
      timeZone: 'Europe/Berlin',
    },
  ],
  stimuli: [
    { type: 'geofences.close' },
    { type: 'geofences.retry' },
    { type: 'geofences.searched', text: 'depot' },
    { type: 'geofences.showAllToggled' },
    { type: 'fence.chosen', geoFenceId: 4 },
    { type: 'fence.create', now: 1_700_000_000_000 },
    { type: 'fence.importPicked', fileId: '1', fileName: 'yards.kml', now: 1_700_000_000_000 },
    doneOf('fenceImport'),
    { type: 'fence.edit', geoFenceId: 4 },
    { type: 'fence.delete', geoFenceId: 4 },
    { type: 'fence.deleteConfirmed' },
    { type: 'fence.cancelled' },
    { type: 'fence.discarded' },
    { type: 'fence.kept' },
    { type: 'hint.acknowledged' },
    { type: 'fence.fieldChanged', fields: { name: 'Depot south' } },
    { type: 'fence.toolChosen', tool: 'polygon' },
    { type: 'fence.shapeSet', shape: circle, figure: 'radius' },
    { type: 'fence.redraw' },
    { type: 'fence.undo' },
    { type: 'fence.redo' },
    { type: 'fence.finish' },
    { type: 'fence.save' },
    { type: 'fence.reload' },
    { type: 'choices.retry' },
    { type: 'drawing.begun', tool: 'polygon', corners: 1 },
    { type: 'drawing.redoChanged', canRedo: true },
    { type: 'drawing.dropped' },
    { type: 'drawing.finished', shape: circle },
    { type: 'drawing.refused', fault: faultOf('fenceFlat') },
    { type: 'shift.pressed' },
    { type: 'shift.released' },
    { type: 'escape.pressed' },
    doneOf('list', [item]),
    doneOf('details', detail),
    doneOf('choices', { vehicles: [], groups: [], regions: [] }),
    doneOf('save', { geoFenceId: 4, message: 'Geofence created' }),
    doneOf('remove', 'Geofences deleted'),
    ...['list', 'details', 'choices', 'save', 'remove'].map((id) => errorOf(id, refused)),
    errorOf('save', outdated),
  ],
  key: (context) => {
    const { role, chosenId, form, begun, hasUndoneCorners } = context
    return [
      role,
      chosenId,
      // What guards read of the form, and will read of it a step back or on in the history of its shape.
      form &&
        [form, undoShape(form), redoShape(form), changeShape(form, null, null)].map((step) => [
          step.shape === null,
          isUnsaved({ ...context, form: step }),
        ]),
      Object.keys(context.errors).length === 0,
      form?.fields.name,
      begun !== null,
      hasUndoneCorners,
      isOutdated(context),
    ]
  },
  unreachable: {},
}
