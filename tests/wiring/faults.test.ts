// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { maintenanceStatus } from '#contract/calls/maintenance.ts'
import { HOUR_MS } from '#domain/units.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import { selectMaintenance } from '#src/machines/app/app.selectors.ts'
import { selectIsOn, selectIsUnavailable } from '#src/machines/faults/faults.selectors.ts'
import { readRecording } from '#src/services/recorder/recording-file.ts'
import { replay } from '#src/services/recorder/replay.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { wireApp } from '#src/wiring/index.ts'
import { faultSettings } from '#tests/kit/builders/fault-settings.ts'
import environment from '../../public/env.json' with { type: 'json' }

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

/** The portal of a guest, wired as in the browser, and the addresses that it requested of a server that answers nothing. */
const openPortal = async ({ lab = true } = {}) => {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (input: string | Request) => {
    const address = String(input instanceof Request ? input.url : input)
    requested.push(new URL(address, location.href).pathname)
    const [v2BaseUrl, v3BaseUrl] = ['v2', 'v3'].map((backend) => `${window.origin}/api/${backend}/`)
    if (address.endsWith('/env.json')) return Response.json({ ...environment, v2BaseUrl, v3BaseUrl, lab })
    return Response.json({}, { status: 503 })
  })
  window.history.replaceState(null, '', '/login')
  const portal = wireApp({ window, notify: () => {} }, async () => {})
  onTestFinished(() => void portal.actor.stop())
  const { children } = await waitFor(portal.actor, (snapshot) =>
    snapshot.matches({ running: { guest: 'settled' } }),
  )
  const { faults } = children
  if (faults === undefined) throw new Error('The machine of the faults does not run.')
  await waitFor(faults, (snapshot) => !snapshot.matches({ available: 'restoring' }))
  const saved: Blob[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  Object.assign(window.URL, { createObjectURL: (file: Blob) => void saved.push(file) })
  onTestFinished(() => void Reflect.deleteProperty(window.URL, 'createObjectURL'))
  return {
    ...portal,
    faults,
    requested,
    /** Requests the maintenance status, over the time after which a failed query is sent again. */
    request: async () => {
      selectMaintenance(portal.actor.getSnapshot())?.send({ type: 'maintenance.checkDue' })
      await vi.advanceTimersByTimeAsync(6000)
    },
    recording: async () => {
      await portal.services.problemReport.save('', { withPlaces: false })
      return readRecording(new Uint8Array((await saved.at(-1)?.arrayBuffer()) ?? new ArrayBuffer()))
    },
  }
}

const STATUS = `/api/${maintenanceStatus.backend}/${maintenanceStatus.path}`
const statusRequests = (requested: readonly string[]) => requested.filter((path) => path === STATUS).length

test('faults reach the calls of the page while they are on', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { faults, requested, services, request } = await openPortal()
  await request()
  const before = statusRequests(requested)
  expect(before).toBeGreaterThan(0)

  faults.send({ type: 'faults.turnOn', settings: faultSettings({ requestLost: 1 }) })
  await waitFor(faults, selectIsOn)
  await request()
  expect(statusRequests(requested)).toBe(before)
  expect(services.faults.counts().requestLost).toBeGreaterThan(0)

  faults.send({ type: 'faults.turnOff' })
  await request()
  expect(statusRequests(requested)).toBeGreaterThan(before)
})

test('a clock that has gone wrong is right again with the next token', async () => {
  const { faults, services } = await openPortal()
  const error = () => Math.round((services.serverNow() - Date.now()) / HOUR_MS)
  expect(error()).toBe(0)
  faults.send({ type: 'faults.turnOn', settings: faultSettings({}, { clockSkewMs: 2 * HOUR_MS }) })
  await waitFor(faults, selectIsOn)
  expect(error()).toBe(2)
  window.dispatchEvent(new StorageEvent('storage', { key: STORED.grant, storageArea: localStorage }))
  expect(error()).toBe(0)
})

test('faults that were on before a reload are on before the first call, and seed and settings are in the recording', async () => {
  const settings = faultSettings({ requestLost: 1, late: 0.125 }, { seed: 4_242_424, lateMs: 1 })
  const first = await openPortal()
  first.faults.send({ type: 'faults.turnOn', settings })
  await waitFor(first.faults, selectIsOn)
  const turnedOn = await first.recording()
  expect(turnedOn.segments.flatMap(({ events }) => events)).toContainEqual(
    expect.objectContaining({
      to: 'faults',
      external: true,
      event: { type: 'faults.turnOn', settings },
    }),
  )
  expect(replay(appMachine, turnedOn).difference).toBeNull()
  first.actor.stop()
  window.dispatchEvent(new Event('pagehide'))

  const second = await openPortal()
  expect(selectIsOn(second.faults.getSnapshot())).toBe(true)
  expect(second.requested).toEqual(['/env.json'])
  const restored = await second.recording()
  expect(restored.segments.flatMap(({ events }) => events)).toContainEqual(
    expect.objectContaining({
      to: 'faults',
      event: expect.objectContaining({ type: 'xstate.done.actor.restore', output: settings }),
    }),
  )
  expect(replay(appMachine, restored).difference).toBeNull()
})

test('where the environment does not set `lab`, no settings turn them on', async () => {
  const settings = faultSettings({ requestLost: 1 })
  sessionStorage.setItem('faults', JSON.stringify(settings))
  const { faults, requested, services } = await openPortal({ lab: false })
  faults.send({ type: 'faults.turnOn', settings })
  expect([selectIsUnavailable, selectIsOn].map((select) => select(faults.getSnapshot()))).toEqual([
    true,
    false,
  ])
  expect(statusRequests(requested)).toBe(1)
  expect(services.faults.counts().requestLost).toBe(0)
})
