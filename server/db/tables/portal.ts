// What the portal itself keeps.
import type { Generated } from 'kysely'
import type { Jsonb } from './columns.ts'

/** A message of the ticker (TCK-07); criticality 1 is shown bold. */
export type TickerMessageTable = {
  id: Generated<number>
  content: string
  criticality: number
  created_at: Generated<Date>
  changed_at: Generated<Date>
  /** Who wrote it last; null for the demo's and where that user is gone. */
  changed_by: number | null
}

/** Small facts of the installation: signing keys, seed progress, maintenance switch. */
export type SettingTable = { key: string; value: Jsonb<unknown> }
