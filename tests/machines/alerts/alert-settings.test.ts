import { describe, expect, test } from 'vitest'
import type { AlertChoice, BackTest } from '#contract/records/alert-settings.ts'
import {
  selectChanges,
  selectFailure,
  selectIsSaving,
  selectIsUnsaved,
  selectSaved,
} from '#src/machines/alerts/alert-form.selectors.ts'
import {
  selectBackTestFailure,
  selectFailedId,
  selectResults,
  selectRunningId,
} from '#src/machines/alerts/back-test.selectors.ts'
import { selectEnabledAlerts, selectSettings } from '#src/machines/app/app.selectors.ts'
import * as settingsOf from '#src/machines/settings/settings.selectors.ts'
import type { SettingsTabId } from '#src/machines/settings/settings.tabs.ts'
import { startMember, userOf } from '#tests/kit/machines/app.fixture.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }
const CHOICES: Readonly<Record<string, AlertChoice>> = {
  overspeedAlert: { selected: true, value: 80 },
  idlingAlert: { selected: false, value: 5 },
  dpfRegenAlert: { selected: true, value: null },
}
const faster = {
  type: 'alertForm.changed',
  field: 'overspeedAlert',
  value: { selected: true, value: 60 },
} as const
const asBefore = { ...faster, value: { selected: true, value: 80 } } as const

/** The settings of a logged-in manager at a tab. */
const openTab = async (tab: SettingsTabId) => {
  const page = await startMember('/settings', userOf('MANAGER'))
  const settings = selectSettings(page.now())
  if (settings === undefined) throw new Error('The settings do not run.')
  settings.send({ type: 'settings.tabChosen', tab })
  return { ...page, ports: page.shell.ports, settings, snapshot: () => settings.getSnapshot() }
}

const openForm = async () => {
  const page = await openTab('alertSettings')
  await page.ports.alertChoices.latest().resolve(CHOICES)
  const form = settingsOf.selectAlertSettings(page.snapshot())
  if (form === undefined) throw new Error('The form does not run.')
  return { ...page, form, formSnapshot: () => form.getSnapshot() }
}

describe('a form', () => {
  test('ADM-10 what is changed is unsaved until it is as it was, is discarded or saved; only changes are sent', async () => {
    const { form, formSnapshot, ports, notices } = await openForm()
    const isUnsaved = () => selectIsUnsaved(formSnapshot())
    form.send({ type: 'alertForm.savePressed' })
    form.send(faster)
    expect([isUnsaved(), selectChanges(formSnapshot())]).toEqual([true, { overspeedAlert: faster.value }])
    form.send(asBefore)
    expect(isUnsaved()).toBe(false)
    form.send(faster)
    form.send({ type: 'alertForm.discarded' })
    expect([isUnsaved(), selectSaved(formSnapshot())]).toEqual([false, CHOICES])
    form.send(faster)
    expect(ports.saveAlertChoices.calls).toHaveLength(0)
    form.send({ type: 'alertForm.savePressed' })
    expect(selectIsSaving(formSnapshot())).toBe(true)
    expect(ports.saveAlertChoices.latest().input).toEqual({ changes: { overspeedAlert: faster.value } })
    const values = { ...CHOICES, overspeedAlert: faster.value }
    await ports.saveAlertChoices.latest().resolve({ values, message: 'Alert settings saved' })
    expect([isUnsaved(), selectIsSaving(formSnapshot()), selectSaved(formSnapshot())]).toEqual([
      ...[false, false, values],
    ])
    expect(notices.done).toEqual([{ kind: 'success', text: null, detail: 'Alert settings saved' }])
  })

  test('ADM-10 changes that could not be saved stay, with the reason, and can be saved again', async () => {
    const { form, formSnapshot, ports, notices } = await openForm()
    form.send(faster)
    form.send({ type: 'alertForm.savePressed' })
    await ports.saveAlertChoices.latest().reject(away)
    expect(selectFailure(formSnapshot())?.kind).toBe('away')
    expect(selectIsUnsaved(formSnapshot())).toBe(true)
    form.send({ type: 'alertForm.savePressed' })
    await ports.saveAlertChoices.latest().resolve({ values: CHOICES, message: 'Saved' })
    expect([selectFailure(formSnapshot()), notices.done.length]).toEqual([null, 1])
  })

  test('SHL-49 what could not be loaded can be loaded again', async () => {
    const { ports, snapshot } = await openTab('alertPreferences')
    const form = settingsOf.selectAlertPreferences(snapshot())
    await ports.alertPreferences.latest().reject(away)
    expect(form && selectFailure(form.getSnapshot())?.kind).toBe('away')
    form?.send({ type: 'alertForm.retry' })
    await ports.alertPreferences.latest().resolve({ idleEmail: true })
    expect(form && selectSaved(form.getSnapshot())).toEqual({ idleEmail: true })
    expect(form && selectFailure(form.getSnapshot())).toBeNull()
  })

  test("ADM-09 the tab of the preferences asks for the user's own record, which has the addresses", async () => {
    const { ports, snapshot } = await openTab('alertPreferences')
    expect(ports.contact.requested().at(-1)).toEqual({})
    expect(settingsOf.selectContact(snapshot())?.getSnapshot().context.isFetching).toBe(true)
  })
})

