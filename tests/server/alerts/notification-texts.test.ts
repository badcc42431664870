import { describe, expect, test } from 'vitest'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import type { DueMessage, NotifiedAlert } from '#server/alerts/due-deliveries.repository.ts'
import { createNotificationTexts } from '#server/alerts/notification-texts.ts'
import { createMailTexts } from '#server/mail/mail-texts.ts'
import { PROJECT } from '../../../scripts/lib/command.mjs'

const textOf = createNotificationTexts({
  mailTexts: createMailTexts({ dir: `${PROJECT}/src/texts` }),
  productName: async () => 'Roadbook',
  portalUrl: () => 'https://portal.example',
})
const alert: NotifiedAlert = {
  deliveryId: '1',
  alertId: '77',
  type: 'OVERSPEED',
  threshold: 80,
  crossing: null,
  registration: 'KA 01 AB 1234',
  fence: null,
  time: Date.UTC(2026, 10, 25, 3),
  lng: 77.594566,
  lat: 12.971599,
  value: 92.4,
  durationS: null,
}
const METRIC = { language: null, distance: 'km', volume: 'litre', economy: 'kmpl' } as const
const messageOf = (channel: 'email' | 'sms', part: Partial<NotifiedAlert> = {}): DueMessage => ({
  userId: 1,
  channel,
  to: 'x',
  timeZone: 'Asia/Kolkata',
  isSummary: false,
  alerts: [{ ...alert, ...part }],
  attempt: 1,
})
const GSM = /^[\w @$!"#%&'()*+,./:;<=>?\n-]*$/

describe('ALR-12 e-mail', () => {
  test('says what, which truck, when in company time, the figure, where, and how to change the preferences', async () => {
    expect(await textOf(messageOf('email'), METRIC)).toEqual({
      subject: 'Overspeed: KA 01 AB 1234',
      text: `Overspeed: KA 01 AB 1234

Time: 25-11-2026 08:30:00
Speed: 92.4 kmph, limit 80 kmph
Place: 12.971599, 77.594566

Show it in Roadbook: https://portal.example/alerts?page=alertWise&data=77&type=OVERSPEED

You get this e-mail because your alert preferences in Roadbook ask for it. Change them there: https://portal.example/settings
`,
    })
  })

  test.each([
    [{ type: 'OVERSPEED', value: 92.4 }, 'Speed: 57.4 mph, limit 50 mph'],
    [{ type: 'ENGINEOVERRUN', value: 2912.3 }, 'Engine speed: 2,912 rpm'],
    [{ type: 'FUELDROP', threshold: 8, value: 20 }, 'Volume: 5.28 gal (US), limit 2.11 gal (US)'],
    [{ type: 'IDLING', threshold: 5, durationS: 605 }, 'Duration: 10 min, limit 5 min'],
    [{ type: 'STOPPAGE', threshold: 10, durationS: 659 }, 'Duration: 10 min, limit 10 min'],
    [
      { type: 'NEUTRALDRIVING', threshold: 10, value: 45.2, durationS: 12.4 },
      'Speed: 28.09 mph, limit 10 sec',
    ],
    [
      { type: 'NEUTRALDRIVING', threshold: 10, value: null, durationS: 12.4 },
      'Duration: 12 sec, limit 10 sec',
    ],
    [
      { type: 'NEUTRALDRIVING', threshold: 10, value: null, durationS: 59.9 },
      'Duration: 59 sec, limit 10 sec',
    ],
    [{ type: 'NEUTRALDRIVING', threshold: 10, value: null, durationS: 60 }, 'Duration: 1 min, limit 10 sec'],
    [{ type: 'GEOFENCEINOUT', crossing: 'IN', fence: 'Depot\nPlace: here' }, 'Geofence: Depot Place: here'],
  ] as const)('%j has the line %j in units of the user', async (part, line) => {
    const units = { language: 'en', distance: 'mi', volume: 'usGallon', economy: 'usMpg' } as const
    expect((await textOf(messageOf('email', part), units)).text.split('\n')).toContain(line)
  })

  test('has no figure of a type that has none, however long it lasted', async () => {
    for (const type of ['ADBLUEFAULT', 'DPFREGEN', 'ADBLUEZONE'] as const) {
      const { text } = await textOf(messageOf('email', { type, value: null, durationS: 600 }), METRIC)
      expect(text).not.toMatch(/Duration|Volume|Speed/)
    }
  })

  test('a summary counts the alerts of each limit by themselves', async () => {
    const alerts = [alert, { ...alert, threshold: 90 }, alert, { ...alert, type: 'ENGINEOVERRUN' }] as const
    const { text } = await textOf({ ...messageOf('email'), isSummary: true, alerts }, METRIC)
    expect(text).toContain('\nOverspeed, limit 80 kmph: 2\nOverspeed, limit 90 kmph: 1\nEngine overrun: 1\n')
  })

  test('is in the language of the user', async () => {
    const hindi = await textOf(messageOf('email'), { ...METRIC, language: 'hi' })
    expect(hindi.subject).toBe('अधिक गति: KA 01 AB 1234')
    expect(hindi.text).toContain('गति: 92.4 किमी/घं, सीमा 80 किमी/घं')
    const tamil = await textOf(messageOf('email'), { ...METRIC, language: 'ta' })
    expect(tamil.text).toContain('வேகம்: 92.4 கி.மீ./ம., வரம்பு 80 கி.மீ./ம.')
  })
})

describe('ALR-12 SMS', () => {
  const types = Object.keys(ALERT_NAME) as AlertCode[]

  test.each(['en', 'hi', 'ta'])(
    'in %s no alert is longer than an SMS, and none has a link',
    async (language) => {
      const long = { registration: 'KA 01 AB 1234'.repeat(9), fence: 'Warehouse of the north '.repeat(9) }
      for (const type of types)
        for (const part of [{}, long])
          for (const crossing of ['IN', 'OUT'] as const) {
            const whole = { ...part, type, crossing, value: 2_900, durationS: 86_000 }
            const { text } = await textOf(messageOf('sms', whole), { ...METRIC, language })
            expect(text).toMatch(/KA 01 AB 1234.*25-11-2026 08:30:00/)
            expect(text).not.toContain('http')
            if (language === 'en') expect(text).toMatch(GSM)
            expect(text.length).toBeLessThanOrEqual(language === 'en' ? 160 : 134)
          }
    },
  )

  test('has the fence where that fits and leaves the alphabet of SMS', async () => {
    const crossing = { type: 'GEOFENCEINOUT', crossing: 'OUT' } as const
    const ofFence = async (fence: string) =>
      (await textOf(messageOf('sms', { ...crossing, fence }), METRIC)).text
    expect(await ofFence('Depot')).toBe('Roadbook: Geofence left, KA 01 AB 1234, 25-11-2026 08:30:00, Depot')
    expect(await ofFence('डिपो')).toBe('Roadbook: Geofence left, KA 01 AB 1234, 25-11-2026 08:30:00')
  })

  test.each([
    ['en', 'Roadbook: 2 more alerts from 25-11-2026 08:30:00 to 25-11-2026 08:31:00'],
    ['hi', 'Roadbook: 25-11-2026 08:30:00 से 25-11-2026 08:31:00 तक 2 और अलर्ट'],
    ['ta', 'Roadbook: 25-11-2026 08:30:00 முதல் 25-11-2026 08:31:00 வரை மேலும் 2 எச்சரிக்கைகள்'],
  ])('a summary in %s', async (language, text) => {
    const message = { ...messageOf('sms'), isSummary: true }
    const alerts = [{ ...alert, time: alert.time + 60_000 }, alert] as const
    const written = await textOf({ ...message, alerts }, { ...METRIC, language })
    expect(written.text).toBe(text)
  })
})
