import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** Reads a colour of the container's CSS variables, when it is drawn. */
export const inkOf =
  (container: HTMLElement) =>
  (name: string): string =>
    getComputedStyle(container).getPropertyValue(name).trim()

/** How axes are written. */
export const AXIS_FONT = '400 12px Barlow, sans-serif'

/**
 * Draws a plot into the container, without a legend and a cursor, and again when its size or the fonts of the page change. Returns its
 * undo.
 */
export const mountPlot = (
  container: HTMLElement,
  options: Omit<uPlot.Options, 'width' | 'height' | 'legend' | 'cursor'>,
  data: uPlot.AlignedData,
): (() => void) => {
  const sizeNow = () => ({ width: container.clientWidth, height: container.clientHeight })
  const plot = new uPlot(
    { ...options, ...sizeNow(), legend: { show: false }, cursor: { show: false } },
    data,
    container,
  )
  const resized = new ResizeObserver(() => plot.setSize(sizeNow()))
  resized.observe(container)
  // A canvas keeps what it drew before the font of a language had arrived.
  const redraw = () => plot.redraw(false)
  document.fonts?.addEventListener('loadingdone', redraw)
  return () => {
    document.fonts?.removeEventListener('loadingdone', redraw)
    resized.disconnect()
    plot.destroy()
  }
}
