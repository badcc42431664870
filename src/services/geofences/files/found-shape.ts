import type { FenceShape } from '#domain/fences.ts'
import type { LngLat } from '#domain/geo.ts'

/**
 * A shape as a file has it; a line is an outline if it ends where it begins. `radius` is what the file says, in metres. `unreadable` has
 * coordinates that nobody can read, `unknownType` is of a type that no form of fences has, `noPlace` has no coordinates at all.
 */
export type FoundShape =
  | { readonly kind: 'circle'; readonly centre: LngLat; readonly radius: unknown }
  | { readonly kind: 'polygon'; readonly corners: readonly LngLat[]; readonly hasHoles: boolean }
  | { readonly kind: 'line'; readonly corners: readonly LngLat[] }
  | { readonly kind: 'unreadable' | 'unknownType' | 'noPlace' }

/** A shape with what the file calls it. */
export type NamedShape = FoundShape & { readonly name?: unknown }

/** What a text holds, or why nothing is taken of it; null where it is of another kind. */
export type ReadShapes =
  | readonly NamedShape[]
  | { readonly kind: 'broken'; readonly line: number | null }
  | { readonly kind: 'projected'; readonly system: string }
  | { readonly kind: 'docType' }
  | null

/** A fence to be written. */
export type FenceToWrite = { readonly name: string; readonly shape: FenceShape }
