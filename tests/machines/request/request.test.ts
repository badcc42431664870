import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { createRequestMachine, type RequestProgressEvent } from '#src/machines/request/request.machine.ts'
import { controlledEvents } from '#tests/kit/machines/controlled-ports.ts'

type Input = { readonly role: string }
const unreached = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

const start = () => {
  const send = controlledEvents<RequestProgressEvent<readonly string[]>, { request: Input }>()
  const machine = createRequestMachine<readonly string[], Input>('test').provide({
    actors: { send: send.logic },
  })
  const actor = createActor(machine).start()
  const ask = (role = 'MANAGER') => actor.send({ type: 'request.load', input: { role } })
  const succeed = (response: readonly string[]) => {
    send.latest().emit({ type: 'request.started', method: 'GET' })
    send.latest().emit({ type: 'request.succeeded', method: 'GET', response })
  }
  const fail = () => send.latest().emit({ type: 'request.failed', method: 'GET', error: unreached })
  const stored = () => {
    const { isFetching, isError, response, method } = actor.getSnapshot().context
    return { isFetching, isError, response, method }
  }
  return { actor, send, ask, succeed, fail, stored, state: () => actor.getSnapshot().value }
}

describe('the states of a query', () => {
  test('SES-31 SES-32 SES-33 it is PENDING when requested, and FULFILLED with response and method', () => {
    const { send, ask, succeed, stored, state } = start()
    expect(stored()).toEqual({ isFetching: false, isError: false, response: null, method: null })
    ask()
    expect(state()).toBe('PENDING')
    expect(send.latest().input).toEqual({ request: { role: 'MANAGER' } })
    expect(stored()).toEqual({ isFetching: true, isError: false, response: null, method: null })
    succeed(['asha'])
    expect(state()).toBe('FULFILLED')
    expect(stored()).toEqual({ isFetching: false, isError: false, response: ['asha'], method: 'GET' })
  })

  test('SES-33 it is REJECTED when it fails, with the reason', () => {
    const { actor, ask, fail, stored, state } = start()
    ask()
    fail()
    expect(state()).toBe('REJECTED')
    expect(stored()).toMatchObject({ isFetching: false, isError: true, response: null })
    expect(actor.getSnapshot().context.failure?.kind).toBe('away')
  })

  test('a port that throws counts as a failure', () => {
    const { actor, send, ask, state, stored } = start()
    ask()
    send.latest().fail(new Error('broken'))
    expect(state()).toBe('REJECTED')
    expect(stored()).toMatchObject({ isFetching: false, isError: true })
    expect(actor.getSnapshot().context.failure).not.toBeNull()
  })
})

describe('requested again', () => {
  test('SES-34 a stored list is not requested again', () => {
    const { send, ask, succeed, stored } = start()
    ask()
    succeed(['asha'])
    ask()
    expect(send.runs).toHaveLength(1)
    expect(stored().response).toEqual(['asha'])
  })

  test('SES-34 an empty list is requested again', () => {
    const { send, ask, succeed } = start()
    ask()
    succeed([])
    ask()
    expect(send.runs).toHaveLength(2)
  })

  test('SES-34 a failure is requested again', () => {
    const { send, ask, fail, state } = start()
    ask()
    fail()
    ask()
    expect(state()).toBe('PENDING')
    expect(send.runs).toHaveLength(2)
  })

  test('another request clears the stored response and cancels the one under way', () => {
    const { send, ask, succeed, stored } = start()
    ask()
    succeed(['asha'])
    ask('CUSTOMER')
    expect(stored()).toMatchObject({ isFetching: true, response: null })
    const [, customers] = send.runs
    ask('SUPPORT')
    expect(customers?.isOpen()).toBe(false)
    expect(send.latest().input).toEqual({ request: { role: 'SUPPORT' } })
  })
})
