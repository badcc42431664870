import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { DAY_MS } from '#domain/units.ts'
import { MODEL_CLOCK } from '#src/machines/date-range/date-range.model.ts'
import { playbackMachine } from '#src/machines/playback/playback.machine.ts'
import type {
  AlertRequest,
  PlayerEvent,
  PlayRequest,
  TrackRequest,
  TrackSummary,
} from '#src/machines/playback/playback.ports.ts'
import {
  selectAlertsActor,
  selectIndex,
  selectIsOfChosenDates,
  selectRangeActor,
  selectRouteMarker,
} from '#src/machines/playback/playback.selectors.ts'
import { playbackAlertsMachine } from '#src/machines/playback/playback-alerts.machine.ts'
import {
  selectAlertedTrackId,
  selectAlertLack,
  selectHasAlerts,
  selectShowsAlerts,
} from '#src/machines/playback/playback-alerts.selectors.ts'
import { controlledEvents, controlledPromise } from '#tests/kit/machines/controlled-ports.ts'
import { range, track } from '#tests/kit/machines/playback.fixture.ts'

const openPlayback = () => {
  const load = controlledPromise<TrackSummary | null, TrackRequest>()
  const ask = controlledPromise<number, AlertRequest | null>()
  const player = controlledEvents<PlayerEvent, PlayRequest>()
  const playback = createActor(
    playbackMachine.provide({
      actors: {
        loadTrack: load.logic,
        playTrack: player.logic,
        alerts: playbackAlertsMachine.provide({ actors: { loadAlerts: ask.logic } }),
      },
      actions: { notify: () => {}, dropTrack: () => {} },
    }),
    { input: { vehicleId: 5, ...MODEL_CLOCK } },
  )
  playback.start()
  const now = () => playback.getSnapshot()
  const alerts = () => {
    const snapshot = selectAlertsActor(now())?.getSnapshot()
    if (snapshot === undefined) throw new Error('The alerts have no machine.')
    return snapshot
  }
  const chooseStart = (at: number) =>
    selectRangeActor(now())?.send({ type: 'range.startChosen', at, now: MODEL_CLOCK.now })
  return { playback, load, ask, player, now, alerts, chooseStart, value: () => now().value }
}

const openWithAlerts = async () => {
  const fixture = openPlayback()
  await fixture.load.latest().resolve(track)
  await fixture.ask.latest().resolve(3)
  return fixture
}

