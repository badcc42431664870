import type { Map as MapLibreMap } from 'maplibre-gl'
import type { MapFrame } from '../overlay/overlay.ts'
import { createSpriteBatch, type SpriteBatch } from './sprite-batch.ts'

/**
 * Draws sprites in MapLibre's own frames. A canvas over the map costs the browser more than the sprites in it do,
 * each time the map below is presented.
 */
export const createMapFrame = (map: MapLibreMap): MapFrame => {
  let batch: SpriteBatch | undefined
  const batchOf = () => {
    batch ??= createSpriteBatch(map.painter.context.gl, map.getCanvas().ownerDocument)
    return batch
  }
  map.on('webglcontextlost', () => {
    batch = undefined
  })
  // The frame at rest, without sprites, is drawn together with the canvases.
  map.on('moveend', () => map.triggerRepaint())

  return {
    isMoving: () => map.isMoving(),
    draw: (view, paint) => {
      const { context } = map.painter
      if (context.gl.isContextLost()) return
      context.setCustomLayerDefaults()
      batchOf().draw(view, paint)
      context.setDirty()
    },
    request: () => map.triggerRepaint(),
  }
}
