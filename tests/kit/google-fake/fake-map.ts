import { Data } from './data.ts'
import { event, MVCObject } from './events.ts'
import { LatLng, LatLngBounds, literalOf, type PlaceLike, Point, placeAt, worldPx } from './geometry.ts'

type Options = google.maps.MapOptions
type Camera = { readonly center?: PlaceLike | null; readonly zoom?: number | null }

/** From the lowest to the highest. */
type Panes = Readonly<
  Record<'mapPane' | 'overlayLayer' | 'markerLayer' | 'overlayMouseTarget' | 'floatPane', HTMLElement>
>

/** px a pointer moves before it drags. */
const DRAG_PX = 3

/** Every map that was made, in order; Google never frees one. */
export const madeMaps: FakeGoogleMap[] = []

const clamp = (value: number, least: number | null | undefined, most: number | null | undefined) =>
  Math.min(most ?? 22, Math.max(least ?? 0, value))

/**
 * `google.maps.Map`: a basemap of one colour with panes that move with it, in the page's real layout. It responds to the mouse,
 * fires `bounds_changed` on the next frame and `idle` when it rests, and has a projection only after its first frame.
 */
export class FakeGoogleMap extends MVCObject {
  readonly options: Options
  readonly #element: HTMLElement
  readonly #stage: HTMLElement
  readonly panes: Panes
  readonly data = new Data()
  #centre: LatLng
  #zoom: number
  /** px of the world at the origin of the panes; Google puts it in the centre at each zoom. */
  #origin = new Point(0, 0)
  #originZoom = Number.NaN
  #frame: number | undefined
  #isResting = false
  #isProjected = false
  #hasTiles = false
  #drag: { x: number; y: number; isMoving: boolean } | undefined
  #wasDragged = false

  constructor(element: HTMLElement, options: Options = {}) {
    super()
    this.options = { ...options }
    this.#element = element
    this.#centre = new LatLng(literalOf((options.center as PlaceLike | null) ?? { lat: 0, lng: 0 }))
    this.#zoom = this.#clampZoom(options.zoom ?? 0)
    const { ownerDocument } = element
    const stage = ownerDocument.createElement('div')
    stage.className = 'gm-style'
    stage.tabIndex = 0
    Object.assign(stage.style, {
      position: 'absolute',
      inset: '0',
      overflow: 'hidden',
      background: '#dde4dd',
    })
    this.#stage = stage
    // Google's parts lie in one element that receives pointer events; drawing tools find it by this depth.
    const pointed = ownerDocument.createElement('div')
    Object.assign(pointed.style, { position: 'absolute', inset: '0', zIndex: '3' })
    stage.append(pointed)
    const pane = () => {
      const part = ownerDocument.createElement('div')
      Object.assign(part.style, { position: 'absolute', left: '0', top: '0', width: '0', height: '0' })
      pointed.append(part)
      return part
    }
    this.panes = {
      mapPane: pane(),
      overlayLayer: pane(),
      markerLayer: pane(),
      overlayMouseTarget: pane(),
      floatPane: pane(),
    }
    for (const name of ['mapPane', 'overlayLayer', 'markerLayer'] as const)
      this.panes[name].style.pointerEvents = 'none'
    element.append(stage)
    this.#listen()
    madeMaps.push(this)
    this.#ask()
  }

