import type { DrawingBoard } from '../scene/drawing-board.ts'
import type { Scene } from '../scene/scene.ts'
import type { PenAdapter, TerraPen } from './terra-pen.ts'

/**
 * Lends a pen to each board of the scene, on whatever map `loadAdapter` answers terra-draw's adapter for; it is called once a
 * board, when the map can be drawn on. The pen's code is loaded with the first board. Returns its end.
 */
export const followDrawing = ({
  scene,
  root,
  loadAdapter,
}: {
  scene: Scene
  root: HTMLElement
  loadAdapter: () => Promise<PenAdapter>
}): (() => void) => {
  let board: DrawingBoard | null = null
  let pen: TerraPen | undefined

  const start = async (mine: DrawingBoard) => {
    const failed = (error: unknown) => {
      console.warn(error instanceof Error ? error.message : String(error))
      mine.tellRefused(CANNOT_DRAW)
    }
    try {
      const [{ startTerraPen }, adapter] = await Promise.all([import('./terra-pen.ts'), loadAdapter()])
      if (board === mine) pen = startTerraPen({ adapter, board: mine, theme: scene.theme, failed })
    } catch (error) {
      failed(error)
    }
  }
  const follow = () => {
    if (scene.board === board) return
    pen?.end()
    pen = undefined
    board = scene.board
    root.toggleAttribute('data-drawing', board !== null)
    if (board !== null) void start(board)
  }
  const stop = scene.onChange((change) => {
    if (change === 'drawing') follow()
    if (change === 'look') pen?.wear(scene.theme)
  })
  follow()

  return () => {
    stop()
    pen?.end()
    board = null
    root.removeAttribute('data-drawing')
  }
}

const CANNOT_DRAW =
  'Drawing on the map could not be started. Give centre and radius in figures, or open the fence again.'
