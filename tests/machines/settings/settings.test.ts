import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { alertDeliveries } from '#contract/calls/alerts.ts'
import { enableMaintenance } from '#contract/calls/maintenance.ts'
import {
  changePassword,
  getScalingFactor,
  getScoredAlerts,
  setAlertConfiguration,
  setUserAlertPreference,
} from '#contract/calls/settings.ts'
import { supportChanges } from '#contract/calls/support.ts'
import { addTickerMessage } from '#contract/calls/ticker.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import { selectIsLoading } from '#src/machines/help/manual.selectors.ts'
import { failureOf } from '#src/machines/kit/failure.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { selectIsOn, selectIsSaving } from '#src/machines/maintenance/maintenance.selectors.ts'
import type { SettingsPlaceEvent } from '#src/machines/settings/settings.machine.ts'
import {
  selectIsAsking,
  selectPasswordFailure,
  selectTab,
} from '#src/machines/settings/settings.selectors.ts'
import { firstTabOf, SETTINGS_TABS, tabsOf } from '#src/machines/settings/settings.tabs.ts'
import { SETTINGS_TAB } from '#src/texts/en/settings.ts'
import { controlledEvents, recordedAction } from '#tests/kit/machines/controlled-ports.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const shell = () => {
  const notices = recordedAction<Notice>()
  return { ...createShellFixture(notices.act), notices: notices.done }
}
const refused = { name: 'CallRefused', message: 'The current password is wrong', retryAfterMs: null }
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

describe('settings tabs', () => {
  test('ADM-01 ADM-02 each part has a tab', () => {
    expect(SETTINGS_TABS.map(({ id }) => SETTINGS_TAB[id])).toEqual(
      expect.arrayContaining([
        ...['Groups', 'Regions', 'Alert preferences', 'Scaling factor', 'Alert settings', 'Change password'],
        ...['Ticker messages', 'Maintenance', 'Mail outbox'],
      ]),
    )
  })

  test('ADM-02 a tab is visible to those who may make its call', () => {
    const rolesOf = (id: string) => SETTINGS_TABS.find((tab) => tab.id === id)?.roles
    expect(rolesOf('tickerMessages')).toEqual(addTickerMessage.roles)
    expect(rolesOf('maintenance')).toEqual(enableMaintenance.roles)
    expect(rolesOf('changePassword')).toEqual(changePassword.roles)
    expect(rolesOf('scalingFactor')).toEqual(getScalingFactor.roles)
    expect(rolesOf('drivingScore')).toEqual(getScoredAlerts.roles)
    // Support makes these calls as a user, whose tabs it has then.
    const asUser = ({ roles }: { roles: readonly Role[] | 'public' }) =>
      roles === 'public' ? [] : roles.filter((role) => role !== 'CSSUPPORT')
    expect(rolesOf('undelivered')).toEqual(asUser(alertDeliveries))
    expect(rolesOf('alertSettings')).toEqual(asUser(setAlertConfiguration))
    expect(rolesOf('alertPreferences')).toEqual(asUser(setUserAlertPreference))
    expect(rolesOf('supportAccess')).toEqual(asUser(supportChanges))
    expect(tabsOf('CSSUPPORT').map(({ id }) => id)).toEqual(['changePassword'])
  })

  test('ADM-02 every role has a first tab of its own that is built', () => {
    for (const role of ROLES) {
      const first = tabsOf(role).find(({ id }) => id === firstTabOf(role))
      expect(first?.isBuilt, role).toBe(true)
    }
  })

  test('OPEN-29 a tab that the role does not have is not opened', () => {
    const { machines } = shell()
    const settings = createActor(machines.settings, { input: { role: 'MANAGER' } }).start()
    settings.send({ type: 'settings.opened' })
    settings.send({ type: 'settings.tabChosen', tab: 'tickerMessages' })
    expect(selectTab(settings.getSnapshot())).toBe('alertPreferences')
    settings.send({ type: 'settings.tabChosen', tab: 'groups' })
    expect(selectTab(settings.getSnapshot())).toBe('groups')
  })
})

