import type { ImportChoices } from '#contract/records/position-import.ts'

/** A file that the user has picked. The page keeps it under `fileId`; machines hold its name and its bytes alone. */
export type PickedFile = { readonly fileId: string; readonly fileName: string; readonly bytes: number }

/** What is to be sent: the rest of a file from `received` bytes on. */
export type PartsRequest = { readonly importId: string; readonly fileId: string; readonly received: number }

/** So many bytes of the file are at the server. */
export type PartSentEvent = { type: 'import.partSent'; received: number }

/** Reads the file at the server, and stores its positions unless `dryRun`. */
export type RunRequest = {
  readonly importId: string
  readonly dryRun: boolean
  readonly choices: ImportChoices
}
