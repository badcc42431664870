import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LARGEST_ID } from '#contract/constants.ts'
import { readAlertLink } from '#contract/links/alerts.ts'
import { readDashboardLink } from '#contract/links/dashboard.ts'
import { readDrivingLink } from '#contract/links/driving-analysis.ts'
import { readHealthLink } from '#contract/links/health.ts'
import { idField, rangeFields } from '#contract/links/link-fields.ts'

const ID = 2_147_483_647

/** The ids that each address names: of vehicles, groups, alerts and drivers. */
const ADDRESSES: ReadonlyArray<readonly [string, (id: number | string) => unknown]> = [
  ['alert', (id) => readAlertLink(`?data=${id}`).alertId],
  ['owner of alerts', (id) => readAlertLink(`?for=Group&id=${id}`).filter.alertsForId],
  ['owner of scores', (id) => readDrivingLink(`?filterBy=Vehicle&id=${id}`).filter.ownerId],
  ['compared driver', (id) => readDrivingLink(`?compare=${id}`).filter.compared[0]],
  ['opened score', (id) => readDrivingLink(`?open=${id}`).open?.subjectId],
  ['vehicle of fleet health', (id) => readHealthLink(`?vehicleId=${id}`).filter.vehicleId],
  ['group of fleet health', (id) => readHealthLink(`?groupId=${id}`).filter.groupId],
  ['opened fluids', (id) => readHealthLink(`?tab=fluids&open=${id}`).open && Number(id)],
  ['group of the dashboard', (id) => readDashboardLink(`?filterBy=Group&group=${id}`).filter.groupId],
]

describe('ids of addresses', () => {
  test.each(ADDRESSES)('%s: ids that the database cannot hold name nothing', (_, read) => {
    expect(LARGEST_ID).toBe(ID)
    expect(read(ID)).toBe(ID)
    for (const wrong of [ID + 1, 9_999_999_999, 1e15, '007', '-1', '1,5', '1e3'])
      expect(read(wrong) ?? null).toBeNull()
  })

  test('are whole numbers from 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: ID }), (id) => {
        expect(idField(String(id))).toBe(id)
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!/^[1-9]\d*$/.test(text)) expect(idField(text)).toBeNull()
      }),
    )
    expect([idField(null), idField('0')]).toEqual([null, null])
  })

  test('0 is the driving without a driver, and no vehicle', () => {
    expect(readDrivingLink('?compare=0&open=0')).toMatchObject({
      ...{ filter: { compared: [0] }, open: { subjectId: 0 } },
    })
    expect(readDrivingLink('?filterBy=Vehicle&id=0').filter.ownerId).toBeNull()
  })
})

test('a range begins before it ends, at times that a calendar has', () => {
  const range = (search: string) => rangeFields(new URLSearchParams(search))
  expect(range('from=1700000000000&to=1700100000000')).toEqual({
    from: 1_700_000_000_000,
    to: 1_700_100_000_000,
  })
  for (const wrong of [
    'from=9&to=9',
    'from=9',
    'to=9',
    'from=-9&to=9',
    'from=9&to=9007199254740991',
    'from=x&to=9',
  ])
    expect(range(wrong)).toBeNull()
})

const isDashboardUnread = (search: string) => readDashboardLink(search).isPeriodInvalid
const isDrivingUnread = (search: string) => readDrivingLink(search).isPeriodInvalid
const isHealthUnread = (search: string) => readHealthLink(search).isPeriodInvalid
const isAlertsUnread = (search: string) => readAlertLink(search).isPeriodInvalid
const REVERSED = 'custom&from=1700100000000&to=1700000000000'

test.each([
  ['dashboard', isDashboardUnread, '?filterBy=Group', ['', '&period=7days', '&period=90days'], '&period='],
  ['driving analysis', isDrivingUnread, '?by=vehicle', ['', '&dateType=yesterday'], '&dateType='],
  ['history of health', isHealthUnread, '?tab=history', ['', '&period=last1Year'], '&period='],
  ['alerts', isAlertsUnread, '?type=IDLING', ['', '&period=last24Hours'], '&period='],
] as const)(
  '%s: a period that does not exist is told from none and from a known one',
  (_, isUnread, other, known, name) => {
    for (const search of known) expect(isUnread(other + search), search).toBe(false)
    for (const wrong of ['5days', '', 'custom', 'custom&from=9', 'custom&from=x&to=y', REVERSED])
      expect(isUnread(`${other}${name}${wrong}`), wrong).toBe(true)
  },
)

test('a tab of fleet health that has no period has none that cannot be read', () => {
  expect(readHealthLink('?tab=fluids&period=5days').isPeriodInvalid).toBe(false)
})
