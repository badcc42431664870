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

/** Why nothing can be taken of a file: it is larger than `most` MB, of no known format or broken, or has no shape. */
export type FenceFileProblem =
  | { readonly kind: 'tooLarge'; readonly mostMb: number }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'empty' }

/** The shapes of a file; `left` counts lines and other things that enclose nothing, and shapes beyond the most that are taken. */
export type FenceFile = {
  readonly fences: readonly FoundFence[]
  readonly left: number
  readonly problem: FenceFileProblem | null
}

/** A fence of the file and what became of it. `fault` says why it cannot be saved or was refused. */
export type FenceOffer = FoundFence & {
  readonly prepared: FenceShape
  readonly fault: Fault | null
  readonly isChosen: boolean
  readonly isSaved: boolean
}
