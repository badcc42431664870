import type { LngLat } from '#domain/geo.ts'
import type { FleetStore } from '#src/services/fleet/fleet-store.ts'
import type { MapPort } from '#src/services/map/map.port.ts'

/** One unmounted, empty map and its user. */
export type MapHarness = {
  readonly map: MapPort
  readonly fleet: FleetStore
  readonly container: HTMLElement
  readonly user: {
    press(at: LngLat): Promise<void>
    drag(): Promise<void>
    /** Presses the close button of the newest popup. */
    closePopup(): Promise<void>
    /** Drags one point of a drawn shape to another position. */
    pull(from: LngLat, to: LngLat): Promise<void>
    /** Presses a position with the right button. */
    pressRight(at: LngLat): Promise<void>
    /** Presses or releases a key, wherever the focus is. */
    key(act: 'down' | 'up', key: string): Promise<void>
  }
  /** Waits until the condition holds; fails with the description. */
  until(what: string, isSo: () => boolean): Promise<void>
}

export type Behaviour = (harness: MapHarness) => Promise<void>

/** Mounts the map and waits until it is visible. */
export const mountMap = async ({ map, container, until }: MapHarness) => {
  const unmount = map.mount(container)
  await until('the map to be ready', () => map.drawn().ready)
  return unmount
}

/** Fails with this message unless the condition holds. */
export const check = (isSo: boolean, otherwise: string) => {
  if (!isSo) throw new Error(otherwise)
}

/** Fails unless both are the same in JSON. */
export const equal = (is: unknown, wanted: unknown) =>
  check(
    JSON.stringify(is) === JSON.stringify(wanted),
    `expected ${JSON.stringify(wanted)}, got ${JSON.stringify(is)}`,
  )

/** Fails unless all numbers are about as expected. */
export const near = (is: readonly number[] | undefined, wanted: readonly number[], within: number) =>
  check(
    is !== undefined && wanted.every((value, place) => Math.abs(value - (is[place] ?? Number.NaN)) <= within),
    `expected about ${JSON.stringify(wanted)}, got ${JSON.stringify(is)}`,
  )
