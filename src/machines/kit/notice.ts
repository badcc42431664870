import type { TEXTS } from '#contract/texts.ts'

/** A text by its name; machines hold no sentences. */
export type TextKey = keyof typeof TEXTS

/** A toast: one of three kinds (SES-56), a text by its name and, where it is known only at run time, a text as it came. */
export type Notice = {
  readonly kind: 'success' | 'error' | 'warning'
  readonly text: TextKey | null
  readonly detail?: string
}
