import { describe, expect, test } from 'vitest'
import { logIn, logOut } from '#contract/calls/session.ts'
import type { Route } from '#server/http/handler.ts'
import { bindCalls } from '#server/http/mount.ts'

const answering = (call: Route['call']): Route => ({ call, handle: async () => ({}), turns: 'short' })

describe('binding calls to their handlers', () => {
  test('a call without a handler that is not listed as unbuilt prevents the server from starting', () => {
    expect(() => bindCalls([logIn, logOut], [answering(logIn)], [])).toThrow('logOut has no handler')
  })

  test('a call both built and listed as unbuilt, or an unknown name, prevents it from starting', () => {
    expect(() => bindCalls([logIn], [answering(logIn)], ['logIn'])).toThrow('logIn has a handler')
    expect(() => bindCalls([logIn], [answering(logIn), answering(logOut)], [])).toThrow('logOut is no call')
    expect(() => bindCalls([logIn], [answering(logIn)], ['gone'])).toThrow('gone is no call')
  })

  test('every call is bound once', () => {
    const routes = bindCalls([logIn, logOut], [answering(logIn)], ['logOut'])
    expect(routes.map(({ call }) => call.id)).toEqual(['logIn', 'logOut'])
  })
})
