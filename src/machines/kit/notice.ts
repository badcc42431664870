import type { Fault } from '#contract/errors.ts'
import type { TEXTS } from '#contract/texts.ts'

import type { Failure } from './failure.ts'

/** A text by its name; machines hold no sentences. */
export type TextKey = keyof typeof TEXTS

/** A toast: one of three kinds (SES-56), a text by its name and, where it is known only at run time, a literal text. */
export type Notice = {
  readonly kind: 'success' | 'error' | 'warning'
  readonly text: TextKey | null
  readonly detail?: string
  /** Why something did not work, or what is wrong, which the views put into words. */
  readonly failure?: Failure
  readonly fault?: Fault
}

/** Params of a `notify` action that shows the server's text. */
export const successNotice = ({ event }: { readonly event: { readonly output: string } }): Notice => ({
  kind: 'success',
  text: null,
  detail: event.output,
})