describe('the alerts of a route', () => {
  test('PLB-17 are requested once the route has loaded, for its vehicle and range', async () => {
    const { load, ask, alerts } = openPlayback()
    expect(ask.calls).toHaveLength(0)
    await load.latest().resolve(track)
    expect(ask.latest().input).toEqual({ trackId: 'one', vehicleId: 5, ...range })
    expect([selectHasAlerts(alerts()), selectAlertLack(alerts())]).toEqual([false, 'asking'])
    await ask.latest().resolve(3)
    expect([selectHasAlerts(alerts()), selectShowsAlerts(alerts())]).toEqual([true, false])
  })

  test('PLB-17 are not requested for a route without points', async () => {
    const { load, ask } = openPlayback()
    await load.latest().resolve({ ...track, points: 0 })
    expect(ask.calls).toHaveLength(0)
  })

  test('PLT-07 the toggle shows them and hides them again', async () => {
    const { playback, alerts } = await openWithAlerts()
    playback.send({ type: 'playback.alertsToggled' })
    expect(selectAlertedTrackId(alerts())).toBe('one')
    playback.send({ type: 'playback.alertsToggled' })
    expect(selectAlertedTrackId(alerts())).toBeNull()
  })

  test('PLB-18 other dates hide them and disable the toggle; the dates of the route enable it again', async () => {
    const { playback, alerts, now, chooseStart } = await openWithAlerts()
    playback.send({ type: 'playback.alertsToggled' })
    chooseStart(range.from - 3 * DAY_MS)
    expect([selectShowsAlerts(alerts()), selectIsOfChosenDates(now())]).toEqual([false, false])
    playback.send({ type: 'playback.alertsToggled' })
    expect(selectShowsAlerts(alerts())).toBe(false)
    selectRangeActor(now())?.send({ type: 'range.chosen', ...range, now: MODEL_CLOCK.now })
    playback.send({ type: 'playback.alertsToggled' })
    expect(selectShowsAlerts(alerts())).toBe(true)
  })

  test('PLB-18 other dates close the popup of an alert but not that of an event', async () => {
    const { playback, now, chooseStart } = await openWithAlerts()
    playback.send({ type: 'playback.alertsToggled' })
    playback.send({ type: 'playback.markerPressed', routeMarker: { kind: 'alert', index: 2, alert: 0 } })
    chooseStart(range.from - 3 * DAY_MS)
    expect(selectRouteMarker(now())).toBeNull()
    playback.send({ type: 'playback.markerPressed', routeMarker: { kind: 'event', index: 2 } })
    chooseStart(range.from - 4 * DAY_MS)
    expect(selectRouteMarker(now())).toEqual({ kind: 'event', index: 2 })
  })

  test('PLB-18 without any, or after a failure, nothing is shown; a failed request can be repeated', async () => {
    const none = openPlayback()
    await none.load.latest().resolve(track)
    await none.ask.latest().resolve(0)
    none.playback.send({ type: 'playback.alertsToggled' })
    expect([selectShowsAlerts(none.alerts()), selectAlertLack(none.alerts())]).toEqual([false, 'none'])
    const failed = openPlayback()
    await failed.load.latest().resolve(track)
    await failed.ask.latest().reject(new Error('down'))
    expect(selectAlertLack(failed.alerts())).toBe('failed')
    selectAlertsActor(failed.now())?.send({ type: 'alerts.retry' })
    await failed.ask.latest().resolve(1)
    expect(selectHasAlerts(failed.alerts())).toBe(true)
  })

  test('PLB-12 a restart drops them and requests them again; a response for the previous route is ignored', async () => {
    const { playback, load, ask, alerts, value } = openPlayback()
    await load.latest().resolve(track)
    const late = ask.latest()
    playback.send({ type: 'playback.play' })
    playback.send({ type: 'playback.restart' })
    await late.resolve(9)
    expect(selectAlertLack(alerts())).toBe('unasked')
    await load.latest().resolve({ ...track, trackId: 'two' })
    expect(value()).toBe('play')
    expect(ask.latest().input).toMatchObject({ trackId: 'two' })
  })
})

describe('MAP-17 the open marker', () => {
  test('moves the cursor to it and pauses a running playback', async () => {
    const { playback, now, value } = await openWithAlerts()
    playback.send({ type: 'playback.play' })
    playback.send({ type: 'playback.markerPressed', routeMarker: { kind: 'event', index: 3 } })
    expect([value(), selectIndex(now()), selectRouteMarker(now())]).toEqual([
      'pause',
      3,
      { kind: 'event', index: 3 },
    ])
  })

  test('is closed by closing it, by continuing, and by another route event', async () => {
    const { playback, now } = await openWithAlerts()
    const look = () =>
      playback.send({ type: 'playback.markerPressed', routeMarker: { kind: 'stop', index: 2 } })
    for (const event of [
      { type: 'playback.markerClosed' },
      { type: 'playback.seek', index: 1 },
      { type: 'playback.play' },
    ] as const) {
      look()
      expect(selectRouteMarker(now())).not.toBeNull()
      playback.send(event)
      expect(selectRouteMarker(now()), event.type).toBeNull()
    }
  })

  test('an alert is closed when the alerts are hidden, an event is not', async () => {
    const { playback, now } = await openWithAlerts()
    playback.send({ type: 'playback.alertsToggled' })
    playback.send({ type: 'playback.markerPressed', routeMarker: { kind: 'event', index: 2 } })
    playback.send({ type: 'playback.alertsToggled' })
    expect(selectRouteMarker(now())).toEqual({ kind: 'event', index: 2 })
    playback.send({ type: 'playback.alertsToggled' })
    playback.send({ type: 'playback.markerPressed', routeMarker: { kind: 'alert', index: 2, alert: 0 } })
    playback.send({ type: 'playback.alertsToggled' })
    expect(selectRouteMarker(now())).toBeNull()
  })

  test('at the end it stays at the end, unless the marker lies before it', async () => {
    const { playback, player, value } = await openWithAlerts()
    playback.send({ type: 'playback.play' })
    player.latest().emit({ type: 'playback.reachedEnd' })
    playback.send({ type: 'playback.markerPressed', routeMarker: { kind: 'event', index: 4 } })
    expect(value()).toEqual({ restart: 'atEnd' })
    playback.send({ type: 'playback.markerPressed', routeMarker: { kind: 'event', index: 1 } })
    expect(value()).toBe('pause')
  })
})
