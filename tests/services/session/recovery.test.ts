import { expect, test } from 'vitest'
import { createRecoveryService } from '#src/services/session/recovery.ts'

const openAt = (pathname: string, hash: string) => {
  const replaced: unknown[] = []
  const bodies: unknown[] = []
  const service = createRecoveryService({
    http: {
      call: async (_call, input) => {
        bodies.push(input?.body)
        return { message: 'done' } as never
      },
    },
    page: {
      location: { pathname, hash, href: `https://portal.example${pathname}${hash}` },
      history: {
        state: null,
        replaceState: (_state: unknown, _title: string, to: URL) =>
          replaced.push(to.pathname + to.search + to.hash),
      },
    } as unknown as Pick<Window, 'location' | 'history'>,
  })
  return { service, replaced, bodies }
}

test('an address that looks like another host is handled', () => {
  expect(openAt('//evil.example/reset-password', '#secret-code').replaced).toEqual([
    '//evil.example/reset-password',
  ])
})

test('CONFLICT-40 SE-14 the code of a reset link is removed from the address at once and sent only in the body', async () => {
  const { service, replaced, bodies } = openAt('/portal/reset-password', '#secret-code')
  expect(replaced).toEqual(['/portal/reset-password'])
  expect(await service.reset('A good passw0rd')).toBe('done')
  expect(bodies).toEqual([{ code: 'secret-code', newPassword: 'A good passw0rd' }])
})

test('other addresses keep their fragment', () => {
  expect(openAt('/track-trace', '#x').replaced).toEqual([])
})