  getDiv() {
    return this.#element
  }
  getCenter() {
    return this.#centre
  }
  getZoom() {
    return this.#zoom
  }
  getMapTypeId() {
    return this.options.mapTypeId ?? 'roadmap'
  }
  getProjection() {
    return this.#isProjected ? { fromLatLngToPoint: (place: PlaceLike) => worldPx(place, 0) } : undefined
  }
  getBounds() {
    if (!this.#isProjected) return undefined
    const { clientWidth, clientHeight } = this.#element
    return new LatLngBounds(
      this.placeAtContainer(new Point(0, clientHeight)),
      this.placeAtContainer(new Point(clientWidth, 0)),
    )
  }
  setOptions(options: Options) {
    Object.assign(this.options, options)
    const { center, zoom, mapTypeId } = options
    if (center || zoom !== undefined) this.moveCamera({ center: center as PlaceLike, zoom: zoom ?? null })
    if (mapTypeId) event.trigger(this, 'maptypeid_changed')
  }
  setMapTypeId(mapTypeId: string) {
    this.setOptions({ mapTypeId })
  }
  setCenter(center: PlaceLike) {
    this.moveCamera({ center })
  }
  setZoom(zoom: number) {
    this.moveCamera({ zoom })
  }
  panTo(center: PlaceLike) {
    this.moveCamera({ center })
  }
  moveCamera({ center, zoom }: Camera) {
    const before = { centre: this.#centre, zoom: this.#zoom }
    if (center) this.#centre = new LatLng(literalOf(center))
    if (zoom !== undefined && zoom !== null) this.#zoom = this.#clampZoom(zoom)
    if (!before.centre.equals(this.#centre)) event.trigger(this, 'center_changed')
    if (before.zoom !== this.#zoom) event.trigger(this, 'zoom_changed')
    if (!before.centre.equals(this.#centre) || before.zoom !== this.#zoom) this.#ask()
  }

  /** The position of a place in the panes, in px from their origin. */
  divPx(place: PlaceLike): Point {
    const at = worldPx(place, this.#zoom)
    return new Point(at.x - this.#origin.x, at.y - this.#origin.y)
  }
  containerPx(place: PlaceLike): Point {
    const at = worldPx(place, this.#zoom)
    const corner = this.#corner()
    return new Point(at.x - corner.x, at.y - corner.y)
  }
  placeAtContainer({ x, y }: Point): LatLng {
    const corner = this.#corner()
    return placeAt({ x: corner.x + x, y: corner.y + y }, this.#zoom)
  }
  placeAtDiv({ x, y }: Point): LatLng {
    return placeAt({ x: this.#origin.x + x, y: this.#origin.y + y }, this.#zoom)
  }

  #clampZoom(zoom: number) {
    const wantedZoom = this.options.isFractionalZoomEnabled ? zoom : Math.round(zoom)
    return clamp(wantedZoom, this.options.minZoom, this.options.maxZoom)
  }

  #corner(): Point {
    const centre = worldPx(this.#centre, this.#zoom)
    const { clientWidth, clientHeight } = this.#element
    return new Point(centre.x - clientWidth / 2, centre.y - clientHeight / 2)
  }

  #ask() {
    if (this.#isResting && this.#frame !== undefined) {
      // Google rests a little after the last change; a new one before that postpones the rest.
      cancelAnimationFrame(this.#frame)
      this.#frame = undefined
    }
    if (this.#frame !== undefined) return
    this.#isResting = false
    this.#frame = requestAnimationFrame(() => {
      this.#isResting = true
      this.#frame = requestAnimationFrame(() => {
        this.#frame = undefined
        this.#isResting = false
        this.#rest()
      })
      this.#draw()
    })
  }

  #draw() {
    const zoomed = this.#originZoom !== this.#zoom
    if (zoomed) {
      this.#origin = worldPx(this.#centre, this.#zoom)
      this.#originZoom = this.#zoom
    }
    const corner = this.#corner()
    for (const pane of Object.values(this.panes))
      pane.style.transform = `translate(${this.#origin.x - corner.x}px, ${this.#origin.y - corner.y}px)`
    if (!this.#isProjected) {
      this.#isProjected = true
      event.trigger(this, 'projection_changed')
    }
    event.trigger(this, 'fake_frame', zoomed)
    event.trigger(this, 'bounds_changed')
  }

  #rest() {
    event.trigger(this, 'idle')
    if (this.#hasTiles) return
    this.#hasTiles = true
    event.trigger(this, 'tilesloaded')
  }

  #placeOf(pointer: MouseEvent): LatLng {
    const { left, top } = this.#element.getBoundingClientRect()
    return this.placeAtContainer(new Point(pointer.clientX - left, pointer.clientY - top))
  }

  #notify(name: string, domEvent: MouseEvent) {
    event.trigger(this, name, { latLng: this.#placeOf(domEvent), domEvent, stop: () => undefined })
  }

  #listen() {
    const stage = this.#stage
    const window = stage.ownerDocument.defaultView ?? globalThis.window
    stage.addEventListener('mousedown', ({ clientX, clientY }) => {
      this.#wasDragged = false
      if (this.options.gestureHandling !== 'none' && this.options.draggable !== false)
        this.#drag = { x: clientX, y: clientY, isMoving: false }
    })
    window.addEventListener('mousemove', ({ clientX, clientY }) => {
      const drag = this.#drag
      // Drawing tools hold the map during a drag.
      if (!drag || this.options.draggable === false) return
      const [dx, dy] = [clientX - drag.x, clientY - drag.y]
      if (!drag.isMoving && Math.hypot(dx, dy) < DRAG_PX) return
      if (!drag.isMoving) event.trigger(this, 'dragstart')
      this.#drag = { x: clientX, y: clientY, isMoving: true }
      const { clientWidth, clientHeight } = this.#element
      this.moveCamera({
        center: this.placeAtContainer(new Point(clientWidth / 2 - dx, clientHeight / 2 - dy)),
      })
      event.trigger(this, 'drag')
    })
    window.addEventListener('mouseup', () => {
      if (this.#drag?.isMoving) {
        this.#wasDragged = true
        event.trigger(this, 'dragend')
      }
      this.#drag = undefined
    })
    stage.addEventListener('mousemove', (pointer) => this.#notify('mousemove', pointer))
    stage.addEventListener('click', (pointer) => {
      if (!this.#wasDragged) this.#notify('click', pointer)
    })
    stage.addEventListener('dblclick', (pointer) => this.#notify('dblclick', pointer))
    stage.addEventListener('wheel', ({ deltaY }) => this.moveCamera({ zoom: this.#zoom - deltaY / 100 }), {
      passive: true,
    })
  }
}