describe('unsaved changes', () => {
  const edited = async () => {
    const page = await openForm()
    page.form.send(faster)
    expect(settingsOf.selectIsUnsaved(page.snapshot())).toBe(true)
    return {
      ...page,
      tab: () => settingsOf.selectTab(page.snapshot()),
      isAsking: () => settingsOf.selectIsAsking(page.snapshot()),
    }
  }

  test('another tab is opened only after the user discards them; the same tab changes nothing', async () => {
    const { settings, form, tab, isAsking } = await edited()
    settings.send({ type: 'settings.tabChosen', tab: 'alertSettings' })
    expect([isAsking(), selectIsUnsaved(form.getSnapshot())]).toEqual([false, true])
    settings.send({ type: 'settings.tabChosen', tab: 'changePassword' })
    expect([isAsking(), tab()]).toEqual([true, 'alertSettings'])
    settings.send({ type: 'settings.kept' })
    settings.send({ type: 'settings.discardConfirmed' })
    expect([isAsking(), tab()]).toEqual([false, 'alertSettings'])
    settings.send({ type: 'settings.tabChosen', tab: 'changePassword' })
    settings.send({ type: 'settings.discardConfirmed' })
    expect([isAsking(), tab()]).toEqual([false, 'changePassword'])
  })

  test('the settings are left only after the user discards them', async () => {
    const { settings, snapshot, isAsking } = await edited()
    settings.send({ type: 'settings.leavePressed' })
    expect(isAsking()).toBe(true)
    settings.send({ type: 'settings.discardConfirmed' })
    const form = settingsOf.selectAlertSettings(snapshot())
    expect([isAsking(), settingsOf.selectIsUnsaved(snapshot())]).toEqual([false, false])
    expect(form && selectChanges(form.getSnapshot())).toEqual({})
  })

  test.each(['settings.leavePressed', 'settings.tabChosen'] as const)(
    '%s while they are being saved goes on when they are',
    async (type) => {
      const { settings, form, ports, snapshot, tab, now, isAsking } = await edited()
      form.send({ type: 'alertForm.savePressed' })
      settings.send(type === 'settings.leavePressed' ? { type } : { type, tab: 'changePassword' })
      const values = { ...CHOICES, overspeedAlert: faster.value }
      await ports.saveAlertChoices.latest().resolve({ values, message: 'Saved' })
      expect([settingsOf.selectIsUnsaved(snapshot()), isAsking(), tab()]).toEqual([
        ...[false, false, type === 'settings.leavePressed' ? 'alertSettings' : 'changePassword'],
      ])
      expect(selectEnabledAlerts(now())).toContainEqual({ type: 'OVERSPEED', value: 60 })
    },
  )

  test('nothing is asked where nothing is unsaved', async () => {
    const { settings, isAsking, form } = await edited()
    form.send({ type: 'alertForm.discarded' })
    settings.send({ type: 'settings.leavePressed' })
    expect(isAsking()).toBe(false)
  })
})

