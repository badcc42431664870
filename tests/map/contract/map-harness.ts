import type { FleetStore } from '#src/services/fleet/fleet-store.ts'
import type { LngLat, MapPort } from '#src/services/map/map.port.ts'

/** One map with nothing on it yet, not mounted, and the user of its user. */
export type MapHarness = {
  readonly map: MapPort
  readonly fleet: FleetStore
  readonly container: HTMLElement
  readonly user: {
    press(at: LngLat): Promise<void>
    drag(): Promise<void>
    /** Presses the close button of the newest popup. */
    closePopup(): Promise<void>
    /** Pulls what lies at one place of a drawn shape to another. */
    pull(from: LngLat, to: LngLat): Promise<void>
    /** Presses a place with the right button. */
    pressRight(at: LngLat): Promise<void>
    /** Presses or releases a key, wherever the focus is. */
    key(act: 'down' | 'up', key: string): Promise<void>
  }
  /** Waits until it is so; fails saying what was waited for. */
  until(what: string, isSo: () => boolean): Promise<void>
}

export type Behaviour = (world: MapHarness) => Promise<void>

/** Mounts the map and waits until it can be seen. */
export const mountMap = async ({ map, container, until }: MapHarness) => {
  const unmount = map.mount(container)
  await until('the map to be ready', () => map.drawn().ready)
  return unmount
}

/** Fails with these words unless it is so. */
export const check = (isSo: boolean, otherwise: string) => {
  if (!isSo) throw new Error(otherwise)
}

/** Fails unless both are the same in JSON. */
export const equal = (is: unknown, wanted: unknown) =>
  check(
    JSON.stringify(is) === JSON.stringify(wanted),
    `expected ${JSON.stringify(wanted)}, got ${JSON.stringify(is)}`,
  )

/** Fails unless all numbers are about as wanted. */
export const near = (is: readonly number[] | undefined, wanted: readonly number[], within: number) =>
  check(
    is !== undefined && wanted.every((value, place) => Math.abs(value - (is[place] ?? Number.NaN)) <= within),
    `expected about ${JSON.stringify(wanted)}, got ${JSON.stringify(is)}`,
  )
