import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TICKER } from '#contract/constants.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'

const backend = withBackend()
const LIST = '/api/v3/dicvticker/tk3/messages'
const NEW = { changedAt: expect.any(Number), isAcknowledged: false }
let admin = ''
let customer = ''

beforeAll(async () => {
  await backend.addUser('root', 'ROOTADMIN', null)
  await backend.addUser('customer', 'CUSTOMER', null)
  admin = (await backend.logIn('root')).token
  customer = (await backend.logIn('customer')).token
})
beforeEach(() => backend.database.db.deleteFrom('ticker_message').execute())

const add = async (messageContent: unknown, messageCriticality: unknown = 0) =>
  backend.ask('POST', LIST, { token: admin, body: { messageContent, messageCriticality } })

const list = async () => (await backend.ask('GET', LIST, { token: customer })).body

describe('the ticker', () => {
  test('TCK-07 TCK-10 API-14 API-106 messages are added, listed newest first, edited and deleted', async () => {
    const first = await add('  Roads are wet  ')
    expect(first).toMatchObject({ status: 200, body: { message: 'Message added' } })
    const { messageId } = first.body as { messageId: number }
    const second = (await add('Bridge closed', 1)).body as { messageId: number }
    expect(await list()).toEqual({
      messages: [
        { ...NEW, messageId: second.messageId, messageContent: 'Bridge closed', messageCriticality: 1 },
        { ...NEW, messageId, messageContent: 'Roads are wet', messageCriticality: 0 },
      ],
    })

    const body = { messageContent: 'Roads are dry', messageCriticality: 1 }
    expect(await backend.ask('PUT', `${LIST}/${messageId}`, { token: admin, body })).toMatchObject({
      status: 200,
      body: { message: 'Message saved' },
    })
    expect(await backend.ask('DELETE', `${LIST}/${second.messageId}`, { token: admin })).toMatchObject({
      status: 200,
      body: { message: 'Message deleted' },
    })
    expect(await list()).toEqual({
      messages: [{ ...NEW, messageId, messageContent: 'Roads are dry', messageCriticality: 1 }],
    })
  })

  test('a list without messages is empty and gives no reason for an error (TCK-08)', async () => {
    expect(await list()).toEqual({ messages: [] })
  })

  describe('TCK-05 what a user has acknowledged', () => {
    const ACKNOWLEDGED = '/api/v3/dicvticker/tk3/acknowledgements'
    type Listed = { messageId: number; changedAt: number; isAcknowledged: boolean }
    const listFor = async (token: string) =>
      ((await backend.ask('GET', LIST, { token })).body as { messages: Listed[] }).messages
    const acknowledge = (messages: unknown, token = customer) =>
      backend.ask('POST', ACKNOWLEDGED, { token, body: { messages } })
    const seen = async (token = customer) =>
      (await listFor(token)).map(({ isAcknowledged }) => isAcknowledged)
    const idsAndTimes = async () =>
      (await listFor(customer)).map(({ messageId, changedAt }) => ({ messageId, changedAt }))

    test('is remembered for this user, a second time too, and goes with the message', async () => {
      await add('Roads are wet')
      const messages = await idsAndTimes()
      for (let i = 0; i < 2; i += 1)
        expect(await acknowledge(messages)).toMatchObject({
          ...{ status: 200, body: { acknowledged: messages.map(({ messageId }) => messageId) } },
        })
      await add('Bridge closed')
      expect([await seen(), await seen(admin)]).toEqual([
        [false, true],
        [false, false],
      ])
      await backend.ask('DELETE', `${LIST}/${messages[0]?.messageId}`, { token: admin })
      expect(await acknowledge(messages)).toMatchObject({ status: 200, body: { acknowledged: [] } })
      expect(await seen()).toEqual([false])
    })

    test('ends when the message is changed, also while it was read', async () => {
      await add('Roads are wet')
      const before = await idsAndTimes()
      await acknowledge(before)
      await backend.ask('PUT', `${LIST}/${before[0]?.messageId}`, {
        ...{ token: admin, body: { messageContent: 'Roads are dry', messageCriticality: 1 } },
      })
      expect(await seen()).toEqual([false])
      await acknowledge(before)
      expect(await seen()).toEqual([false])
      await acknowledge(await idsAndTimes())
      expect(await seen()).toEqual([true])
      await acknowledge(before)
      expect(await seen()).toEqual([true])
    })

    test('ends also when the clock of the change is behind that of the message', async () => {
      await add('Roads are wet')
      const { db } = backend.database
      await db
        .updateTable('ticker_message')
        .set({ changed_at: new Date(Date.now() + 60_000) })
        .execute()
      const [before = { messageId: 0, changedAt: 0 }] = await idsAndTimes()
      await acknowledge([before])
      expect(await seen()).toEqual([true])
      await backend.ask('PUT', `${LIST}/${before.messageId}`, {
        ...{ token: admin, body: { messageContent: 'Roads are dry', messageCriticality: 0 } },
      })
      expect(await seen()).toEqual([false])
      const [after = before] = await idsAndTimes()
      expect(after.changedAt).toBeGreaterThan(before.changedAt)
    })

    test('is deleted with its user', async () => {
      const { db } = backend.database
      const id = await backend.addUser('leaver', 'MANAGER', null)
      await add('Roads are wet')
      await acknowledge(await idsAndTimes(), (await backend.logIn('leaver')).token)
      const rows = () =>
        db.selectFrom('ticker_acknowledgement').select('user_id').where('user_id', '=', id).execute()
      expect(await rows()).toHaveLength(1)
      await db.deleteFrom('app_user').where('id', '=', id).execute()
      expect(await rows()).toEqual([])
    })

    test('does not hold for a change to come', async () => {
      await add('Roads are wet')
      const [{ messageId } = { messageId: 0 }] = await idsAndTimes()
      await acknowledge([{ messageId, changedAt: Date.now() + 3_600_000 }])
      await backend.ask('PUT', `${LIST}/${messageId}`, {
        ...{ token: admin, body: { messageContent: 'Roads are dry', messageCriticality: 1 } },
      })
      expect(await seen()).toEqual([false])
    })

    test.each([
      ['no messages', []],
      [
        'too many',
        Array.from({ length: TICKER.maxMessages + 1 }, (_, i) => ({ messageId: i + 1, changedAt: 1 })),
      ],
      ['no time', [{ messageId: 1 }]],
      ['an id that is none', [{ messageId: 0, changedAt: 1 }]],
      ['no list', 'all'],
    ])('TCK-09 %s is refused', async (_name, messages) => {
      expect((await acknowledge(messages)).status).toBe(400)
    })
  })

  test('TCK-10 a missing message is not found', async () => {
    const body = { messageContent: 'x', messageCriticality: 0 }
    const absent = [
      backend.ask('PUT', `${LIST}/4711`, { token: admin, body }),
      backend.ask('DELETE', `${LIST}/4711`, { token: admin }),
    ]
    for (const { status } of await Promise.all(absent)) expect(status).toBe(404)
  })

  test.each([
    ['no text', '', 0],
    ['blanks alone', ' \n\t ', 0],
    ['a text above the limit', 'x'.repeat(TICKER.maxMessageLength + 1), 0],
    ['no text at all', undefined, 0],
    ['a text with a NUL character', 'Read\0me', 0],
    ['a number as text', 7, 0],
    ['a criticality that is none', 'Read me', 2],
    ['a criticality as text', 'Read me', '1'],
  ])('TCK-09 %s is refused with the reason', async (_name, content, criticality) => {
    const { status, body } = await add(content, criticality)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: true,
      message: expect.stringContaining('The body is not as expected'),
    })
    expect(await list()).toMatchObject({ messages: [] })
  })

  test.each(['0', '-1', '1.5', 'abc', '1;drop', '99999999999'])(
    'TCK-09 the identifier %s is refused',
    async (id) => {
      const { status } = await backend.ask('DELETE', `${LIST}/${id}`, { token: admin })
      expect(status).toBe(400)
    },
  )

  test('TCK-10 the longest text is accepted, in any script and with any sign', async () => {
    const text = `<b>&"'</b>${'अ'.repeat(TICKER.maxMessageLength - 10)}`
    expect((await add(text)).status).toBe(200)
    expect(await list()).toMatchObject({ messages: [{ messageContent: text }] })
  })

  test('TCK-10 the list has a maximum length, also when many write at once', async () => {
    const rows = Array.from({ length: TICKER.maxMessages - 2 }, () => ({
      ...{ content: 'x', criticality: 0, changed_by: null },
    }))
    await backend.database.db.insertInto('ticker_message').values(rows).execute()
    const answers = await Promise.all(Array.from({ length: 5 }, () => add('One more')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409])
    const full = answers.find(({ status }) => status === 409)
    expect(full?.body).toMatchObject({ error: true, message: expect.stringContaining('Delete one first') })
  })

  test('TCK-10 the last author of a message is stored', async () => {
    await add('Read me')
    const { changed_by } = await backend.database.db
      .selectFrom('ticker_message')
      .innerJoin('app_user', 'app_user.id', 'ticker_message.changed_by')
      .select('app_user.user_name as changed_by')
      .executeTakeFirstOrThrow()
    expect(changed_by).toBe('root')
  })
})