describe('enabled alerts', () => {
  test('ALR-45 API-99 are read at login, follow what is saved, and are forgotten at log-out', async () => {
    const { form, ports, now, app } = await openForm()
    expect(selectEnabledAlerts(now())).toBeNull()
    await ports.enabledAlerts.latest().resolve([{ type: 'STOPPAGE', value: 30 }])
    expect(selectEnabledAlerts(now())).toEqual([{ type: 'STOPPAGE', value: 30 }])
    form.send(faster)
    form.send({ type: 'alertForm.savePressed' })
    const values = { ...CHOICES, overspeedAlert: faster.value }
    await ports.saveAlertChoices.latest().resolve({ values, message: 'Saved' })
    expect(selectEnabledAlerts(now())).toEqual([
      { type: 'OVERSPEED', value: 60 },
      { type: 'DPFREGEN', value: null },
    ])
    app.send({ type: 'session.ended', why: 'requested' })
    expect(selectEnabledAlerts(now())).toBeNull()
  })
})

describe('the back-test', () => {
  const resultOf = (id: string): BackTest => ({
    ...{ id, days: 30, vehicles: 2, ofVehicles: 2, counts: [{ value: 80, count: 3 }] },
  })
  const start = async () => {
    const { ports, snapshot } = await openForm()
    const backTest = settingsOf.selectBackTest(snapshot())
    if (backTest === undefined) throw new Error('The back-test does not run.')
    return { backTest, runs: ports.backTest, now: () => backTest.getSnapshot() }
  }

  test('ADM-10 runs once for each setting and keeps what it found', async () => {
    const { backTest, runs, now } = await start()
    backTest.send({ type: 'backTest.requested', setting: 'overspeedAlert' })
    backTest.send({ type: 'backTest.requested', setting: 'overspeedAlert' })
    expect([runs.calls.length, selectRunningId(now())]).toEqual([1, 'overspeedAlert'])
    await runs.latest().resolve(resultOf('overspeedAlert'))
    backTest.send({ type: 'backTest.requested', setting: 'overspeedAlert' })
    expect([runs.calls.length, selectRunningId(now())]).toEqual([1, null])
    expect(selectResults(now()).overspeedAlert?.counts).toEqual([{ value: 80, count: 3 }])
  })

  test('ADM-10 another setting ends the run that goes on; a known one leaves it', async () => {
    const { backTest, runs, now } = await start()
    backTest.send({ type: 'backTest.requested', setting: 'overspeedAlert' })
    await runs.latest().resolve(resultOf('overspeedAlert'))
    backTest.send({ type: 'backTest.requested', setting: 'idlingAlert' })
    backTest.send({ type: 'backTest.requested', setting: 'overspeedAlert' })
    expect(selectRunningId(now())).toBe('idlingAlert')
    const { signal } = runs.latest()
    backTest.send({ type: 'backTest.requested', setting: 'stoppageAlert' })
    expect([signal.aborted, runs.latest().input]).toEqual([true, { setting: 'stoppageAlert' }])
  })

  test('ADM-10 a failure belongs to its setting, and the next request tries again', async () => {
    const { backTest, runs, now } = await start()
    backTest.send({ type: 'backTest.requested', setting: 'overspeedAlert' })
    await runs.latest().reject(away)
    expect([selectFailedId(now()), selectBackTestFailure(now())?.kind]).toEqual(['overspeedAlert', 'away'])
    backTest.send({ type: 'backTest.requested', setting: 'overspeedAlert' })
    expect([selectFailedId(now()), runs.calls.length]).toEqual([null, 2])
  })
})
