// @vitest-environment jsdom

import { afterEach, describe, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { Call } from '#contract/calls/call.ts'
import { userManual } from '#contract/calls/help.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { createManualService } from '#src/services/help/manual.ts'
import type { Answer } from '#src/services/http/answer.ts'
import { BadReply, CallRefused } from '#src/services/http/failures.ts'
import type { Http } from '#src/services/http/http.ts'
import { createMaintenanceService } from '#src/services/maintenance/maintenance.ts'
import { createSettingsService } from '#src/services/settings/settings.ts'
import { createStorage, STORED } from '#src/services/storage/storage.ts'
import { createSupportService } from '#src/services/support/support.ts'
import { createTickerService } from '#src/services/ticker/ticker.ts'
import { wireSupportView } from '#src/wiring/support-view.ts'

type SentCall = { readonly id: string; readonly input: unknown }

/** A request builder that answers each call by its id. */
const httpOf = (answers: Readonly<Record<string, unknown>>) => {
  const requests: SentCall[] = []
  const send = async (call: Call, input?: unknown) => {
    requests.push({ id: call.id, input })
    const body = answers[call.id]
    return body === undefined ? { kind: 'empty' } : { kind: 'body', body, sentAt: null }
  }
  const call = async (of: Call, input?: unknown) => {
    const answer = await send(of, input)
    return 'body' in answer ? answer.body : undefined
  }
  return { http: { send, call } as unknown as Http, requests }
}

const messages = [{ messageId: 1, messageContent: 'Read me', messageCriticality: 0 }]

describe('the ticker', () => {
  test('TCK-05 SES-09 an acknowledgement is stored and returned with the messages', async () => {
    localStorage.clear()
    const { http, requests } = httpOf({ tickerMessages: { messages } })
    const ticker = createTickerService({ http, storage: createStorage({ page: window }) })
    expect(await ticker.load({ isPolled: false })).toEqual({ messages, message: '', isAcknowledged: false })
    await ticker.acknowledge(messages)
    expect(localStorage.getItem(STORED.loginTickerAcknowledged)).toBe('true')
    expect(await ticker.load({ isPolled: false })).toMatchObject({ isAcknowledged: true })
    expect(requests).toHaveLength(2)
  })

  test('TCK-05 what was acknowledged before counts, and what was not is acknowledged at the backend', async () => {
    localStorage.clear()
    const [read, open] = [true, false].map((isAcknowledged, i) => ({
      ...{ messageId: i + 1, messageContent: 'Read me', messageCriticality: 0 },
      ...{ changedAt: 1000 + i, isAcknowledged },
    }))
    const list = { messages: [read, open] }
    const { http, requests } = httpOf({
      tickerMessages: list,
      acknowledgeTickerMessages: { acknowledged: [2] },
    })
    const ticker = createTickerService({ http, storage: createStorage({ page: window }) })
    expect(await ticker.load({ isPolled: false })).toMatchObject({ isAcknowledged: false })
    await ticker.acknowledge(list.messages as never)
    expect(requests.at(-1)).toMatchObject({
      input: { body: { messages: [{ messageId: 2, changedAt: 1001 }] } },
    })
    localStorage.clear()
    list.messages = [read, read]
    expect(await ticker.load({ isPolled: false })).toMatchObject({ isAcknowledged: true })
  })

  test('TCK-08 a 204 is an empty list; a message sent with an empty list is returned with it', async () => {
    const storage = createStorage({ page: window })
    const nothing = createTickerService({ http: httpOf({}).http, storage })
    expect(await nothing.load({ isPolled: false })).toMatchObject({ messages: [], message: null })
    const emptyReply = httpOf({ tickerMessages: { messages: [], message: 'No messages' } })
    const ticker = createTickerService({ http: emptyReply.http, storage })
    expect(await ticker.load({ isPolled: false })).toMatchObject({ messages: [], message: 'No messages' })
  })

  test('TCK-10 a message without an id is added, one with an id is edited', async () => {
    const saved = { messageId: 7, message: 'Message added' }
    const { http, requests } = httpOf({
      addTickerMessage: saved,
      editTickerMessage: { message: 'Message saved' },
      deleteTickerMessage: { message: 'Message deleted' },
    })
    const ticker = createTickerService({ http, storage: createStorage({ page: window }) })
    const message = { messageContent: 'Read me', messageCriticality: 1 } as const
    expect(await ticker.save({ messageId: null, message })).toBe('Message added')
    expect(await ticker.save({ messageId: 7, message })).toBe('Message saved')
    expect(await ticker.remove(7)).toBe('Message deleted')
    expect(requests).toEqual([
      { id: 'addTickerMessage', input: { body: message } },
      { id: 'editTickerMessage', input: { params: { messageId: 7 }, body: message } },
      { id: 'deleteTickerMessage', input: { params: { messageId: 7 } } },
    ])
  })
})

describe('acting as a user', () => {
  const acting = { userId: 5, userName: 'manager', firstName: 'Mohan', role: 'MANAGER', companyName: 'V' }
  const KEYS = [STORED.supportRole, STORED.supportUserId, STORED.supportUserName]
  const stored = () => KEYS.map((key) => localStorage.getItem(key))
  const support = (answers: Readonly<Record<string, unknown>>) =>
    createSupportService({
      http: httpOf(answers).http,
      storage: createStorage({ page: window }),
      now: () => 1_000,
    })

  test('SES-10 SHL-41 SHL-54 the choice is stored under three keys, which switching the profile removes', async () => {
    localStorage.clear()
    const { begin, end } = support({ beginActing: { ...acting, endsAt: 61_000 }, endActing: { message: '' } })
    expect(await begin({ userId: 5, role: 'MANAGER', reason: '' })).toMatchObject({ leftMs: 60_000 })
    expect(stored()).toEqual(['MANAGER', '5', 'manager'])
    await end()
    expect(stored()).toEqual([null, null, null])
  })

  test('SES-10 a choice that the server no longer knows is cleared when a page opens', async () => {
    localStorage.clear()
    const { begin } = support({ beginActing: { ...acting, endsAt: 61_000 } })
    await begin({ userId: 5, role: 'MANAGER', reason: '' })
    expect(
      await support({ currentActing: { acting: { ...acting, endsAt: 31_000 } } }).restore(),
    ).toMatchObject({ leftMs: 30_000 })
    expect(await support({ currentActing: { acting: null } }).restore()).toBeNull()
    expect(stored()).toEqual([null, null, null])
  })

  test.each([
    [403, [null, null, null]],
    [404, [null, null, null]],
    [200, ['MANAGER', '5', 'manager']],
    [408, ['MANAGER', '5', 'manager']],
    [417, ['MANAGER', '5', 'manager']],
    [425, ['MANAGER', '5', 'manager']],
    [429, ['MANAGER', '5', 'manager']],
    [503, ['MANAGER', '5', 'manager']],
  ])('AC-14 an answer of %i, and what is stored after it', async (status, kept) => {
    localStorage.clear()
    const { begin } = support({ beginActing: { ...acting, endsAt: 61_000 } })
    await begin({ userId: 5, role: 'MANAGER', reason: '' })
    const { restore } = createSupportService({
      http: {
        send: () => Promise.reject(new CallRefused(status, {})),
        call: () => Promise.reject(new Error('not asked for')),
      },
      storage: createStorage({ page: window }),
    })
    expect(await restore().catch(() => 'thrown')).toBe(kept[0] === null ? null : 'thrown')
    expect(stored()).toEqual(kept)
  })

  test.each<Answer<never>>([
    { kind: 'empty', reference: 'r' },
    { kind: 'returned', status: 417, body: { message: 'Not now' }, reference: '0123456789AB' },
  ])('AC-14 SES-55 an answer without a body ends no acting: %j', async (answer) => {
    localStorage.clear()
    const { begin } = support({ beginActing: { ...acting, endsAt: 61_000 } })
    await begin({ userId: 5, role: 'MANAGER', reason: '' })
    const { restore } = createSupportService({
      http: { send: async () => answer, call: () => Promise.reject(new Error('not asked for')) },
      storage: createStorage({ page: window }),
    })
    await expect(restore()).rejects.toThrow()
    expect(stored()).toEqual(['MANAGER', '5', 'manager'])
  })
})

describe('OPEN-77 the support view', () => {
  test('companies and users are listed, users without the fields that only their profile shows', async () => {
    const company = { companyId: 4, companyName: 'Varunika Roadlines' }
    const user = { userId: 5, userName: 'manager', role: 'MANAGER' }
    const { http, requests } = httpOf({
      getCompanies: { companies: [company] },
      getCustomerByCompany: { users: [{ ...user, firstName: 'Mohan', mobileNumber: '98', emailId: 'm@x' }] },
    })
    const machine = wireSupportView({ http }).provide({ actions: { notifyParent: () => {} } })
    const view = createActor(machine, { input: { isOffered: true } }).start()
    const { companies, users } = view.getSnapshot().children
    if (companies === undefined || users === undefined) throw new Error('The lists are not there.')
    view.send({ type: 'supportView.opened' })
    const done = await waitFor(companies, (state) => state.matches('FULFILLED'))
    expect(done.context.response).toEqual([company])
    view.send({ type: 'supportView.companyChosen', company: { companyId: 4, timeZone: DEFAULT_TIME_ZONE } })
    const listed = await waitFor(users, (state) => state.matches('FULFILLED'))
    expect(listed.context.response).toEqual([user])
    expect(requests.at(-1)).toEqual({ id: 'getCustomerByCompany', input: { query: { companyId: 4 } } })
  })
})

test('TCK-11 maintenance is read and set', async () => {
  const { http, requests } = httpOf({
    maintenanceStatus: { maintenance: true },
    enableMaintenance: { maintenance: false },
  })
  const maintenance = createMaintenanceService({ http })
  expect([await maintenance.read(), await maintenance.write(false)]).toEqual([true, false])
  expect(requests[1]).toEqual({ id: 'enableMaintenance', input: { body: { maintenance: false } } })
})

test('API-104 a password is changed by sending the current and the new one', async () => {
  const { http, requests } = httpOf({ changePassword: { message: 'Password changed' } })
  const body = { currentPassword: 'Old12345', newPassword: 'New12345' }
  expect(await createSettingsService({ http }).changePassword(body)).toBe('Password changed')
  expect(requests).toEqual([{ id: 'changePassword', input: { body } }])
})

test('OPEN-03 outbox mails are listed and opened', async () => {
  const head = { mailId: 4, recipient: 'a@b.example', subject: 'Hello', sentAt: 5 }
  const mail = { ...head, mailText: 'Follow the link.' }
  const { http, requests } = httpOf({ mailOutbox: { mails: [head] }, mailMessage: mail })
  const settings = createSettingsService({ http })
  expect([await settings.mails(), await settings.mail(4)]).toEqual([[head], mail])
  expect(requests[1]).toEqual({ id: 'mailMessage', input: { params: { mailId: 4 } } })
})

describe('the user manual', () => {
  afterEach(() => {
    for (const lacking of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(window.URL, lacking)
  })

  const start = (manual: unknown) => {
    vi.useFakeTimers()
    const saved: { name: string; file: Blob }[] = []
    let file = new Blob()
    const revoked: string[] = []
    Object.assign(window.URL, {
      createObjectURL: (blob: Blob) => {
        file = blob
        return 'blob:1'
      },
      revokeObjectURL: (url: string) => revoked.push(url),
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, file })
    })
    const { http } = httpOf({ [userManual.id]: manual })
    return {
      saved,
      revoked,
      manual: createManualService({
        http,
        page: window,
        productName: () => 'Roadbook',
        language: () => 'hi',
      }),
    }
  }

  test('FTR-08 is downloaded under a file name, and its object URL revoked', async () => {
    const { manual, saved, revoked } = start('<!doctype html>')
    await manual.download()
    expect(saved.map(({ name, file }) => [name, file.type])).toEqual([
      ['Roadbook user manual.html', 'text/html'],
    ])
    expect(revoked).toEqual([])
    vi.runAllTimers()
    expect(revoked).toEqual(['blob:1'])
  })

  test('FTR-08 keeps its content type', async () => {
    const { manual, saved } = start(new Blob(['%PDF'], { type: 'application/pdf' }))
    await manual.download()
    expect(saved[0]?.name).toBe('Roadbook user manual.pdf')
  })

  test('FTR-08 fails when no file arrives', async () => {
    await expect(start({ ok: true }).manual.download()).rejects.toBeInstanceOf(BadReply)
  })
})
