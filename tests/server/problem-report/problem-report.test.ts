import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { PROBLEM_REPORTS, problemReports, sendProblemReport } from '#contract/calls/problem-report.ts'
import { RECORDING_VERSION, type Recording } from '#contract/records/recording.ts'
import type { Role } from '#contract/roles.ts'
import { DAY_MS } from '#domain/units.ts'
import { createProblemReportRepository } from '#server/problem-report/problem-report.repository.ts'
import { createProblemReportService } from '#server/problem-report/problem-report.service.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'
import { SOURCE_THREADS } from '#tests/kit/server/source-threads.ts'
import { reportOf, WORST_REPORTS } from '#tests/kit/server/worst-files.ts'

const backend = withBackend()
const SEND = `/api/v2/${sendProblemReport.path}`
const LIST = `/api/v2/${problemReports.path}`

const recording = (more: Partial<Recording> = {}): Recording => ({
  ...{ version: RECORDING_VERSION, release: '1.2.3', startedAt: 1, userAgent: 'test' },
  ...{ viewport: { width: 800, height: 600 }, placesShifted: true, notes: [] },
  segments: [{ startsAt: 0, snapshot: null, events: [] }],
  note: 'The map stood still.',
  lastState: 'fleet/playback: play',
  ...more,
})
const fileOf = (data: unknown) => gzipSync(JSON.stringify(data))

let count = 0
const logIn = async (role: Role, isStaff = false) => {
  const company = isStaff ? null : (await addCompany(backend.database.db)).id
  count += 1
  const name = `user${count}`
  const userId = await backend.addUser(name, role, company)
  return { name, userId, companyId: company, token: (await backend.logIn(name)).token }
}
const send = (token: string, file: Uint8Array) =>
  backend.ask('POST', SEND, { token, body: file, headers: { 'content-type': 'application/octet-stream' } })

const kept = () => backend.database.db.selectFrom('problem_report').selectAll().execute()

beforeEach(() =>
  backend.database.db
    .deleteFrom('problem_report')
    .execute()
    .then(() => undefined),
)

