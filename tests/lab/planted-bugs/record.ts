// Writes the recording of a user who meets a planted bug: tsx tests/lab/planted-bugs/record.ts NAME FILE. It runs the machines of
// its own folder, which must be those with the bug.
import { writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { packRecording } from '#src/services/recorder/recording-file.ts'
import { createLiveApp } from '#tests/kit/machines/live-app.fixture.ts'

type App = ReturnType<typeof createLiveApp>

const logIn = async ({ root, answer, act }: App) => {
  root.send({ type: 'appearance.read', theme: 'dark', mapTheme: null, uiType: 'beta' })
  root.send({ type: 'route.changed', path: '/track-trace', search: '' })
  await answer(/^$/)
  await answer(/^session$/)
  await answer(/^fleet$/)
  await act('', 'mapTheme.toggled')
  await act('fleet', 'chip.pressed')
  await answer(/^fleet$/)
  await act('fleet', 'vehicle.selected')
  await act('fleet', 'popup.closed')
}

const USERS: Readonly<Record<string, (app: App) => Promise<void>>> = {
  'lost-session': async ({ time, act, answer }) => {
    time.increment(60_000)
    await act('fleet', 'showAll.pressed')
    await answer(/^fleet$/)
    await act('session', 'session.lost')
    await act('fleet', 'chip.pressed')
    await act('fleet', 'search.changed')
  },
  'unsound-fence': async ({ time, act, answer }) => {
    await act('fleet', 'geofences.opened')
    await answer(/^fleet\/geofences$/)
    await act('fleet/geofences', 'fence.chosen')
    await act('fleet/geofences', 'fence.create')
    await act('fleet/geofences', 'hint.acknowledged')
    await answer(/^fleet\/geofences$/)
    time.increment(20_000)
    await act('fleet/geofences', 'drawing.begun')
    await act('fleet/geofences', 'drawing.finished')
    await act('fleet/geofences', 'fence.undo')
    await act('fleet/geofences', 'fence.redo')
    await act('fleet/geofences', 'fence.save')
    await answer(/^fleet\/geofences$/)
  },
  'late-alerts': async ({ time, act, answer }) => {
    await act('fleet', 'playback.opened')
    await answer(/^fleet\/playback$/)
    await act('fleet/playback', 'playback.panelToggled')
    await act('fleet/playback', 'playback.play')
    await act('fleet/playback', 'playback.setSpeed')
    time.increment(5_000)
    await act('fleet/playback', 'playback.pause')
    await act('fleet/playback', 'playback.restart')
    await answer(/^fleet\/playback\/alerts$/)
    await act('fleet/playback', 'playback.panelToggled')
  },
}

const [, , name = '', file = ''] = argv
const meet = USERS[name]
if (meet === undefined) throw new Error(`No user is known who meets '${name}'.`)
const app = createLiveApp()
await logIn(app)
await meet(app)
writeFileSync(file, packRecording(app.recorder.snapshot()))
app.root.stop()
