import { beforeAll, describe, expect, test } from 'vitest'
import type { DtcRow, LiveDtcs } from '#contract/records/health.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { ALERT_NAME } from '#domain/alerts.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { withFleet } from '#tests/kit/server/company-fleet.fixture.ts'

const { backend, ids, own } = withFleet()
const OIL = 'SPN 100 FMI 1'
const NOX = 'SPN 3216 FMI 2'
const AIR = 'SPN 107 FMI 15'
/** A whole second, because the range of a filter has whole seconds. */
const now = Math.floor(Date.now() / 1000) * 1000

const report = (registration: string, minutesAgo: number, codes: readonly string[]) => {
  const time = new Date(now - minutesAgo * MINUTE_MS)
  return {
    company_id: (registration === 'FOREIGN' ? ids['foreign company'] : ids['company']) ?? 0,
    vehicle_id: ids[registration] ?? 0,
    day: time.toISOString().slice(0, 10),
    ...{ began: time, last_seen: new Date(time.getTime() + MINUTE_MS), codes: [...codes] },
    ...{ lng: 79 + minutesAgo / 1000, lat: 21, fixes: 2 },
  }
}

beforeAll(async () => {
  await backend.database.db
    .insertInto('dtc_report')
    .values([
      report('FAST', 3000, [OIL]),
      report('FAST', 2900, []),
      report('FAST', 120, [NOX, OIL]),
      report('FAST', 60, [OIL]),
      report('SLOW', 90, [AIR]),
      report('IDLE', 80, [NOX]),
      report('IDLE', 70, []),
      report('FOREIGN', 30, [OIL]),
    ])
    .execute()
})

const live = async (token = own.token, owner = '') => {
  const { status, body } = await backend.ask('GET', `${FLEET_API}/getLiveDtc${owner}`, { token })
  expect(status).toBe(200)
  return body as LiveDtcs
}
type Filter = Partial<ReportFilter> & { severities?: string[] }
const ask = (filter: Filter, token = own.token) =>
  backend.ask('POST', `${FLEET_API}/fleetdtcdata`, {
    token,
    body: { fromTsInIST: toPayloadTime(now - 30 * DAY_MS), toTsInIST: toPayloadTime(now), ...filter },
  })
const history = async (filter: Filter = {}, token = own.token) => {
  const { status, body } = await ask(filter, token)
  expect(status).toBe(200)
  return body as { rows: DtcRow[]; total: number }
}
const named = ({ rows }: { rows: DtcRow[] }) =>
  rows.map(({ registrationId, code }) => `${registrationId} ${code}`)

describe('live trouble codes', () => {
  test('API-15 HLT-01 OPEN-45 are those that are set now, the most urgent first, with counts', async () => {
    const { codes, counts, vehicles } = await live()
    expect(codes.map(({ registrationId, code, severity }) => [registrationId, code, severity])).toEqual([
      ['FAST', OIL, 'high'],
      ['SLOW', AIR, 'low'],
    ])
    expect([counts, vehicles]).toEqual([{ high: 1, medium: 0, low: 1 }, 2])
    expect(codes[0]).toMatchObject({
      ...{ vehicleId: ids['FAST'], occurrences: 2, clearedAt: null, lng: 79.12, lat: 21 },
      ...{ firstSeen: now - 120 * MINUTE_MS, lastSeen: now - 59 * MINUTE_MS },
    })
  })

  test('AC-01 a user of some groups sees those of their vehicles alone', async () => {
    const { token } = await backend.logIn('north')
    expect((await live(token)).codes.map(({ registrationId }) => registrationId)).toEqual(['FAST'])
  })

  test('HLT-01 are narrowed to a vehicle or a group, and so are their counts', async () => {
    expect(await live(own.token, `?vehicleIds[0]=${ids['SLOW']}`)).toMatchObject({
      ...{ codes: [{ registrationId: 'SLOW' }], counts: { high: 0, medium: 0, low: 1 }, vehicles: 1 },
    })
    expect(await live(own.token, '?groupNames[0]=North')).toMatchObject({
      ...{ codes: [{ registrationId: 'FAST' }], counts: { high: 1, medium: 0, low: 0 }, vehicles: 1 },
    })
    const foreign = `${FLEET_API}/getLiveDtc?vehicleIds[0]=${ids['SLOW']}&vehicleIds[1]=${ids['FOREIGN']}`
    expect(await backend.ask('GET', foreign, { token: own.token })).toMatchObject({
      ...{ status: 404, body: { code: 'notFound' } },
    })
  })

  test('of staff, who see all companies, are those of all', async () => {
    const { token } = await backend.logIn('analyst')
    expect((await live(token)).vehicles).toBe(3)
  })

  test('a device that reports them brings them, and takes them away by saying that there is none', async () => {
    const key = await backend.database.db
      .selectFrom('vehicle')
      .select(['imei', 'ingest_key'])
      .where('id', '=', ids['STOPPED'] ?? 0)
      .executeTakeFirstOrThrow()
    const send = async (secondsAgo: number, dtc: string) => {
      const query = `id=${key.imei}&key=${key.ingest_key}&lat=21&lon=79&timestamp=${now / 1000 - secondsAgo}&dtc=${dtc}`
      expect((await backend.ask('GET', `/ingest/osmand?${query}`)).status).toBe(200)
      await backend.dtcs.settled()
      return (await live()).codes.filter(({ registrationId }) => registrationId === 'STOPPED')
    }
    expect((await send(20, '97/0')).map(({ code }) => code)).toEqual(['SPN 97 FMI 0'])
    expect(await send(10, 'none')).toEqual([])
    expect(named(await history({ vehicleIds: [ids['STOPPED'] ?? 0] }))).toEqual(['STOPPED SPN 97 FMI 0'])
    await backend.database.db
      .deleteFrom('dtc_report')
      .where('vehicle_id', '=', ids['STOPPED'] ?? 0)
      .execute()
  })

  test('of one urgency, the newest stand first', async () => {
    const { db } = backend.database
    await db
      .insertInto('dtc_report')
      .values([report('STOPPED', 20, [AIR])])
      .execute()
    expect((await live()).codes.map(({ registrationId }) => registrationId)).toEqual([
      'FAST',
      'STOPPED',
      'SLOW',
    ])
    await db
      .deleteFrom('dtc_report')
      .where('vehicle_id', '=', ids['STOPPED'] ?? 0)
      .execute()
  })
})

