import { describe, expect, test } from 'vitest'
import type { KpiScales } from '#contract/records/scaling.ts'
import { COMPANY_ROLES, type Role, SCALING_ROLES } from '#contract/roles.ts'
import { selectSettings } from '#src/machines/app/app.selectors.ts'
import { factorFault, unsavedFactors } from '#src/machines/settings/scaling.logic.ts'
import * as scalingOf from '#src/machines/settings/scaling.selectors.ts'
import * as settingsOf from '#src/machines/settings/settings.selectors.ts'
import { startMember, userOf } from '#tests/kit/machines/app.fixture.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }
const UNSET = { factor: 1, set: null }
const SCALES: KpiScales = {
  mileage: { factor: 1.05, set: { by: 'asha', at: 1 } },
  ...{ adblue: UNSET, utilization: UNSET },
}
const MEASURED = { mileage: 4.2, adblue: 12, utilization: null }
const change = (factor: number, kpi: 'mileage' | 'adblue' = 'mileage') =>
  ({ type: 'scaling.changed', kpi, factor }) as const

const openTab = async (role: Role = 'CUSTOMERADMIN') => {
  const page = await startMember('/settings', userOf(role))
  const settings = selectSettings(page.now())
  if (settings === undefined) throw new Error('The settings do not run.')
  settings.send({ type: 'settings.tabChosen', tab: 'scalingFactor' })
  const scaling = settingsOf.selectScaling(settings.getSnapshot())
  if (scaling === undefined) throw new Error('The scaling factors do not run.')
  const now = () => scaling.getSnapshot()
  return {
    ...{ settings, scaling, now, notices: page.notices.done, ports: page.shell.ports },
    factor: () => scalingOf.selectFactor('mileage')(now()),
    isUnsaved: () => settingsOf.selectIsUnsaved(settings.getSnapshot()),
  }
}
const openForm = async (role?: Role) => {
  const tab = await openTab(role)
  await tab.ports.scales.latest().resolve(SCALES)
  return tab
}

describe('the scaling factors', () => {
  test('ADM-11 SHL-49 are loaded, again after a failure', async () => {
    const { scaling, now, ports } = await openTab()
    expect(scalingOf.selectScales(now())).toBeNull()
    await ports.scales.latest().reject(away)
    expect(scalingOf.selectFailure(now())?.kind).toBe('away')
    scaling.send({ type: 'scaling.retry' })
    await ports.scales.latest().resolve(SCALES)
    expect([scalingOf.selectScales(now()), scalingOf.selectFailure(now())]).toEqual([SCALES, null])
  })

  test('ADM-11 only what is changed is saved, and is what it is called unsaved by the settings', async () => {
    const { scaling, factor, isUnsaved, now, ports, notices } = await openForm()
    scaling.send({ type: 'scaling.savePressed' })
    scaling.send(change(1.1))
    expect([factor(), isUnsaved()]).toEqual([1.1, true])
    scaling.send(change(1.05))
    expect(isUnsaved()).toBe(false)
    scaling.send(change(1.1))
    scaling.send({ type: 'scaling.discarded' })
    expect([factor(), isUnsaved()]).toEqual([1.05, false])
    expect(ports.saveFactors.calls).toHaveLength(0)
    scaling.send(change(1.1))
    scaling.send({ type: 'scaling.savePressed' })
    expect(scalingOf.selectIsSaving(now())).toBe(true)
    expect(ports.saveFactors.latest().input).toEqual({ factors: { mileage: 1.1 } })
    const scales = { ...SCALES, mileage: { factor: 1.1, set: { by: 'bina', at: 2 } } }
    await ports.saveFactors.latest().resolve({ scales, message: 'Saved' })
    expect([scalingOf.selectScales(now()), isUnsaved(), scalingOf.selectIsSaving(now())]).toEqual([
      ...[scales, false, false],
    ])
    expect(notices).toEqual([{ kind: 'success', text: null, detail: 'Saved' }])
  })

  test('ADM-11 changes stay after a failed save, and can be saved again', async () => {
    const { scaling, factor, isUnsaved, now, ports } = await openForm()
    scaling.send(change(1.1))
    scaling.send({ type: 'scaling.savePressed' })
    await ports.saveFactors.latest().reject(away)
    expect([factor(), isUnsaved(), scalingOf.selectFailure(now())?.kind]).toEqual([1.1, true, 'away'])
    scaling.send({ type: 'scaling.savePressed' })
    await ports.saveFactors.latest().resolve({ scales: SCALES, message: 'Saved' })
    expect(scalingOf.selectFailure(now())).toBeNull()
  })

  test('ADM-11 what is changed while another change is being saved stays unsaved', async () => {
    const { scaling, factor, isUnsaved, ports } = await openForm()
    scaling.send(change(1.1))
    scaling.send({ type: 'scaling.savePressed' })
    scaling.send(change(1.2))
    const scales = { ...SCALES, mileage: { factor: 1.1, set: { by: 'asha', at: 2 } } }
    await ports.saveFactors.latest().resolve({ scales, message: 'Saved' })
    expect([factor(), isUnsaved()]).toEqual([1.2, true])
  })

  test.each([
    [0, 'tooLow'],
    [-1, 'tooLow'],
    [10.5, 'tooHigh'],
    [1.2345, 'tooManyDecimals'],
  ])('ADM-11 OPEN-58 %d is not saved, and says why', async (factor, code) => {
    const { scaling, now, ports } = await openForm()
    scaling.send(change(factor))
    scaling.send({ type: 'scaling.savePressed' })
    expect(scalingOf.selectFactorFault('mileage')(now())?.code).toBe(code)
    expect(scalingOf.selectFactorFault('adblue')(now())).toBeNull()
    expect(ports.saveFactors.calls).toHaveLength(0)
    scaling.send(change(2))
    scaling.send({ type: 'scaling.savePressed' })
    expect(ports.saveFactors.calls).toHaveLength(1)
  })

  test('ADM-11 a reset makes all 1, to be saved or discarded', async () => {
    const { scaling, factor, ports } = await openForm()
    scaling.send(change(2, 'adblue'))
    scaling.send({ type: 'scaling.resetPressed' })
    expect(factor()).toBe(1)
    scaling.send({ type: 'scaling.savePressed' })
    expect(ports.saveFactors.latest().input).toEqual({ factors: { mileage: 1 } })
  })

  test.each(COMPANY_ROLES)(
    'ADM-11 OPEN-29 are read by all of the company, set and tried by its admin: %s',
    async (role) => {
      const { scaling, now, factor, ports } = await openForm(role)
      const may = SCALING_ROLES.some((each) => each === role)
      scaling.send(change(1.1))
      scaling.send({ type: 'scaling.savePressed' })
      scaling.send({ type: 'scaling.tryPressed' })
      expect([scalingOf.selectMaySet(now()), factor()]).toEqual(may ? [true, 1.1] : [false, 1.05])
      expect([ports.saveFactors.calls.length, ports.measureKpis.calls.length]).toEqual(may ? [1, 1] : [0, 0])
    },
  )
})

