import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { selectFailure, selectStep, selectUpload } from '#src/machines/import/import.selectors.ts'
import { positionImport } from '#tests/kit/builders/position-import.ts'
import { settled, simulatedClock } from '#tests/kit/machines/controlled-ports.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const away = { name: 'NetworkFailure', message: '', retryAfterMs: null }

const open = async (upload: ReturnType<typeof positionImport> | null) => {
  const { ports, machines } = createShellFixture()
  const clock = simulatedClock()
  const settings = createActor(machines.settings, { input: { role: 'CUSTOMERADMIN' }, clock }).start()
  settings.send({ type: 'settings.opened' })
  settings.send({ type: 'settings.tabChosen', tab: 'importPositions' })
  await ports.currentImport.latest().resolve(upload)
  const imports = settings.getSnapshot().children.imports
  if (imports === undefined) throw new Error('The import is not running.')
  return { ports, clock, settings, imports, now: () => imports.getSnapshot() }
}

test('OWN-01 an upload goes on while other tabs and screens are shown', async () => {
  const { ports, settings, imports, now } = await open(null)
  imports.send({ type: 'import.filePicked', fileId: '1', fileName: 'a.gpx', bytes: 9 })
  await ports.beginImport.latest().resolve(positionImport())
  settings.send({ type: 'settings.tabChosen', tab: 'changePassword' })
  settings.send({ type: 'settings.closed' })
  expect(ports.importParts.latest().isOpen()).toBe(true)
  settings.send({ type: 'settings.opened' })
  settings.send({ type: 'settings.tabChosen', tab: 'importPositions' })
  expect(selectStep(now())).toBe('sending')
})

test('OWN-01 what the server does is queried again and again, also after it was not reached', async () => {
  const { ports, clock, now } = await open(positionImport({ state: 'checking' }))
  const requests = ports.currentImport.calls.length
  clock.increment(699)
  expect(ports.currentImport.calls).toHaveLength(requests)
  clock.increment(1)
  expect(ports.currentImport.calls).toHaveLength(requests + 1)
  await ports.currentImport.latest().reject(away)
  expect([selectStep(now()), selectFailure(now())?.kind]).toEqual(['working', 'away'])
  clock.increment(700)
  await ports.currentImport.latest().resolve(positionImport({ state: 'checked' }))
  expect([selectStep(now()), selectFailure(now())]).toEqual(['checked', null])
})

test('OWN-01 a refused begin shows the reason over the import that is there', async () => {
  const { ports, imports, now } = await open(null)
  imports.send({ type: 'import.filePicked', fileId: '1', fileName: 'a.gpx', bytes: 9 })
  await ports.beginImport.latest().reject({ name: 'CallRefused', message: '', code: 'importBusy' })
  await ports.currentImport.latest().resolve(positionImport({ isOwn: false }))
  await settled()
  expect([selectStep(now()), selectFailure(now())?.code]).toEqual(['left', 'importBusy'])
  expect(selectUpload(now())?.isOwn).toBe(false)
})

test('OWN-01 the reason of a refused begin is gone once another file is picked', async () => {
  const { ports, imports, now } = await open(null)
  imports.send({ type: 'import.filePicked', fileId: '1', fileName: 'a.gpx', bytes: 9 })
  await ports.beginImport.latest().reject({ name: 'CallRefused', message: '', code: 'importBusy' })
  await ports.currentImport.latest().resolve(null)
  expect([selectStep(now()), selectFailure(now())?.code]).toEqual(['choosing', 'importBusy'])
  imports.send({ type: 'import.filePicked', fileId: '2', fileName: 'b.gpx', bytes: 9 })
  expect(selectFailure(now())).toBeNull()
})

test('OWN-01 an import that could not be read is read again when its tab is opened again', async () => {
  const { ports, settings, now } = await open(null)
  settings.send({ type: 'settings.tabChosen', tab: 'changePassword' })
  settings.send({ type: 'settings.tabChosen', tab: 'importPositions' })
  await ports.currentImport.latest().reject(away)
  expect([selectStep(now()), selectFailure(now())?.kind]).toEqual(['unread', 'away'])
  const requests = ports.currentImport.calls.length
  settings.send({ type: 'settings.tabChosen', tab: 'changePassword' })
  settings.send({ type: 'settings.tabChosen', tab: 'importPositions' })
  expect(ports.currentImport.calls).toHaveLength(requests + 1)
  expect(selectFailure(now())).toBeNull()
})

test('OWN-01 an upload that broke off can be cancelled', async () => {
  const { ports, imports, now } = await open(null)
  imports.send({ type: 'import.filePicked', fileId: '1', fileName: 'a.gpx', bytes: 9 })
  await ports.beginImport.latest().resolve(positionImport())
  ports.importParts.latest().fail(away)
  expect([selectStep(now()), selectFailure(now())?.kind]).toEqual(['sending', 'away'])
  imports.send({ type: 'import.cancelPressed' })
  expect(ports.cancelImport.latest().input).toEqual({ importId: positionImport().importId })
  expect(selectFailure(now())).toBeNull()
})

test('OWN-01 a check that was refused can be asked for again, with other choices', async () => {
  const { ports, imports, now } = await open(positionImport({ state: 'checked' }))
  imports.send({ type: 'import.checkPressed' })
  await ports.runImport.latest().reject({ name: 'CallRefused', message: '', code: 'importBusy' })
  expect([selectStep(now()), selectFailure(now())?.code]).toEqual(['checked', 'importBusy'])
  imports.send({ type: 'import.checkPressed' })
  expect(ports.runImport.calls).toHaveLength(2)
  expect(ports.runImport.latest().input).toMatchObject({ dryRun: true })
  expect(selectStep(now())).toBe('working')
})

test('OWN-01 an import whose server is restarted while it is watched ends with the reason', async () => {
  const { ports, clock, now } = await open(positionImport({ state: 'storing' }))
  clock.increment(700)
  await ports.currentImport.latest().reject(away)
  clock.increment(700)
  const fault = { code: 'importRestartedPartly', params: { stored: '7' } } as const
  await ports.currentImport.latest().resolve(positionImport({ state: 'failed', fault }))
  expect([selectStep(now()), selectFailure(now()), selectUpload(now())?.fault]).toEqual([
    'ended',
    null,
    fault,
  ])
})
