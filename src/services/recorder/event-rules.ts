import { type Mask, redact } from './redact.ts'

type Event = { readonly type: string; readonly [field: string]: unknown }

/** How an event is recorded. What the rule leaves is redacted by field as well. */
export type EventRule = (event: Event, mask: Mask) => Event

/** The events with a field that a user types, or that names a person or a vehicle, under a name of its own. */
export const EVENT_RULES: Readonly<Record<string, EventRule>> = {
  'recovery.linkRequested': (event, mask) => ({ ...event, account: mask(String(event['account'] ?? '')) }),
  'support.userChosen': (event, mask) => ({ ...event, reason: mask(String(event['reason'] ?? '')) }),
  'search.changed': (event, mask) => ({ ...event, text: mask(String(event['text'] ?? '')) }),
  'trips.searched': (event, mask) => ({ ...event, text: mask(String(event['text'] ?? '')) }),
  'geofences.searched': (event, mask) => ({ ...event, text: mask(String(event['text'] ?? '')) }),
}

/**
 * Events of streams that come many times a second and hold numbers alone. They are recorded as they are; the states that they
 * lead to are compared at the next other event.
 */
export const TICKS: ReadonlySet<string> = new Set(['playback.movedTo'])

/** Events that XState makes: replies, failures, delays, immediate transitions. */
const MADE = /^xstate\.(done|error|after|route|init|stop)\b/

/** An event as it may be recorded; of one that its machine does not know (`events` are the types it does) only its type. */
export const redactEvent = (event: Event, mask: Mask, events: readonly string[]): Event => {
  const { type } = event
  if (!MADE.test(type) && !events.includes(type)) return { type }
  const rule = Object.hasOwn(EVENT_RULES, type) ? EVENT_RULES[type] : undefined
  return redact(rule?.(event, mask) ?? event, mask) as Event
}
