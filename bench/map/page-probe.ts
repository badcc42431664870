/** What the bench adds to a page before its own scripts run. It is sent as text, so it may use nothing from outside itself. */
export const installPageProbe = (): void => {
  const seen = {
    frames: 0,
    mapFrames: 0,
    longest: 0,
    keys: [] as number[],
    answers: [] as { ms: number; first: string }[][],
    paintedAt: 0,
    basemapAt: 0,
  }
  let mapDrawn = false
  const count = () => {
    seen.frames += 1
    if (mapDrawn) seen.mapFrames += 1
    mapDrawn = false
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries())
      if (seen.paintedAt * seen.basemapAt > 0 && startTime > Math.max(seen.paintedAt, seen.basemapAt))
        seen.longest = Math.max(seen.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration, name } of list.getEntries()) if (name === 'keydown') seen.keys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)

  /** Vehicles are visible from the frame after the first is drawn on the canvas of the markers; the floor reports it itself. */
  const canvasContext = CanvasRenderingContext2D.prototype
  const { drawImage } = canvasContext
  canvasContext.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    if ((this.canvas as HTMLCanvasElement).classList?.contains('map-markers')) {
      canvasContext.drawImage = drawImage
      // All vehicles are drawn at once; they are visible once that frame is over.
      requestAnimationFrame(() => {
        seen.paintedAt = performance.now()
      })
    }
    return Reflect.apply(drawImage, this, given)
  }
  const look = () => {
    if (window.floor?.painted) seen.paintedAt = performance.now()
    else if (seen.paintedAt === 0) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)

  // The basemap is visible from the end of the first frame in which it is drawn.
  const gl = WebGL2RenderingContext.prototype
  const { drawElements } = gl
  gl.drawElements = function (this: WebGL2RenderingContext, ...given: unknown[]) {
    if (seen.basemapAt === 0 && !mapDrawn)
      requestAnimationFrame(() => {
        seen.basemapAt ||= performance.now()
      })
    mapDrawn = true
    return Reflect.apply(drawElements, this, given)
  }

  /**
   * After a key: the page as laid out, once the key is handled and whenever something changes. Tasks of its own would report
   * too late, as the browser delays them until its next frame after a key.
   */
  let pressedAt = 0
  const note = () => {
    const answers = seen.answers.at(-1)
    if (answers === undefined) return
    const first = document.querySelector('[aria-label="Vehicles"]')?.firstElementChild?.textContent ?? ''
    document.body.getBoundingClientRect()
    answers.push({ ms: performance.now() - pressedAt, first })
  }
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp
      seen.answers.push([])
    },
    { capture: true },
  )
  addEventListener('input', note)
  const changes = new MutationObserver(note)
  changes.observe(document, { subtree: true, childList: true, characterData: true })

  const drawnOn = (): HTMLCanvasElement => {
    const canvas = window.floor?.map.getCanvas() ?? document.querySelector<HTMLCanvasElement>('.map-markers')
    if (canvas === null) throw new Error('Nothing is drawn.')
    return canvas
  }
  /** Calls when something may have been drawn: after each render of the floor, at each frame of ours. Returns the function that ends it. */
  const onDrawn = (act: () => void): (() => void) => {
    const { floor } = window
    if (floor !== undefined) {
      floor.map.on('render', act)
      return () => floor.map.off('render', act)
    }
    let on = true
    const frame = () => {
      act()
      if (on) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    return () => {
      on = false
    }
  }
  const copyOf = (x: number, y: number, width: number, height: number): Uint8ClampedArray => {
    const copy = new OffscreenCanvas(width, height)
    const tools = copy.getContext('2d', { willReadFrequently: true })
    tools?.drawImage(drawnOn(), x, y, width, height, 0, 0, width, height)
    return tools?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
  }

  window.bench = {
    seen,
    /** The whole drawing, kept for comparison. */
    picture: () =>
      new Promise((resolve) => {
        const end = onDrawn(() => {
          end()
          const { width, height } = drawnOn()
          resolve({ width, pixels: copyOf(0, 0, width, height) })
        })
        window.floor?.map.triggerRepaint()
      }),
    /** ms UTC when the colour at a point of the drawing changed. */
    changeAt: (x, y) =>
      new Promise((resolve) => {
        const before = copyOf(x, y, 1, 1)
        let first: Uint8ClampedArray | undefined = window.floor === undefined ? before : undefined
        const end = onDrawn(() => {
          const now = copyOf(x, y, 1, 1)
          first ??= now
          if (!now.some((value, i) => Math.abs(value - (first?.[i] ?? 0)) > 40)) return
          end()
          resolve(Date.now())
        })
        window.floor?.map.triggerRepaint()
      }),
  }
}

declare global {
  interface Window {
    bench: {
      readonly seen: {
        frames: number
        /** Frames in which the map was drawn. */
        mapFrames: number
        longest: number
        /** ms from a key to the picture on the screen, if 16 or more. */
        keys: number[]
        /** For each key since this was emptied: ms until the page was laid out anew, and the text of the first card then. */
        answers: { ms: number; first: string }[][]
        paintedAt: number
        basemapAt: number
      }
      picture(): Promise<{ width: number; pixels: Uint8ClampedArray }>
      changeAt(x: number, y: number): Promise<number>
    }
  }
}
