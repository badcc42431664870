import { faultOf } from '#contract/errors.ts'
import { drawnShapeError } from '#contract/records/geofence-shape.ts'
import { FENCE, type FenceShape } from '#domain/fences.ts'
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

/** The fences of a file as they would be saved; those that can be are chosen. `taken` are the names of fences that are there. */
export const offersOf = (
  found: readonly FoundFence[],
  choices: FenceImportChoices,
  taken: readonly string[],
): readonly FenceOffer[] => {
  const names = new Set(taken.map((name) => name.trim().toLowerCase()))
  return found.map((fence) => {
    const prepared = prepare(fence, choices)
    const isTaken = names.has(fence.name.toLowerCase())
    const fault = !isOnMap(prepared)
      ? faultOf('fenceLatitude')
      : (drawnShapeError(prepared) ?? (isTaken ? faultOf('fenceNameTaken') : null))
    return { ...fence, prepared, fault, isChosen: fault === null, isSaved: false }
  })
}

/** The offers after other choices: what the user has taken out stays out. */
export const offersAgain = (
  offers: readonly FenceOffer[],
  choices: FenceImportChoices,
  taken: readonly string[],
): readonly FenceOffer[] =>
  offersOf(offers, choices, taken).map((offer, at) => {
    const before = offers[at]
    const isOut = before?.fault === null && !before.isChosen
    return { ...offer, isChosen: offer.isChosen && !isOut }
  })

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
  return { ...form, begunAt: now + at, shape: prepared, fields: { ...form.fields, name } }
}
