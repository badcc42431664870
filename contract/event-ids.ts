/**
 * What an event id says its reader knows of a vehicle's fixes: of those after `begin`, the ones up to `newest` whose times make
 * `sum`. ms UTC; at `begin` itself there need not be a fix.
 */
export type ResumePoint = { readonly begin: number; readonly newest: number; readonly sum: number }

const ID = /^v(\d{1,10})-(\d{12,14})(?:-([0-9a-z]{1,8})-([0-9a-z]{1,8})-([0-9a-z]{1,7}))?$/

/** What an id of the vehicle's events names, or null for every other text. One that names a time alone knows nothing after it. */
export const parseEventId = (vehicleId: number, id: string): ResumePoint | null => {
  const [, vehicle, time, ahead, span, sum] = ID.exec(id) ?? []
  if (Number(vehicle) !== vehicleId) return null
  const newest = Number(time) + Number.parseInt(ahead ?? '0', 36)
  return {
    begin: newest - Number.parseInt(span ?? '0', 36),
    newest,
    sum: Number.parseInt(sum ?? '0', 36),
  }
}
