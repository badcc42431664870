import type { Fault } from '#contract/errors.ts'
import type { FenceShape } from '#domain/fences.ts'

/** A shape of a file. A point has the radius that the file names, in metres, or null. */
export type FoundFence = {
  readonly name: string
  readonly shape: FenceShape
  readonly hasRadius: boolean
  /** The outline has holes, which a fence cannot have. */
  readonly hasHoles: boolean
}

/**
 * Why nothing can be taken of a file: it is larger than `most` MB, of no known format, breaks off (at a line, where that is known), is in a
 * coordinate system other than degrees, has a document type, or has no shape.
 */
export type FenceFileProblem =
  | { readonly kind: 'tooLarge'; readonly mostMb: number }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'broken'; readonly line: number | null }
  | { readonly kind: 'projected'; readonly system: string }
  | { readonly kind: 'docType' }
  | { readonly kind: 'empty' }

/**
 * Things of a file that are left out, and why: lines that do not end where they begin; things without coordinates; with coordinates that
 * cannot be read; outside of the degrees that there are; where no road is, as if latitude and longitude were swapped; across the 180th
 * meridian; beyond the most that are taken.
 */
export type LeftOut = {
  readonly why:
    | 'open'
    | 'noPlace'
    | 'unreadable'
    | 'unknownType'
    | 'outside'
    | 'swapped'
    | 'antimeridian'
    | 'tooMany'
  readonly count: number
}

/** The shapes of a file, and what of it is left out. */
export type FenceFile = {
  readonly fences: readonly FoundFence[]
  readonly left: readonly LeftOut[]
  readonly problem: FenceFileProblem | null
}

/**
 * A fence of the file and what became of it. `name` is the one it will have, `foundName` what the file calls it. `fault` says why it
 * cannot be saved or was refused.
 */
export type FenceOffer = FoundFence & {
  readonly foundName: string
  readonly prepared: FenceShape
  readonly fault: Fault | null
  readonly isChosen: boolean
  readonly isSaved: boolean
}
