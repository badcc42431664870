import { createRoot } from 'react-dom/client'
import { feed, startSilentApp } from './lab/fed-events.ts'
import type { ScreenReady, ToScreen } from './lab/screen-messages.ts'
import type { FleetStore } from './services/fleet/fleet-store.ts'
import type { Track } from './services/playback/track.ts'
import { App, AppProviders } from './views/app.tsx'
import type { AppActor } from './views/kit/app-context.tsx'
import { loadFleetScreen } from './views/root.tsx'
import { wireScreen } from './wiring/screen.ts'

// A recorded screen in a frame of the lab: the views of the portal over machines that are fed what was recorded.

// What the views focus takes the focus within the frame alone, never from the lab around it.
const { focus } = HTMLElement.prototype
HTMLElement.prototype.focus = function (options) {
  if (document.hasFocus()) focus.call(this, options)
}

const place = document.getElementById('root')
if (place === null) throw new Error("The page has no element with the id 'root'.")

let actor: AppActor | undefined
let fleetStore: FleetStore | undefined
let now = 0

/** Lists and fixes come first: the machines hear that they have come. */
const goOn = (message: ToScreen) => {
  now = message.now
  for (const arrival of message.fleet)
    if ('vehicles' in arrival) fleetStore?.replaceMembers(arrival.vehicles)
    else fleetStore?.applyBatch(arrival.batch)
  if (actor !== undefined) for (const event of message.events) feed(actor, event)
}

const show = async (message: ToScreen) => {
  if (message.kind === 'goOn') return goOn(message)
  now = message.now
  const root = startSilentApp(message.from) as unknown as AppActor
  const { services, ready } = wireScreen({ window, notify: () => undefined }, root, () => now)
  actor = root
  fleetStore = services.fleetStore
  for (const track of message.tracks) services.tracks.put(track as Track)
  await Promise.all([loadFleetScreen(), ready])
  goOn(message)
  createRoot(place).render(
    <AppProviders actor={root} services={services}>
      <App />
    </AppProviders>,
  )
}

/** What viewers do would lead the machines elsewhere. Tab still leads through the frame and out of it. */
const ignore = (event: Event) => {
  if (event instanceof KeyboardEvent && event.key === 'Tab') return
  event.stopImmediatePropagation()
  if (event.cancelable) event.preventDefault()
}
for (const type of ['pointer', 'mouse'].flatMap((kind) =>
  ['down', 'move', 'up'].map((end) => `${kind}${end}`),
))
  window.addEventListener(type, ignore, { capture: true })
for (const type of [
  'click',
  'dblclick',
  'contextmenu',
  'wheel',
  'touchstart',
  'touchmove',
  'keydown',
  'keyup',
  'beforeinput',
  'change',
  'drop',
])
  window.addEventListener(type, ignore, { capture: true, passive: false })

window.addEventListener('message', ({ origin, source, data }: MessageEvent<ToScreen>) => {
  if (origin === window.location.origin && source === window.parent) void show(data)
})
window.parent.postMessage({ kind: 'screenReady' } satisfies ScreenReady, window.location.origin)