describe('the report of a problem', () => {
  test('reaches support as it was sent, with who sent it and what it says', async () => {
    const [user, support] = [await logIn('MANAGER'), await logIn('CSSUPPORT', true)]
    const file = fileOf(recording())
    const sent = await send(user.token, file)
    expect(sent).toMatchObject({ status: 200, body: { reportId: expect.any(Number) } })
    const { reportId } = sent.body as { reportId: number }
    const { body } = await backend.ask('GET', LIST, { token: support.token })
    expect(body).toEqual({
      reports: [
        {
          ...{ reportId, sentAt: expect.any(Number), userName: user.name, role: 'MANAGER' },
          ...{ company: expect.any(String), release: '1.2.3', lastState: 'fleet/playback: play' },
          ...{ note: 'The map stood still.', bytes: file.length },
        },
      ],
    })
    const answer = await backend.ask('GET', `${LIST}/${reportId}`, { token: support.token })
    expect(Buffer.compare(answer.body as Buffer, file)).toBe(0)
    expect(answer.headers['content-disposition']).toContain(`roadbook-${reportId}.recording.gz`)
  })

  test('is read by support and administrators alone, also by its sender', async () => {
    const user = await logIn('MANAGER')
    const { body } = await send(user.token, fileOf(recording()))
    const { reportId } = body as { reportId: number }
    for (const [role, status] of [
      ['CUSTOMERADMIN', 403],
      ['ANALYTICSUSER', 403],
      ['SUPPORT', 403],
      ['CSSUPPORT', 200],
      ['SUPERADMIN', 200],
      ['ROOTADMIN', 200],
    ] as const) {
      const { token } = await logIn(role, role !== 'CUSTOMERADMIN')
      for (const url of [LIST, `${LIST}/${reportId}`])
        expect((await backend.ask('GET', url, { token })).status, `${role} ${url}`).toBe(status)
    }
    expect((await backend.ask('GET', LIST, { token: user.token })).status).toBe(403)
  })

  test.each([
    ['no gzip', Buffer.from('{"version":2}')],
    ['cut short', fileOf(recording()).subarray(0, 60)],
    ['another product’s', fileOf({ version: 1, log: [] })],
    ['another version', fileOf({ ...recording(), version: RECORDING_VERSION + 1 })],
    ['a bomb', gzipSync(Buffer.alloc(PROBLEM_REPORTS.maxInflatedBytes + 1), { level: 9 })],
    ['empty', Buffer.alloc(0)],
  ])('that is %s is refused and not kept', async (_, file) => {
    const user = await logIn('MANAGER')
    expect((await send(user.token, file)).status).toBe(400)
    expect(await backend.database.db.selectFrom('problem_report').selectAll().execute()).toEqual([])
  })

  test.each(WORST_REPORTS)('that unpacks to $shape is refused', async ({ content }) => {
    const user = await logIn('MANAGER')
    expect(await send(user.token, content())).toMatchObject({
      ...{ status: 400, body: { code: 'problemReportInvalid' } },
    })
  })

  test('that is as large and as deep as it may be is read', async () => {
    const user = await logIn('MANAGER')
    const { depth } = PROBLEM_REPORTS.bounds
    // The recording and its list of segments are two levels.
    const deep = `${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}`
    const long = `"${'\\"['.repeat(3_000_000)}"`
    expect((await send(user.token, reportOf(`${deep},${long},${'1'.repeat(300)}`))).status).toBe(200)
  })

  test('that was refused counts among the twenty', async () => {
    const [user, other] = [await logIn('MANAGER'), await logIn('MANAGER')]
    const { perDay } = PROBLEM_REPORTS
    const sent = Array.from({ length: perDay + 10 }, () => send(user.token, Buffer.from('{}')))
    const statuses = (await Promise.all(sent)).map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(perDay).fill(400), ...Array(10).fill(429)])
    expect((await send(user.token, fileOf(recording()))).status).toBe(429)
    expect((await send(other.token, fileOf(recording()))).status).toBe(200)
  })

  test('is not even read after twenty in 24 hours', async () => {
    const user = await logIn('MANAGER')
    for (let i = 0; i < PROBLEM_REPORTS.perDay; i++) await send(user.token, fileOf(recording()))
    expect((await send(user.token, Buffer.alloc(0))).status).toBe(429)
  })

  test('that is too large is refused before it is read', async () => {
    const user = await logIn('MANAGER')
    expect((await send(user.token, Buffer.alloc(PROBLEM_REPORTS.maxBytes + 1))).status).toBe(413)
  })

  test('is refused after twenty in 24 hours, and goes with its user', async () => {
    const [user, other] = [await logIn('MANAGER'), await logIn('MANAGER')]
    const file = fileOf(recording())
    const answers = await Promise.all(
      Array.from({ length: PROBLEM_REPORTS.perDay + 2 }, () => send(user.token, file)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: PROBLEM_REPORTS.perDay }, () => 200),
      ...[429, 429],
    ])
    expect((await send(other.token, file)).status).toBe(200)
    await backend.database.db.deleteFrom('app_user').where('id', '=', user.userId).execute()
    const left = await backend.database.db.selectFrom('problem_report').select('user_id').execute()
    expect(left).toEqual([{ user_id: other.userId }])
  })

  test('is kept for thirty days', async () => {
    const user = await logIn('MANAGER')
    const reports = createProblemReportRepository({ db: backend.database.db })
    let now = Date.now()
    const service = createProblemReportService({ reports, threads: SOURCE_THREADS, now: () => now })
    const caller = { userId: user.userId, role: 'MANAGER' as const, companyId: user.companyId }
    const reportId = await service.add(caller, fileOf(recording()))
    expect(JSON.parse(gunzipSync(await service.file(reportId)).toString())).toEqual(recording())
    now += PROBLEM_REPORTS.keptDays * DAY_MS - 1
    expect((await service.list()).map((entry) => entry.reportId)).toEqual([reportId])
    now += 1
    await expect(service.file(reportId)).rejects.toMatchObject({ status: 404 })
    expect(await service.list()).toEqual([])
    expect(await kept()).toHaveLength(1)
    await service.deleteOld()
    expect(await kept()).toEqual([])
  })

  test('is deleted by the server once it is too old, whether or not anybody asks for reports', async () => {
    const user = await logIn('MANAGER')
    for (const days of [PROBLEM_REPORTS.keptDays + 1, PROBLEM_REPORTS.keptDays - 1]) {
      const reports = createProblemReportRepository({ db: backend.database.db })
      const service = createProblemReportService({
        reports,
        threads: SOURCE_THREADS,
        now: () => Date.now() - days * DAY_MS,
      })
      const caller = { userId: user.userId, role: 'MANAGER' as const, companyId: user.companyId }
      await service.add(caller, fileOf(recording({ note: `${days} days` })))
    }
    await backend.tidy()
    expect(await kept()).toMatchObject([{ note: `${PROBLEM_REPORTS.keptDays - 1} days` }])
  })
})
