import { type Fault, faultOf } from '#contract/errors.ts'
import { drawnShapeError } from '#contract/records/geofence-shape.ts'
import { FENCE } from '#domain/fence-limits.ts'
import type { FenceShape } from '#domain/fences.ts'
import { simplifyRing } from '#domain/simplify-ring.ts'
import type { FenceOffer, FoundFence } from './fence-import.ports.ts'
import { type FenceForm, newForm, type Preset } from './geofences.logic.ts'

/** How the shapes of a file become fences. */
export type FenceImportChoices = {
  /** For points whose radius the file does not name, in metres. */
  readonly radiusM: number
  /** Whether outlines with too many corners are simplified, not refused. */
  readonly simplifies: boolean
}

/** A yard. */
export const DEFAULT_CHOICES: FenceImportChoices = { radiusM: 200, simplifies: false }

const prepare = (
  { shape, hasRadius }: FoundFence,
  { radiusM, simplifies }: FenceImportChoices,
): FenceShape => {
  if (shape.kind === 'circle') return hasRadius ? shape : { ...shape, radiusM }
  return simplifies ? { kind: 'polygon', corners: simplifyRing(shape.corners, FENCE.maxCorners) } : shape
}

const isOnMap = (shape: FenceShape): boolean =>
  (shape.kind === 'circle' ? [shape.centre] : shape.corners).every(
    ([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90,
  )

const nameKey = (name: string): string => name.trim().toLowerCase()

const nameFaultOf = (name: string, taken: readonly string[]): Fault | null => {
  const key = nameKey(name)
  if (key === '') return faultOf('fenceNameMissing')
  if (name.trim().length > FENCE.maxNameLength) return faultOf('fenceNameTooLong')
  return taken.some((each) => nameKey(each) === key) ? faultOf('fenceNameTaken') : null
}

const faultIn = (name: string, prepared: FenceShape, taken: readonly string[]): Fault | null =>
  isOnMap(prepared) ? (drawnShapeError(prepared) ?? nameFaultOf(name, taken)) : faultOf('fenceLatitude')

const NAME_FAULTS: readonly string[] = ['fenceNameMissing', 'fenceNameTooLong', 'fenceNameTaken']

/** Whether another name is what a fence needs, or has been given. */
export const canBeRenamed = ({ name, foundName, fault, isSaved }: FenceOffer): boolean =>
  !isSaved && (fault === null ? name !== foundName : NAME_FAULTS.includes(fault.code))

/** The fences of a file as they would be saved; those that can be are chosen. `taken` are the names of fences that are there. */
export const offersOf = (
  found: readonly FoundFence[],
  choices: FenceImportChoices,
  taken: readonly string[],
): readonly FenceOffer[] =>
  found.map((fence) => {
    const prepared = prepare(fence, choices)
    const fault = faultIn(fence.name, prepared, taken)
    return { ...fence, foundName: fence.name, prepared, fault, isChosen: fault === null, isSaved: false }
  })

/** The offers after other choices: what the user has taken out stays out, and what is saved stays as it is. */
export const offersAgain = (
  offers: readonly FenceOffer[],
  choices: FenceImportChoices,
  taken: readonly string[],
): readonly FenceOffer[] =>
  offers.map((offer) => {
    if (offer.isSaved) return offer
    const prepared = prepare(offer, choices)
    const fault = faultIn(offer.name, prepared, taken)
    const isOut = offer.fault === null && !offer.isChosen
    return { ...offer, prepared, fault, isChosen: fault === null && !isOut }
  })

/** The offers after one of them was given another name, which neither a fence that is there nor another of the file may have. */
export const renamed = (
  offers: readonly FenceOffer[],
  at: number,
  name: string,
  taken: readonly string[],
): readonly FenceOffer[] => {
  const others = offers.flatMap((offer, i) => (i === at ? [] : [offer.name]))
  return offers.map((offer, i) => {
    if (i !== at || !canBeRenamed(offer)) return offer
    const fault = faultIn(name, offer.prepared, [...taken, ...others])
    return { ...offer, name, fault, isChosen: fault === null }
  })
}

/** The index of the next fence to save, or -1. */
export const nextToSave = (offers: readonly FenceOffer[]): number =>
  offers.findIndex(({ isChosen, isSaved, fault }) => isChosen && !isSaved && fault === null)

/** The form that saves an offer. `begunAt` tells fences of one file apart. */
export const formOfOffer = (
  { name, prepared }: FenceOffer,
  at: number,
  now: number,
  preset: Preset,
): FenceForm => {
  const form = newForm(now, preset)
  return { ...form, begunAt: now + at, shape: prepared, fields: { ...form.fields, name: name.trim() } }
}
