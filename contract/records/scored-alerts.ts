import * as z from 'zod/mini'
import { SCORED_ALERTS, type ScoredAlert } from '#domain/driving-score.ts'

const ofEach = <TSchema>(schema: TSchema) =>
  Object.fromEntries(SCORED_ALERTS.map((alert) => [alert, schema])) as Record<ScoredAlert, TSchema>

/** Whether a company's driving score counts each alert (OPEN-90). */
export const ScoredAlerts = z.object(ofEach(z.boolean()))
export type ScoredAlerts = z.infer<typeof ScoredAlerts>

/** What is chosen for some alerts; the others keep theirs. */
export const ChangedScoredAlerts = z.strictObject(ofEach(z.optional(z.boolean())))
export type ChangedScoredAlerts = z.infer<typeof ChangedScoredAlerts>
