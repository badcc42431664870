import type { DrawSession } from '../scene/draw-session.ts'
import type { Scene } from '../scene/scene.ts'
import type { DrawAdapter, TerraDrawTool } from './terra-draw-tool.ts'

/**
 * Lends a drawTool to each drawSession of the scene, on whatever map `loadAdapter` answers terra-draw's adapter for; it is called once a
 * drawSession, when the map can be drawn on. The drawTool's code is loaded with the first drawSession. Returns its end.
 */
export const attachDrawTools = ({
  scene,
  root,
  loadAdapter,
}: {
  scene: Scene
  root: HTMLElement
  loadAdapter: () => Promise<DrawAdapter>
}): (() => void) => {
  let drawSession: DrawSession | null = null
  let drawTool: TerraDrawTool | undefined

  const start = async (mine: DrawSession) => {
    const failed = (error: unknown) => {
      console.warn(error instanceof Error ? error.message : String(error))
      mine.reportRefused(CANNOT_DRAW)
    }
    try {
      const [{ startTerraDrawTool }, adapter] = await Promise.all([
        import('./terra-draw-tool.ts'),
        loadAdapter(),
      ])
      if (drawSession === mine)
        drawTool = startTerraDrawTool({ adapter, drawSession: mine, theme: scene.theme, failed })
    } catch (error) {
      failed(error)
    }
  }
  const follow = () => {
    if (scene.drawSession === drawSession) return
    drawTool?.end()
    drawTool = undefined
    drawSession = scene.drawSession
    root.toggleAttribute('data-drawing', drawSession !== null)
    if (drawSession !== null) void start(drawSession)
  }
  const stop = scene.onChange((change) => {
    if (change === 'drawing') follow()
    if (change === 'look') drawTool?.applyTheme(scene.theme)
  })
  follow()

  return () => {
    stop()
    drawTool?.end()
    drawSession = null
    root.removeAttribute('data-drawing')
  }
}

const CANNOT_DRAW =
  'Drawing on the map could not be started. Give centre and radius in figures, or open the fence again.'
