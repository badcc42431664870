/** A user's action, in the three fields of SES-59. Nothing in it names a person, a vehicle or a place. */
export type AnalyticsEvent = { readonly category: string; readonly action: string; readonly label: string }

/** How many events are kept. */
const MAX_KEPT = 200

/**
 * Takes analytics events. They stay in this page: the last ones are kept, and each is logged to the console
 * (OPEN-66).
 */
export const createAnalytics = ({
  log = (event: AnalyticsEvent) => console.debug('analytics', event),
}: {
  log?: (event: AnalyticsEvent) => void
} = {}) => {
  const kept: AnalyticsEvent[] = []
  return {
    send: (event: AnalyticsEvent) => {
      kept.push(event)
      if (kept.length > MAX_KEPT) kept.shift()
      log(event)
    },
    /** The last events, oldest first. */
    kept: (): readonly AnalyticsEvent[] => kept,
  }
}

export type Analytics = ReturnType<typeof createAnalytics>
