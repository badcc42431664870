type Listener = (...given: never[]) => unknown
export type ListenerHandle = { remove(): void }

/** Listeners of every object. */
const all = new WeakMap<object, Map<string, Set<Listener>>>()

const listenersOf = (target: object, name: string) => {
  const mine = all.get(target) ?? new Map<string, Set<Listener>>()
  all.set(target, mine)
  const named = mine.get(name) ?? new Set<Listener>()
  mine.set(name, named)
  return named
}

/** `google.maps.event`. */
export const event = {
  addListener: (target: object, name: string, listener: Listener): ListenerHandle => {
    listenersOf(target, name).add(listener)
    return { remove: () => void listenersOf(target, name).delete(listener) }
  },
  addListenerOnce: (target: object, name: string, listener: Listener): ListenerHandle => {
    const handle = event.addListener(target, name, (...given: never[]) => {
      handle.remove()
      listener(...given)
    })
    return handle
  },
  removeListener: (handle: ListenerHandle) => handle.remove(),
  trigger: (target: object, name: string, ...given: unknown[]) => {
    for (const listener of [...listenersOf(target, name)])
      (listener as (...all: unknown[]) => unknown)(...given)
  },
  clearInstanceListeners: (target: object) => void all.delete(target),
  clearListeners: (target: object, name: string) => listenersOf(target, name).clear(),
}

/** `google.maps.MVCObject`: listeners, and values that notify when they are set. */
export class MVCObject {
  readonly #values = new Map<string, unknown>()
  addListener(name: string, listener: Listener): ListenerHandle {
    return event.addListener(this, name, listener)
  }
  get(key: string): unknown {
    return this.#values.get(key)
  }
  set(key: string, value: unknown) {
    this.#values.set(key, value)
    event.trigger(this, `${key}_changed`)
  }
}
