import { faultOf } from '#contract/errors.ts'
import type { DrawSession } from '../scene/draw-session.ts'
import type { Scene } from '../scene/scene.ts'
import type { DrawAdapter, TerraDrawTool } from './terra-draw-tool.ts'

/**
 * Attaches a draw tool to each draw session of the scene. `loadAdapter` returns terra-draw's adapter for the map and
 * is called once a session, as soon as the map can be drawn on. The tool's code is loaded with the first session.
 * Returns its undo.
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
      mine.reportRefused(faultOf('fenceDrawingFailed'))
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
