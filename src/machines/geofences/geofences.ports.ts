import type { Fault } from '#contract/errors.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'

/** A vehicle that a fence can watch. */
export type FenceVehicle = { readonly vehicleId: number; readonly registrationId: string }

/** A group or region, with the number of its vehicles. */
export type FenceGrouping = { readonly id: number; readonly name: string; readonly vehicles: number }

/** The vehicles, groups and regions a fence can watch (GEO-10). */
export type FenceChoices = {
  readonly vehicles: readonly FenceVehicle[]
  readonly groups: readonly FenceGrouping[]
  readonly regions: readonly FenceGrouping[]
}

/** Events of the draw tool on the map. */
export type DrawingEvent =
  /** A shape was begun, or a corner was set or undone. */
  | { type: 'drawing.begun'; tool: FenceTool; corners: number }
  /** Whether undone corners can be set again. */
  | { type: 'drawing.redoChanged'; canRedo: boolean }
  | { type: 'drawing.dropped' }
  | { type: 'drawing.finished'; shape: FenceShape }
  | { type: 'drawing.refused'; fault: Fault }

/** Keys pressed while a fence is drawn. A window that loses the focus releases Shift. */
export type DrawingKeyEvent =
  | { type: 'shift.pressed' }
  | { type: 'shift.released' }
  | { type: 'escape.pressed' }
  | { type: 'fence.undo' }
  | { type: 'fence.redo' }
  | { type: 'fence.finish' }

/** The reply to a saved fence. */
export type SavedFence = { readonly geoFenceId: number; readonly message: string }
