import { event, type ListenerHandle } from './events.ts'
import type { FakeGoogleMap } from './fake-map.ts'
import { literalOf, type PlaceLike } from './geometry.ts'

type Options = {
  map?: FakeGoogleMap | null
  position?: PlaceLike | null
  content?: Node | null
  title?: string
  zIndex?: number | null
  gmpClickable?: boolean | null
}

/**
 * `google.maps.marker.AdvancedMarkerElement`: an element in the map's pane whose content is placed with the middle of its lower
 * edge on the position. It needs a map with an id, and takes presses by mouse and key once it is clickable.
 */
export class AdvancedMarkerElement extends HTMLElement {
  #map: FakeGoogleMap | null = null
  #frames: ListenerHandle | undefined
  #position: PlaceLike | null = null
  #content: Node | null = null
  #zIndex: number | null = null
  #isClickable = false

  constructor(options: Options = {}) {
    super()
    Object.assign(this.style, { position: 'absolute', left: '0', top: '0', pointerEvents: 'auto' })
    const press = (domEvent: Event) => {
      if (!this.#isClickable) return
      domEvent.stopPropagation()
      this.dispatchEvent(new Event('gmp-click'))
      event.trigger(this, 'gmp-click', { domEvent, latLng: this.#position })
    }
    this.addEventListener('click', press)
    this.addEventListener('keydown', (key) => {
      if (key.key === 'Enter' || key.key === ' ') press(key)
    })
    Object.assign(this, options)
  }

  get map() {
    return this.#map
  }
  set map(map: FakeGoogleMap | null) {
    if (map === this.#map) return
    this.#frames?.remove()
    this.remove()
    this.#map = map
    if (!map) return
    if (!map.options.mapId)
      throw new Error(
        'The map is initialized without a valid Map ID, which will prevent use of Advanced Markers.',
      )
    map.panes.markerLayer.append(this)
    this.#frames = map.addListener('fake_frame', () => this.#place())
    this.#place()
  }
  get position() {
    return this.#position && literalOf(this.#position)
  }
  set position(position: PlaceLike | null) {
    this.#position = position
    this.#place()
  }
  get content() {
    return this.#content
  }
  set content(content: Node | null) {
    this.#content = content
    this.replaceChildren(...(content ? [content] : []))
  }
  get zIndex() {
    return this.#zIndex
  }
  set zIndex(zIndex: number | null) {
    this.#zIndex = zIndex
    this.style.zIndex = String(zIndex ?? 0)
  }
  get gmpClickable() {
    return this.#isClickable
  }
  set gmpClickable(isClickable: boolean | null) {
    this.#isClickable = isClickable === true
    this.tabIndex = this.#isClickable ? 0 : -1
    if (this.#isClickable) this.setAttribute('role', 'button')
    else this.removeAttribute('role')
  }
  override get title() {
    return this.getAttribute('aria-label') ?? ''
  }
  override set title(title: string) {
    this.setAttribute('aria-label', title)
  }

  addListener(name: string, listener: (...given: never[]) => unknown) {
    return event.addListener(this, name, listener)
  }

  #place() {
    if (!this.#map || !this.#position) return
    const { x, y } = this.#map.divPx(this.#position)
    this.style.transform = `translate(${x}px, ${y}px) translate(-50%, -100%)`
  }
}
