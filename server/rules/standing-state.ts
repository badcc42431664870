/** The state of a vehicle at a fix, by whether it stands and its engine runs. */
export const STATE = { unknown: 0, running: 1, idling: 2, stopped: 3 } as const

/**
 * The state of a standing vehicle at these values; `ignition` is 1 with the key on, `rpm` 0 with the engine off, any other value or NaN
 * where they are unknown. Without ignition, revolutions tell whether the engine runs. Without either, it idles if it did at the fix
 * before, whose state is `before` if that lasted until now; otherwise it is stopped, because trackers without ignition must find stops.
 */
export const standingState = (ignition: number, rpm: number, before: number): number => {
  if (ignition === 0 || rpm === 0) return STATE.stopped
  if (ignition === 1 || rpm > 0) return STATE.idling
  return before === STATE.idling ? STATE.idling : STATE.stopped
}
