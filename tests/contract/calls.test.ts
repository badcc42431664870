import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getAlertNotificationDetails } from '#contract/calls/alerts.ts'
import { BACKEND_BASE, backendOf } from '#contract/calls/call.ts'
import { allCalls } from '#contract/calls/index.ts'
import { paymentRedirection } from '#contract/calls/payment.ts'
import { ROLES } from '#contract/roles.ts'

const API_ROWS = Array.from({ length: 124 }, (_, index) => `API-${String(index + 1).padStart(2, '0')}`)

const addresses = allCalls.flatMap(({ method, backend, path, aliases }) =>
  [path, ...aliases].map((each) => `${method} ${BACKEND_BASE[backend]}${each}`),
)

describe('the table of calls', () => {
  test.each(API_ROWS)('a call answers %s', (row) => {
    expect(allCalls.filter(({ rows }) => rows.includes(row)).map(({ id }) => id)).not.toEqual([])
  })

  test.each(allCalls.map((call) => [call.id, call] as const))('%s declares who may call it', (_id, call) => {
    expect(call.roles === 'public' || call.roles.length > 0).toBe(true)
    expect(call.scope === 'public').toBe(call.roles === 'public')
    if (call.roles !== 'public') expect(ROLES).toEqual(expect.arrayContaining([...call.roles]))
  })

  test('SHL-55 only CUSTOMER and CUSTOMERADMIN may call what alert popups poll', () => {
    expect(getAlertNotificationDetails.roles).toEqual(['CUSTOMER', 'CUSTOMERADMIN'])
    const polling = allCalls.filter(({ rows }) => rows.includes('ALR-14')).map(({ id }) => id)
    expect(polling).toEqual([getAlertNotificationDetails.id])
  })

  test('ids are unique', () => {
    const ids = allCalls.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('no two calls share a method and an address', () => {
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  test('paths have no leading slash and contain every parameter they validate', () => {
    for (const { id, path, aliases, params } of allCalls) {
      const named = Object.keys(z.toJSONSchema(params, { io: 'input' }).properties ?? {})
      for (const each of [path, ...aliases]) {
        expect(each.startsWith('/'), `${id}: ${each}`).toBe(false)
        const inPath = each.match(/:\w+/g) ?? []
        expect(inPath.map((name) => name.slice(1)).sort(), id).toEqual(named.sort())
      }
    }
  })

  test('SES-49 tk3 and customerdatashare go to the second backend, all others to the main one', () => {
    expect(backendOf('dashboard/tk3/rpmband')).toBe('v3')
    expect(backendOf('customerdatashare/profile')).toBe('v3')
    expect(backendOf('onlinefleetmngmt/dicv/livetrack')).toBe('v2')
    const ruled = allCalls.filter(({ backend }) => backend === 'v2' || backend === 'v3')
    const exceptions = ruled.filter(({ backend, path }) => backend !== backendOf(path)).map(({ id }) => id)
    expect(exceptions).toEqual([paymentRedirection.id])
  })

  test('only methods with a body declare one', () => {
    const wrong = allCalls.filter(({ method, bodyType }) => method === 'GET' && bodyType !== 'none')
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  test('replies with tokens, links that sign in and signed addresses are marked as secret', () => {
    const marked = allCalls.filter(({ holdsSecret }) => holdsSecret).map(({ id }) => id)
    expect(marked.sort()).toEqual([
      'createLiveShare',
      'logIn',
      'mailMessage',
      'makeGatewayKey',
      'refreshToken',
      'routePlayback',
    ])
    const SECRET = /"(?:\w*(?:token|secret|password|otp)|fileUrl|mailText|gatewayKey|liveLinkUrl)":/i
    for (const { id, reply, holdsSecret } of allCalls) {
      const fields = JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any' }))
      expect(SECRET.test(fields), id).toBe(holdsSecret)
    }
  })

  test('OPEN-10 the data share and the user administration also answer below fleet management', () => {
    for (const path of ['customerdatashare/profile', 'userManagementIAM/tk3/users'])
      expect(addresses).toContain(`GET /api/v3/onlinefleetmngmt/dicv/${path}`)
    expect(addresses).toContain('POST /api/v2/alerts/live-notifications')
  })
})
