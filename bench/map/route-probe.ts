/** What the bench notes while a route is loaded. It is sent to the page as text, so it may use nothing from outside itself. */
export const installRouteProbe = (): void => {
  const route = { drawnAt: 0, tasks: [] as { at: number; ms: number }[] }
  window.route = route
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) route.tasks.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })

  // The route is visible from the end of the first frame in which it is drawn; the floor reports that itself.
  const context = CanvasRenderingContext2D.prototype
  const { stroke } = context
  context.stroke = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    if ((this.canvas as HTMLCanvasElement).classList?.contains('map-overlay')) {
      context.stroke = stroke
      requestAnimationFrame(() => {
        route.drawnAt = performance.now()
      })
    }
    return Reflect.apply(stroke, this, given)
  }
}

declare global {
  interface Window {
    route: { drawnAt: number; tasks: { at: number; ms: number }[] }
  }
}
