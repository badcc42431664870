import type { Fault } from '#contract/errors.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'
import type { FenceFields } from './geofences.logic.ts'

/** What the pen on the map says. */
export type DrawingEvent =
  /** It was begun, or a corner of it was set or taken back. */
  | { type: 'drawing.begun'; tool: FenceTool; corners: number }
  /** There are corners that were taken back and can be set again, or none any more. */
  | { type: 'drawing.redoChanged'; canRedo: boolean }
  | { type: 'drawing.dropped' }
  | { type: 'drawing.finished'; shape: FenceShape }
  | { type: 'drawing.refused'; fault: Fault }

/** What the keyboard says while a fence is drawn. A window that loses the focus lets go of Shift. */
export type DrawingKeyEvent =
  | { type: 'shift.pressed' }
  | { type: 'shift.released' }
  | { type: 'escape.pressed' }
  | { type: 'fence.undo' }
  | { type: 'fence.redo' }
  | { type: 'fence.finish' }

/** What the geofences can hear. `now` is the clock in ms. */
export type GeofencesEvent =
  | { type: 'geofences.close' }
  | { type: 'geofences.retry' }
  | { type: 'geofences.searched'; text: string }
  | { type: 'geofences.showAllToggled' }
  | { type: 'fence.chosen'; geoFenceId: number | null }
  | { type: 'fence.create'; now: number }
  | { type: 'fence.edit'; geoFenceId: number }
  | { type: 'fence.delete'; geoFenceId: number }
  | { type: 'fence.deleteConfirmed' }
  | { type: 'fence.cancelled' }
  /** The answers to whether changes are thrown away. */
  | { type: 'fence.discarded' }
  | { type: 'fence.kept' }
  | { type: 'hint.acknowledged' }
  | { type: 'fence.fieldChanged'; fields: Partial<FenceFields> }
  | { type: 'fence.toolChosen'; tool: FenceTool }
  /** `figure` names what was typed into; null where nothing was typed, which is a step of its own. */
  | { type: 'fence.shapeSet'; shape: FenceShape; figure: string | null }
  | { type: 'fence.redraw' }
  | { type: 'fence.save' }
  | { type: 'fence.reload' }
  | { type: 'choices.retry' }
  | DrawingEvent
  | DrawingKeyEvent

/** A vehicle that a fence can watch. */
export type FenceVehicle = { readonly vehicleId: number; readonly registrationId: string }
/** Several vehicles under one name. */
export type FenceGrouping = { readonly id: number; readonly name: string; readonly vehicles: number }

/** Whom a fence can watch (GEO-10). */
export type FenceChoices = {
  readonly vehicles: readonly FenceVehicle[]
  readonly groups: readonly FenceGrouping[]
  readonly regions: readonly FenceGrouping[]
}
