import { SELECTION } from '#contract/constants.ts'

/** The picked vehicles after a press, and whether it would exceed the limit of 250 (MAP-52, OPEN-51). */
export type Pressed = { readonly picked: readonly number[]; readonly isOverMost: boolean }

/** Picks or unpicks a vehicle; past the limit nothing is picked. */
export const toggleVehicle = (picked: readonly number[], vehicleId: number): Pressed => {
  if (picked.includes(vehicleId))
    return { picked: picked.filter((one) => one !== vehicleId), isOverMost: false }
  const isOverMost = picked.length >= SELECTION.max
  return { picked: isOverMost ? picked : [...picked, vehicleId], isOverMost }
}

/** Picks all of these up to the limit; where all are picked already, unpicks them. */
export const toggleAll = (picked: readonly number[], vehicleIds: readonly number[]): Pressed => {
  const held = new Set(picked)
  const missing = [...new Set(vehicleIds)].filter((id) => !held.has(id))
  if (missing.length === 0) {
    const gone = new Set(vehicleIds)
    return { picked: picked.filter((id) => !gone.has(id)), isOverMost: false }
  }
  const remaining = SELECTION.max - picked.length
  return { picked: [...picked, ...missing.slice(0, remaining)], isOverMost: missing.length > remaining }
}