describe('the tab in the address', () => {
  const start = () => {
    const { ports, machines } = shell()
    const places = controlledEvents<SettingsPlaceEvent>()
    const settings = createActor(machines.settings.provide({ actors: { places: places.logic } }), {
      input: { role: 'CUSTOMERADMIN' },
    }).start()
    settings.send({ type: 'settings.opened' })
    const name = (tab: SettingsPlaceEvent['tab']) =>
      places.latest().emit({ type: 'settings.placeChanged', tab })
    const edit = () => settings.send({ type: 'settings.formEdited', isUnsaved: true })
    return {
      ...{ settings, name, edit, kept: ports.keptTab.done },
      tab: () => selectTab(settings.getSnapshot()),
      isAsking: () => selectIsAsking(settings.getSnapshot()),
    }
  }

  test('opens, and no other is opened before', () => {
    const { settings, name, tab, kept } = start()
    expect(settings.getSnapshot().matches({ open: 'placing' })).toBe(true)
    name('gateway')
    expect([tab(), settings.getSnapshot().matches({ open: 'gateway' }), kept]).toEqual(['gateway', true, []])
  })

  test.each([null, 'maintenance'] as const)('%s is none that the user has: the first one opens', (named) => {
    const { name, tab, kept } = start()
    name(named)
    expect(tab()).toBe('alertPreferences')
    expect(kept).toEqual([{ tab: 'alertPreferences', isFirst: true, replace: true }])
  })

  test('is that of the tab that was chosen; the back button leads to the one before', () => {
    const { settings, name, tab, kept } = start()
    name(null)
    settings.send({ type: 'settings.tabChosen', tab: 'gateway' })
    expect(kept.at(-1)).toEqual({ tab: 'gateway', isFirst: false, replace: false })
    name('gateway')
    expect(kept).toHaveLength(2)
    name(null)
    expect([tab(), kept.length]).toEqual(['alertPreferences', 2])
  })

  test('after another screen, the tab that was open before is opened again and named', () => {
    const { settings, name, tab, kept } = start()
    name('gateway')
    settings.send({ type: 'settings.closed' })
    settings.send({ type: 'settings.opened' })
    name(null)
    expect([tab(), kept]).toEqual(['gateway', [{ tab: 'gateway', isFirst: false, replace: true }]])
  })

  test('unsaved changes are asked about; whoever keeps them has the address of their tab again', () => {
    const { settings, name, edit, tab, isAsking, kept } = start()
    name('alertSettings')
    edit()
    name('gateway')
    expect([tab(), isAsking()]).toEqual(['alertSettings', true])
    settings.send({ type: 'settings.kept' })
    expect([tab(), isAsking(), kept.at(-1)?.tab]).toEqual(['alertSettings', false, 'alertSettings'])
    name('alertSettings')
    name('gateway')
    settings.send({ type: 'settings.discardConfirmed' })
    expect([tab(), kept.at(-1)?.tab]).toEqual(['gateway', 'gateway'])
  })

  test('whoever leaves for another screen stays there', () => {
    const { settings, name, edit, kept } = start()
    name('alertSettings')
    edit()
    settings.send({ type: 'settings.leavePressed' })
    settings.send({ type: 'settings.discardConfirmed' })
    expect(kept).toEqual([])
    edit()
    settings.send({ type: 'settings.leavePressed' })
    settings.send({ type: 'settings.formEdited', isUnsaved: false })
    expect([kept, selectIsAsking(settings.getSnapshot())]).toEqual([[], false])
  })
})

describe('changing the password', () => {
  const start = () => {
    const all = shell()
    const settings = createActor(all.machines.settings, { input: { role: 'CUSTOMER' } }).start()
    settings.send({ type: 'settings.opened' })
    settings.send({ type: 'settings.tabChosen', tab: 'changePassword' })
    settings.send({ type: 'password.submitted', currentPassword: 'Old1', newPassword: 'New12345' })
    return { ...all, settings }
  }

  test('API-104 success is reported and the form resets', async () => {
    const { ports, settings, notices } = start()
    expect(ports.password.latest().input).toEqual({ currentPassword: 'Old1', newPassword: 'New12345' })
    await ports.password.latest().resolve('Password changed')
    expect(notices).toEqual([{ kind: 'success', text: null, detail: 'Password changed' }])
    expect(settings.getSnapshot().context.changes).toBe(1)
  })

  test('API-104 a refusal shows at the form, not in a toast, and is cleared with the tab', async () => {
    const { ports, settings, notices } = start()
    await ports.password.latest().reject(refused)
    expect(selectPasswordFailure(settings.getSnapshot())?.message).toBe('The current password is wrong')
    expect(notices).toEqual([])
    settings.send({ type: 'settings.closed' })
    expect(selectPasswordFailure(settings.getSnapshot())).toBeNull()
  })
})

describe('maintenance', () => {
  test('TCK-11 TCK-12 follows the server, is polled, and keeps its value while the server is unreachable', async () => {
    const { ports, machines, notices } = shell()
    const maintenance = createActor(machines.maintenance).start()
    const isOn = () => selectIsOn(maintenance.getSnapshot())
    expect(isOn()).toBe(false)
    await ports.status.latest().resolve(true)
    expect(isOn()).toBe(true)
    ports.checks.latest().emit({ type: 'maintenance.checkDue' })
    await ports.status.latest().reject(away)
    expect([isOn(), notices]).toEqual([true, []])
    ports.checks.latest().emit({ type: 'maintenance.checkDue' })
    await ports.status.latest().resolve(false)
    expect(isOn()).toBe(false)
  })

  test('TCK-11 the switch shows what the server stored, and reports when it stored nothing', async () => {
    const { ports, machines, notices } = shell()
    const maintenance = createActor(machines.maintenance).start()
    maintenance.send({ type: 'maintenance.set', isOn: true })
    expect(selectIsSaving(maintenance.getSnapshot())).toBe(true)
    await ports.writeStatus.latest().resolve(true)
    expect(selectIsOn(maintenance.getSnapshot())).toBe(true)
    maintenance.send({ type: 'maintenance.set', isOn: false })
    await ports.writeStatus.latest().reject(refused)
    expect(selectIsOn(maintenance.getSnapshot())).toBe(true)
    expect(notices).toEqual([{ kind: 'error', text: null, failure: failureOf(refused) }])
  })
})

describe('the user manual', () => {
  test('FTR-08 is fetched once per press; a refusal is reported, a lost connection is not', async () => {
    const { ports, machines, notices } = shell()
    const manual = createActor(machines.manual).start()
    manual.send({ type: 'manual.download' })
    manual.send({ type: 'manual.download' })
    expect([ports.manual.calls.length, selectIsLoading(manual.getSnapshot())]).toEqual([1, true])
    await ports.manual.latest().resolve()
    manual.send({ type: 'manual.download' })
    await ports.manual.latest().reject(away)
    expect(notices).toEqual([])
    manual.send({ type: 'manual.download' })
    await ports.manual.latest().reject(refused)
    expect(notices).toEqual([{ kind: 'error', text: null, failure: failureOf(refused) }])
  })
})
