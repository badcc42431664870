import type { DashboardEvidence } from '#contract/links/dashboard.ts'
import type { ScaledKpi } from '#domain/scaling.ts'
import type { Measure } from '../kit/measures.ts'

/** How a bar is drawn. Colour is never its only sign: the label says what it is. */
export type Tone =
  | 'plain'
  | 'good'
  | 'bad'
  | 'running'
  | 'idle'
  | 'stopped'
  | 'keyon'
  | 'offline'
  | 'second'
  | 'third'

/** A bar or a point of a widget. */
export type Bar = {
  readonly label: string
  /** Its length; null where nothing is known. */
  readonly value: number | null
  /** The value with its unit. */
  readonly text: string
  /** What else is known of it. */
  readonly hint: string | null
  readonly tone: Tone
  /** Whether its time goes on. */
  readonly isOpen: boolean
  /** What is behind it; null where nothing can be opened. */
  readonly evidence: DashboardEvidence | null
  /** The address of the screen that lists what it counts. */
  readonly to?: string
}

/** A table: its headings, the cells of each row, and what is behind each, where something can be opened. */
export type Table = {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly opens?: readonly DashboardEvidence[]
}

/** What a widget shows of its answer. */
export type WidgetContent = {
  /** The figure of the whole period. */
  readonly figure: Measure | null
  /** The KPI that the figure is, which can be scaled. */
  readonly kpi?: ScaledKpi
  /** What the figures say, as a sentence; null where they say nothing. */
  readonly finding: string | null
  /** The period before, and what else belongs to the figure. */
  readonly notes: readonly string[]
  readonly bars: readonly Bar[]
  readonly table: Table
}

/** Why a widget shows nothing, as a sentence. */
export type Emptiness = { readonly empty: string }
export type Shown = WidgetContent | Emptiness

export const isEmpty = (shown: Shown): shown is Emptiness => 'empty' in shown
