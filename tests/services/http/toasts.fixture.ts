import { expect } from 'vitest'
import { failureOf, noticeOfFailure } from '#src/machines/kit/failure.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { createHttpFixture, grantOf } from '#tests/kit/services/http.fixture.ts'

/** What a service of a screen is built of. */
export type Rig = Pick<ReturnType<typeof createHttpFixture>, 'http' | 'storage' | 'grants' | 'barrier'>

const MESSAGE = 'The yard is closed'
const error = { kind: 'error', text: null, failure: { message: MESSAGE } }
const warning = { kind: 'warning', text: 'responseIsEmpty' }

/** How a server fails a call, and the toast that says so. */
export const FAILING_REPLIES: readonly [string, () => Response, object][] = [
  ['400', () => Response.json({ error: true, message: MESSAGE }, { status: 400 }), error],
  ['500', () => Response.json({ error: true, message: MESSAGE }, { status: 500 }), error],
  ['200 that is an error', () => Response.json({ error: true, message: MESSAGE }), error],
  ['204', () => new Response(null, { status: 204 }), warning],
  ['empty object', () => Response.json({}), warning],
]

/** The toasts of a service whose call with this id is answered so; the calls of `before` are answered with their bodies. */
export const noticesAfter = async (
  id: string,
  make: (rig: Rig) => Promise<unknown>,
  reply: () => Response,
  before: Readonly<Record<string, object>> = {},
): Promise<Notice[]> => {
  const made: string[] = []
  const rig = createHttpFixture('http://backend.test', {
    fetch: async (_input, _init, callId) => {
      made.push(callId)
      return callId in before ? Response.json(before[callId]) : reply()
    },
  })
  rig.grants.write(grantOf('one'))
  await make(rig).catch(() => undefined)
  expect(made.filter((callId) => !(callId in before))).toEqual([id])
  return rig.reported
    .filter(({ isShown }) => isShown)
    .map((failed) => noticeOfFailure(failureOf(failed.error)))
}