describe('trying scaling factors', () => {
  test('ADM-11 measures the fleet once, and what is changed meanwhile stays', async () => {
    const { scaling, factor, now, ports } = await openForm()
    scaling.send({ type: 'scaling.tryPressed' })
    scaling.send({ type: 'scaling.tryPressed' })
    expect([scalingOf.selectIsMeasuring(now()), ports.measureKpis.calls.length]).toEqual([true, 1])
    scaling.send(change(1.1))
    await ports.measureKpis.latest().resolve(MEASURED)
    expect([scalingOf.selectMeasured(now()), factor()]).toEqual([MEASURED, 1.1])
  })

  test('ADM-11 a failure is told, saves and loses nothing, and is over with the next try', async () => {
    const { scaling, factor, now, ports } = await openForm()
    scaling.send(change(1.1))
    scaling.send({ type: 'scaling.tryPressed' })
    await ports.measureKpis.latest().reject(away)
    expect([scalingOf.selectTrialFailure(now())?.kind, factor()]).toEqual(['away', 1.1])
    expect(scalingOf.selectFailure(now())).toBeNull()
    scaling.send({ type: 'scaling.tryPressed' })
    await ports.measureKpis.latest().resolve(MEASURED)
    expect([scalingOf.selectTrialFailure(now()), ports.saveFactors.calls.length]).toEqual([null, 0])
  })

  test('a save that failed is no longer told of once its change is taken back', async () => {
    const { scaling, now, ports } = await openForm()
    scaling.send(change(1.1))
    scaling.send({ type: 'scaling.savePressed' })
    await ports.saveFactors.latest().reject(away)
    expect(scalingOf.selectFailure(now())?.kind).toBe('away')
    scaling.send(change(SCALES.mileage.factor))
    expect([scalingOf.selectFailure(now()), scalingOf.selectIsUnsaved(now())]).toEqual([null, false])
  })
})

describe('the logic of scaling factors', () => {
  test('OPEN-58 what has three decimals from 0.1 to 10 is a factor', () => {
    for (const factor of [0.1, 0.125, 1, 1.05, 9.999, 10]) expect(factorFault(factor), `${factor}`).toBeNull()
  })
  test('what the server has already is no change', () => {
    expect(unsavedFactors(SCALES, { mileage: 1.05, adblue: 2 })).toEqual({ adblue: 2 })
  })
})
