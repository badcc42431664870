import { TerraDraw, TerraDrawCircleMode, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw'
import { drawnShapeError } from '#contract/records/geofence-shape.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'
import { metresBetween } from '#domain/geo.ts'
import type { MapTheme } from '../map.port.ts'
import { COLOURS } from '../overlay/colours.ts'
import type { DrawSession, DrawTool } from '../scene/draw-session.ts'
import { ringOf, shapeOfRing } from './shape-rings.ts'

/** terra-draw's adapter for a map. */
export type DrawAdapter = ConstructorParameters<typeof TerraDraw>[0]['adapter']

/** A draw tool on a map. */
export type TerraDrawTool = { applyTheme(theme: MapTheme): void; end(): void }

type Feature = ReturnType<TerraDraw['getSnapshot']>[number]
type Validate = NonNullable<NonNullable<ConstructorParameters<typeof TerraDrawPolygonMode>[0]>['validation']>

/** Initial radius of a circle in px: makes its centre visible if the pointer does not move after the press. */
const FIRST_REACH_PX = 8

type Press = Parameters<TerraDrawCircleMode['onClick']>[0]

/** Draws a circle with two taps: without a mouse, no pointer moves between them. */
class TapCircleMode extends TerraDrawCircleMode {
  override onClick(event: Press): void {
    if (this.state === 'drawing') this.onMouseMove(event)
    else this.updateOptions({ startingRadiusKilometers: this.firstReachM(event) / 1000 })
    super.onClick(event)
  }

  private firstReachM({ lng, lat, containerX, containerY }: Press): number {
    const edge = this.unproject(containerX + FIRST_REACH_PX, containerY)
    return metresBetween([lng, lat], [edge.lng, edge.lat])
  }
}

/** Tracks whether a drag is going on: the corner that a dragged midpoint becomes is reported when the drag ends. */
class PullSelectMode extends TerraDrawSelectMode {
  isPulled = false

  override onDragStart(...args: Parameters<TerraDrawSelectMode['onDragStart']>): void {
    this.isPulled = true
    super.onDragStart(...args)
  }
  override onDragEnd(...args: Parameters<TerraDrawSelectMode['onDragEnd']>): void {
    super.onDragEnd(...args)
    this.isPulled = false
  }
}

const toolOf = ({ properties }: Feature): FenceTool =>
  properties['mode'] === 'polygon' ? 'polygon' : 'circle'
const shapeOf = (feature: Feature): FenceShape | null =>
  feature.geometry.type === 'Polygon'
    ? shapeOfRing(toolOf(feature), feature.geometry.coordinates[0] ?? [])
    : null
const isBegun = ({ properties, geometry }: Feature) =>
  geometry.type === 'Polygon' && properties['currentlyDrawing'] === true
const cornersPressed = ({ properties }: Feature): number =>
  Number(properties['committedCoordinateCount'] ?? 1)

/**
 * Starts terra-draw on an adapter and attaches it to the draw session until `end`. `failed` is called whenever the
 * map cannot take a shape.
 */
export const startTerraDrawTool = ({
  adapter,
  drawSession,
  theme,
  failed,
}: {
  adapter: DrawAdapter
  drawSession: DrawSession
  theme: MapTheme
  failed: (error: unknown) => void
}): TerraDrawTool => {
  /** Validates only on finish; anything may be drawn or dragged before. */
  const validation: Validate = (feature, { updateType }) => {
    if (String(updateType) !== 'finish') return { valid: true }
    const shape = pressedShape() ?? shapeOf(feature)
    const fault = shape && drawnShapeError(shape)
    if (fault === null) return { valid: true }
    drawSession.reportRefused(fault)
    return { valid: false, reason: fault.code }
  }
  const circle = new TapCircleMode({ keyEvents: null, validation, styles: circleStyles(theme) })
  const polygon = new TerraDrawPolygonMode({
    keyEvents: null,
    validation,
    showCoordinatePoints: true,
    pointerDistance: 16,
    styles: polygonStyles(theme),
  })
  const select = new PullSelectMode({
    keyEvents: null,
    allowManualDeselection: false,
    allowManualSelection: false,
    pointerDistance: 24,
    // terra-draw skips one pointer move in this many. The last move always counts.
    dragEventThrottle: Number.MAX_SAFE_INTEGER,
    flags: {
      circle: { feature: { draggable: true, coordinates: { resizable: 'center-fixed' } } },
      polygon: {
        feature: {
          draggable: true,
          // Otherwise a drag across another side would stop without explanation.
          selfIntersectable: true,
          coordinates: { draggable: true, deletable: true, midpoints: { draggable: true } },
        },
      },
    },
    styles: selectStyles(theme),
  })
  /** The outline in the order its corners were pressed. terra-draw may reverse it when it closes. */
  const pressedShape = (): FenceShape | null => {
    const begun = draw.getSnapshot().find(isBegun)
    const shape = begun ? shapeOf(begun) : null
    return begun && shape?.kind === 'polygon'
      ? { ...shape, corners: shape.corners.slice(0, cornersPressed(begun)) }
      : null
  }
  let parts = 0
  const draw = new TerraDraw({
    adapter,
    modes: [circle, polygon, select],
    idStrategy: { isValidId: (id) => typeof id === 'string', getId: () => `part ${++parts}` },
  })
  let ended = false

  const placeShape = (shape: FenceShape | null) => {
    draw.setMode('static')
    draw.clear()
    if (shape === null) return draw.setMode(drawSession.tool)
    const id: string = shape.kind
    const geometry = { type: 'Polygon' as const, coordinates: [ringOf(shape)] }
    draw.addFeatures([{ id, type: 'Feature', geometry, properties: { mode: shape.kind } }])
    draw.setMode('select')
    if (draw.hasFeature(id)) draw.selectFeature(id)
  }
  const lay = (shape: FenceShape | null) => {
    try {
      placeShape(shape)
    } catch (error) {
      failed(error)
    }
  }
  /** terra-draw must finish handling an event before its mode changes, or it discards its state. */
  const afterwards = (act: () => void) =>
    queueMicrotask(() => {
      if (!ended) act()
    })

  const reportCanRedo = () =>
    drawSession.reportCanRedo(draw.getMode() === 'polygon' && polygon.redoSize() > 0)

  draw.on('change', () => {
    if (ended) return
    afterwards(reportCanRedo)
    const begun = draw.getSnapshot().find(isBegun)
    if (begun === undefined) {
      if (draw.getModeState() !== 'drawing') drawSession.reportBegun(null)
      return
    }
    const tool = toolOf(begun)
    const corners = tool === 'circle' ? 1 : cornersPressed(begun)
    const shape = tool === 'circle' ? shapeOf(begun) : null
    const radiusM = shape?.kind === 'circle' ? shape.radiusM : null
    const { begun: before } = drawSession
    if (before?.tool === tool && before.corners === corners && before.radiusM === radiusM) return
    drawSession.reportBegun({ tool, corners, radiusM })
  })
  draw.on('finish', (id, { action }) => {
    if (action === 'insertMidpoint' && select.isPulled) return
    const feature = draw.getSnapshotFeature(id)
    const drawn = feature && shapeOf(feature)
    if (!drawn) return
    const before = drawSession.shape
    const isMoved = action === 'dragFeature' && drawn.kind === 'circle' && before?.kind === 'circle'
    const shape = isMoved ? { ...drawn, radiusM: before.radiusM } : drawn
    const fault = drawnShapeError(shape)
    if (fault === null) drawSession.reportFinished(shape)
    else drawSession.reportRefused(fault)
    afterwards(() => lay(drawSession.shape))
  })

  const drawTool: DrawTool = {
    setTool: () =>
      afterwards(() => {
        const isOther = draw.getMode() !== drawSession.tool
        if (drawSession.shape === null && isOther && draw.getModeState() !== 'drawing')
          draw.setMode(drawSession.tool)
        reportCanRedo()
      }),
    setShape: lay,
    undo: () => {
      if (draw.getMode() === 'polygon') polygon.undo()
      else if (draw.getMode() === 'circle') circle.cleanUp()
    },
    redo: () => {
      if (draw.getMode() === 'polygon') polygon.redo()
    },
    finish: () => {
      const mode = draw.getMode() === 'polygon' ? polygon : circle
      mode.updateOptions({ keyEvents: { cancel: null, finish: 'Enter' } })
      mode.onKeyUp({ key: 'Enter', heldKeys: [], preventDefault: () => {} })
      mode.updateOptions({ keyEvents: null })
    },
    drop: () => {
      if (draw.getModeState() === 'drawing') (draw.getMode() === 'polygon' ? polygon : circle).cleanUp()
      reportCanRedo()
    },
  }
  let detach = () => {}
  // Before `ready`, Google's map cannot convert positions to pixels.
  draw.on('ready', () => {
    if (!ended) detach = drawSession.attach(drawTool)
  })
  draw.start()

  return {
    applyTheme: (next) => {
      circle.updateOptions({ styles: circleStyles(next) })
      polygon.updateOptions({ styles: polygonStyles(next) })
      select.updateOptions({ styles: selectStyles(next) })
    },
    end: () => {
      if (ended) return
      ended = true
      detach()
      // terra-draw takes this setting over with a mode and does not restore it when stopped.
      adapter.setDoubleClickToZoom(true)
      draw.stop()
    },
  }
}

/** A circle shows a handle at every nth corner, but can be resized by any part of its edge. */
const HANDLE_EVERY = 16
const HANDLE_PX = 6

const area = (theme: MapTheme) => ({
  fillColor: COLOURS[theme].accent,
  fillOpacity: 0.2,
  outlineColor: COLOURS[theme].accent,
  outlineWidth: 3,
})

/** Styles of a circle being drawn. */
export const circleStyles = area

/** Styles of an outline being drawn, with its corners. */
export const polygonStyles = (theme: MapTheme) => {
  const { accent, surface } = COLOURS[theme]
  return {
    ...area(theme),
    closingPointColor: accent,
    closingPointWidth: HANDLE_PX,
    closingPointOutlineColor: surface,
    closingPointOutlineWidth: 2,
    coordinatePointColor: surface,
    coordinatePointWidth: HANDLE_PX - 2,
    coordinatePointOutlineColor: accent,
    coordinatePointOutlineWidth: 2,
  }
}

/** Styles of a finished shape with its handles. */
export const selectStyles = (theme: MapTheme) => {
  const { accent, surface } = COLOURS[theme]
  const isHandle = ({ properties }: { properties: Record<string, unknown> }) =>
    !isOfCircle(properties) || Number(properties['index']) % HANDLE_EVERY === 0
  return {
    selectedPolygonColor: accent,
    selectedPolygonFillOpacity: 0.2,
    selectedPolygonOutlineColor: accent,
    selectedPolygonOutlineWidth: 3,
    selectionPointColor: surface,
    selectionPointOutlineColor: accent,
    selectionPointWidth: (feature: { properties: Record<string, unknown> }) =>
      isHandle(feature) ? HANDLE_PX : 0,
    selectionPointOutlineWidth: (feature: { properties: Record<string, unknown> }) =>
      isHandle(feature) ? 3 : 0,
    midPointColor: accent,
    midPointOutlineColor: surface,
    midPointWidth: HANDLE_PX - 2,
    midPointOutlineWidth: 1,
  }
}

/** A finished shape's id is its kind. */
const isOfCircle = (properties: Record<string, unknown>) => properties['selectionPointFeatureId'] === 'circle'
