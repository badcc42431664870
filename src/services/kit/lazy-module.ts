import { PAGE_ERRORS, type PageErrorCode } from '#contract/page-errors.ts'

/** A part of the page that is loaded when it is needed, once. */
export type LazyModule<T> = {
  /** Loads the part; errs as ModuleNotLoaded, and the next call tries again. */
  load(): Promise<T>
  /** The part if it is there. */
  loaded(): T | undefined
  /** The part, which must be there. */
  now(): T
}

/** The page's own files could not be fetched: no network, or a new release has replaced them. */
class ModuleNotLoaded extends Error {
  override readonly name = 'ModuleNotLoaded'
  readonly code: PageErrorCode = 'pagePartNotLoaded'
  constructor(cause: unknown) {
    super(PAGE_ERRORS.pagePartNotLoaded, { cause })
  }
}

/** A part loaded by `fetch`; the next call repeats a failed fetch. */
export const createLazyModule = <T>(fetch: () => Promise<T>): LazyModule<T> => {
  let part: T | undefined
  let coming: Promise<T> | undefined
  return {
    load: () => {
      coming ??= fetch().then(
        (fetched) => {
          part = fetched
          return fetched
        },
        (cause: unknown) => {
          coming = undefined
          throw new ModuleNotLoaded(cause)
        },
      )
      return coming
    },
    loaded: () => part,
    now: () => {
      if (part === undefined) throw new Error('This part of the page is not loaded yet.')
      return part
    },
  }
}
