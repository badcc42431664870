import { TEXTS as SPECIFIED } from '#contract/texts.ts'
import { texts } from '../texts.ts'

/** Texts whose English the specification gives word for word. */
export const TEXTS = texts('specification', SPECIFIED)
