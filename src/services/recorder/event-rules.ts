import { type Mask, redact } from './redact.ts'

type Event = { readonly type: string; readonly [field: string]: unknown }

/** How an event is written down. What it leaves is redacted by field as well. */
export type EventRule = (event: Event, mask: Mask) => Event

const whole: EventRule = (event) => event

/** Every event a machine of ours can hear, with its rule. A new event belongs here, or its payload is not recorded. */
export const EVENT_RULES = {
  'route.changed': whole,
  'preferences.read': whole,
  'acting.read': whole,
  'identity.returned': whole,
  'theme.toggled': whole,
  'interface.changed': whole,
  'app.retry': whole,
  'recovery.opened': whole,
  'recovery.asked': (event, mask) => ({ ...event, account: mask(String(event['account'] ?? '')) }),
  'recovery.chosen': whole,
  'request.asked': whole,
  'request.started': whole,
  'request.succeeded': whole,
  'request.failed': whole,
  'support.roleChosen': whole,
  'support.userChosen': (event, mask) => ({ ...event, reason: mask(String(event['reason'] ?? '')) }),
  'support.retry': whole,
  'support.switched': whole,
  'supportView.opened': whole,
  'supportView.companyChosen': whole,
  'supportView.userChosen': whole,
  'supportView.retry': whole,
  'whose.chosen': whole,
  'payment.pressed': whole,
  'session.logIn': whole,
  'session.identityChosen': whole,
  'session.logOut': whole,
  'session.lost': whole,
  'session.replaced': whole,
  'session.began': whole,
  'session.ended': whole,
  'session.missing': whole,
  'request.refused': whole,
  'ticker.opened': whole,
  'ticker.closed': whole,
  'ticker.pointed': whole,
  'ticker.focused': whole,
  'ticker.pressed': whole,
  'ticker.acknowledged': whole,
  'ticker.refreshDue': whole,
  'maintenance.asked': whole,
  'maintenance.set': whole,
  'settings.opened': whole,
  'settings.closed': whole,
  'settings.tabChosen': whole,
  'password.submitted': whole,
  'editor.addPressed': whole,
  'editor.editPressed': whole,
  'editor.deletePressed': whole,
  'editor.saved': whole,
  'editor.deleteConfirmed': whole,
  'editor.cancelled': whole,
  'editor.retry': whole,
  'outbox.mailPressed': whole,
  'outbox.mailClosed': whole,
  'outbox.retry': whole,
  'manual.asked': whole,
  'map.opened': whole,
  'map.closed': whole,
  'chip.pressed': whole,
  'search.changed': (event, mask) => ({ ...event, text: mask(String(event['text'] ?? '')) }),
  'showAll.pressed': whole,
  'vehicle.selected': whole,
  'popup.closed': whole,
  'list.scrolledToEnd': whole,
  'list.retry': whole,
  'live.opened': whole,
  'live.closed': whole,
  'live.pointArrived': whole,
  'live.streamChanged': whole,
  'live.ended': whole,
  'playback.opened': whole,
  'back.pressed': whole,
  'refresh.due': whole,
  'base.toggled': whole,
  'fleetStream.changed': whole,
  'playback.go': whole,
  'playback.play': whole,
  'playback.pause': whole,
  'playback.continue': whole,
  'playback.restart': whole,
  'playback.close': whole,
  'playback.hardExit': whole,
  'playback.setSpeed': whole,
  'playback.seek': whole,
  'playback.movedTo': whole,
  'playback.reachedEnd': whole,
  'playback.panelToggled': whole,
  'playback.skipToggled': whole,
  'playback.noDataAcknowledged': whole,
  'trips.opened': whole,
  'trips.left': whole,
  'trips.searched': (event, mask) => ({ ...event, text: mask(String(event['text'] ?? '')) }),
  'trips.scrolledToEnd': whole,
  'trips.retry': whole,
  'range.startChosen': whole,
  'range.endChosen': whole,
  'range.reset': whole,
  'range.chosen': whole,
  'range.changed': whole,
} as const satisfies Readonly<Record<string, EventRule>>

/** Events the machinery makes: replies, failures, delays, immediate transitions. */
const MADE = /^xstate\.(done|error|after|route|init|stop)\b/

/** The rule of an event type, if it has one. */
export const ruleOf = (type: string): EventRule | undefined => {
  if (MADE.test(type)) return whole
  return Object.hasOwn(EVENT_RULES, type) ? EVENT_RULES[type as keyof typeof EVENT_RULES] : undefined
}

/** An event as it may be written down; of one without a rule only the type. */
export const redactEvent = (event: Event, mask: Mask): Event =>
  redact(ruleOf(event.type)?.(event, mask) ?? { type: event.type }, mask) as Event