describe('the history of trouble codes', () => {
  test('API-21 HLT-01 has each time that a code came up, the newest first', async () => {
    const { rows, total } = await history({ severities: ['high'] })
    expect(rows.map(({ code, occurrences, clearedAt }) => [code, occurrences, clearedAt])).toEqual([
      [OIL, 2, null],
      [OIL, 1, now - 2900 * MINUTE_MS],
    ])
    expect(total).toBe(rows.length)
  })

  test('is narrowed by vehicles, groups and severities; what is not the caller’s finds nothing', async () => {
    expect(named(await history({ vehicleIds: [ids['SLOW'] ?? 0] }))).toEqual([`SLOW ${AIR}`])
    expect(new Set(named(await history({ groupNames: ['North'] })))).toEqual(
      new Set([`FAST ${OIL}`, `FAST ${NOX}`, `IDLE ${NOX}`]),
    )
    expect(named(await history({ severities: ['low'] }))).toEqual([`SLOW ${AIR}`])
    expect((await ask({ vehicleIds: [ids['FOREIGN'] ?? 0] })).status).toBe(404)
    expect(named(await history({ groupNames: ['Foreign group'] }))).toEqual([])
  })

  test('has codes that were set at any time of the range', async () => {
    const around = (from: number, to: number) =>
      history({
        vehicleIds: [ids['FAST'] ?? 0],
        fromTsInIST: toPayloadTime(now - from * MINUTE_MS),
        toTsInIST: toPayloadTime(now - to * MINUTE_MS),
      })
    expect(named(await around(2950, 2920))).toEqual([`FAST ${OIL}`])
    expect(named(await around(2800, 200))).toEqual([])
    expect(named(await around(10, 5))).toEqual([`FAST ${OIL}`])
  })

  test('AC-05 refuses ranges that cannot be read or are longer than a year', async () => {
    const code = async (filter: Filter) => {
      const { status, body } = await ask(filter)
      return [status, (body as { code: string }).code]
    }
    expect(await code({ fromTsInIST: toPayloadTime(now + HOUR_MS) })).toEqual([400, 'rangeReversed'])
    const ahead = {
      fromTsInIST: toPayloadTime(now + 30 * HOUR_MS),
      toTsInIST: toPayloadTime(now + 60 * HOUR_MS),
    }
    expect(await code(ahead)).toEqual([400, 'rangeAhead'])
    expect(await code({ fromTsInIST: '2026-02-31 00:00:00' })).toEqual([400, 'timeInvalid'])
    expect(await code({ fromTsInIST: toPayloadTime(now - 400 * DAY_MS) })).toEqual([400, 'dtcRangeTooLong'])
    expect((await ask({ severities: ['dire'] })).status).toBe(400)
  })
})

test('API-20 the types of alerts are the twelve codes with their names', async () => {
  const { body } = await backend.ask('GET', `${FLEET_API}/getAlertType`, { token: own.token })
  const { alertTypes } = body as { alertTypes: Array<{ type: string; name: string }> }
  expect(Object.fromEntries(alertTypes.map(({ type, name }) => [type, name]))).toEqual(ALERT_NAME)
})
