import type { FenceShape, FenceTool } from '#domain/fences.ts'
import type { FenceFields } from './geofences.logic.ts'
import type { DrawingEvent, DrawingKeyEvent } from './geofences.ports.ts'
/** Events of the geofences. `now` is the clock in ms. */
export type GeofencesEvent =
  | { type: 'geofences.close' }
  | { type: 'geofences.retry' }
  | { type: 'geofences.searched'; text: string }
  | { type: 'geofences.showAllToggled' }
  | { type: 'fence.chosen'; geoFenceId: number | null }
  | { type: 'fence.create'; now: number }
  /** A file whose shapes are to become fences. */
  | { type: 'fence.importPicked'; fileId: string; fileName: string; now: number }
  | { type: 'fence.edit'; geoFenceId: number }
  | { type: 'fence.delete'; geoFenceId: number }
  | { type: 'fence.deleteConfirmed' }
  | { type: 'fence.cancelled' }
  /** The answers to whether to discard changes. */
  | { type: 'fence.discarded' }
  | { type: 'fence.kept' }
  | { type: 'hint.acknowledged' }
  | { type: 'fence.fieldChanged'; fields: Partial<FenceFields> }
  | { type: 'fence.toolChosen'; tool: FenceTool }
  /** `figure` names the field that was typed into; null: nothing was typed, which is a step of its own. */
  | { type: 'fence.shapeSet'; shape: FenceShape; figure: string | null }
  | { type: 'fence.redraw' }
  | { type: 'fence.save' }
  | { type: 'fence.reload' }
  | { type: 'choices.retry' }
  | DrawingEvent
  | DrawingKeyEvent
