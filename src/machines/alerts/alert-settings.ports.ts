import type { AlertSettingId } from '#contract/records/alert-settings.ts'

/** What a form holds, by the name of its field. */
export type FormValues<TValue> = Readonly<Record<string, TValue>>

/** What the server has after a change, and what it says of it. */
export type SavedForm<TValue> = { readonly values: FormValues<TValue>; readonly message: string }

/** The setting whose thresholds are back-tested. */
export type BackTestRequest = { readonly setting: AlertSettingId }
