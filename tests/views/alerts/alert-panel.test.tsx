import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AlertEvidence } from '#contract/records/alerts.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { closePageAfterEach, listed, NOW, page, press, show } from '#tests/kit/views/alerts.page.ts'

closePageAfterEach()

describe('the panel', () => {
  const EVIDENCE: AlertEvidence = {
    alert: { RegistrationNumber: 'MH 01 AB 0001', ...listed(1) },
    ...{ began: NOW - 90_000, ended: NOW, withdrawn: null },
    rule: { limit: 80, afterS: 5, backKmph: 3 },
    figures: { limit: 80, maxSpeed: 92 },
    fixes: [
      { shows: 'began', time: NOW - 90_000, lng: 79, lat: 21, value: 84 },
      { shows: 'peak', time: NOW - 60_000, lng: 79.01, lat: 21, value: 92 },
    ],
  }
  const answerEvidence = (evidence: AlertEvidence) =>
    page.act(() => {
      page.alertStore.show({ evidence })
      return page.shell.alertEvidence.latest().resolve()
    })
  const panel = () => screen.getByRole('region', { name: 'Alert' })

  test('a row opens why there is an alert: its rule with numbers, the fixes, and the way to its playback', async () => {
    await show([listed(1)])
    await press(/^Open the alert: Overspeed, MH 01 AB 0001/)
    expect(panel().textContent).toContain('Loading...')
    await answerEvidence(EVIDENCE)
    expect(panel().textContent).toContain('The truck drove faster than 80 kmph.')
    expect(within(panel()).getByText('Limit then').parentElement?.textContent).toBe('Limit then80 kmph')
    expect(within(panel()).getByText('Must last').parentElement?.textContent).toBe('Must last00:00:05')
    const fixes = within(screen.getByRole('list', { name: 'What the truck reported' })).getAllByRole(
      'listitem',
    )
    expect(fixes.map(({ textContent }) => textContent)).toEqual([
      'Began20-11-2026 10:43:3084.0 kmph · 21.00000° N, 79.00000° E',
      'Strongest20-11-2026 10:44:0092.0 kmph · 21.00000° N, 79.01000° E',
    ])
    const drawn = page.alertMaps[0]?.drawn()
    const ends = [drawn?.plot?.start, drawn?.plot?.end].map((place) => place?.map((part) => part.toFixed(6)))
    expect([drawn?.alerts, ends]).toEqual([
      1,
      [
        ['79.000000', '21.000000'],
        ['79.010000', '21.000000'],
      ],
    ])
    const link = within(panel()).getByRole('link', { name: 'Play the route' }).getAttribute('href') ?? ''
    const fields = new URL(link, 'http://localhost').searchParams
    expect([fields.get('play'), fields.get('at'), fields.get('alerts')]).toEqual([
      '1',
      String(NOW - MINUTE_MS),
      '1',
    ])
    await page.act(() => fireEvent.click(within(panel()).getByRole('button', { name: 'Acknowledge' })))
    expect(page.shell.acknowledgeAlerts.latest().input).toEqual({ alertIds: [1] })
    await page.act(() => fireEvent.keyDown(panel(), { key: 'Escape' }))
    expect(screen.queryByRole('region', { name: 'Alert' })).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Alerts')
  })

  test('its map is one for all alerts, in the theme of the page', async () => {
    await show([listed(1), listed(2)])
    expect(page.alertMaps).toEqual([])
    await press(/^Open the alert: Overspeed, MH 01 AB 0001/)
    await answerEvidence(EVIDENCE)
    await press(/^Open the alert: Overspeed, MH 01 AB 0002/)
    const place = { lng: 80, lat: 22 }
    const fixes = [
      { shows: 'ended', time: NOW, ...place, value: 70 },
      ...EVIDENCE.fixes.map((fix) => ({ ...fix, ...place })),
      { shows: 'raised', time: NOW - 60_000, ...place, value: 92 },
    ] as const
    await answerEvidence({
      ...EVIDENCE,
      alert: { ...EVIDENCE.alert, ...listed(2), ...place },
      fixes: [...fixes],
    })
    const [map, ...others] = page.alertMaps
    expect(others).toEqual([])
    const { alerts, plot, theme, camera } = map?.drawn() ?? {}
    expect([alerts, plot?.points, theme, camera?.zoom]).toEqual([1, 3, 'light', 13])
    expect(camera?.centre.map(Math.round)).toEqual([80, 22])
    await page.act(() => page.actor.send({ type: 'theme.toggled' }))
    expect(map?.drawn().theme).toBe('dark')
    page.alertMap.clear()
    expect([map?.drawn().alerts, map?.drawn().plot]).toEqual([0, null])
    await press(/^Open the alert: Overspeed, MH 01 AB 0001/)
    await answerEvidence({ ...EVIDENCE, fixes: [] })
    expect([map?.drawn().alerts, map?.drawn().plot]).toEqual([1, null])
  })

  test('ALR-42 a link opens its alert beside the list; a withdrawn one says so and is not acknowledged', async () => {
    await show([], { alertId: 1 })
    await answerEvidence({ ...EVIDENCE, withdrawn: NOW })
    expect(panel().textContent).toContain('Withdrawn on 20-11-2026 10:45:00')
    expect(within(panel()).queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  })

  test('who has acknowledged it and when is named, and a failure offers Retry', async () => {
    await show([listed(1)], { alertId: 1 })
    await page.act(() => page.shell.alertEvidence.latest().reject({ name: 'NetworkFailure', message: '' }))
    await page.act(() => fireEvent.click(within(panel()).getByRole('button', { name: 'Retry' })))
    await answerEvidence({
      ...EVIDENCE,
      alert: { ...EVIDENCE.alert, acknowledgement: { by: 'asha', at: NOW } },
    })
    expect(panel().textContent).toContain('Acknowledged by asha on 20-11-2026 10:45:00')
  })

  test('a truck that left a geofence is said to have left it', async () => {
    const fence = { name: 'Depot', crossing: 'OUT' } as const
    await show([listed(1)], { alertId: 1 })
    await answerEvidence({
      ...EVIDENCE,
      rule: {},
      alert: { ...EVIDENCE.alert, type: 'GEOFENCEINOUT', fence },
    })
    expect(panel().textContent).toContain('The truck left the geofence Depot.')
  })

  test.each([
    ['GEOFENCEINOUT', {}, 'The truck entered the geofence Depot.'],
    ['STOPPAGE', { afterS: 1800 }, 'engine off for 30 min or longer'],
    ['IDLING', { afterS: 300 }, 'engine on for 5 min or longer'],
    ['NEUTRALDRIVING', { afterS: 10 }, 'out of gear for 10 sec or longer'],
    ['FUELFILL', { threshold: 8 }, 'rose by 8 ltrs or more'],
    ['FUELDROP', { threshold: 8 }, 'fell by 8 ltrs or more'],
    ['ENGINEOVERRUN', { limit: 2850 }, 'faster than 2,850 rpm'],
    ['ADBLUELOW', { limit: 5 }, '5 ltrs of AdBlue or less'],
    ['ADBLUEZONE', { from: 2, to: 5 }, 'an AdBlue zone from 2 to 5'],
    ['ADBLUEFAULT', {}, 'a fault of its AdBlue system'],
    ['DPFREGEN', {}, 'began a regeneration'],
  ] as const)('the rule of %s is a sentence with its numbers', async (type, rule, sentence) => {
    const fence = type === 'GEOFENCEINOUT' ? ({ name: 'Depot', crossing: 'IN' } as const) : null
    await show([listed(1)], { alertId: 1 })
    await answerEvidence({ ...EVIDENCE, rule, alert: { ...EVIDENCE.alert, threshold: 8, type, fence } })
    expect(panel().textContent).toContain(sentence)
  })
})
