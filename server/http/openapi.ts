import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import { ErrorReply } from '#contract/records/error-reply.ts'
import { addressesOf } from './mount.ts'

const CONTENT_TYPE = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  raw: 'application/octet-stream',
  image: 'image/*',
} as const
const REPLY_TYPE = {
  json: 'application/json',
  blob: 'application/octet-stream',
  text: 'text/plain',
  stream: 'text/event-stream',
} as const

const schemaOf = (schema: ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const parametersOf = (call: Call) =>
  (['params', 'query'] as const).flatMap((part) => {
    const { properties = {}, required = [] } = schemaOf(call[part], 'input')
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: required.includes(name),
      schema,
    }))
  })

const refTo = (schema: string) => ({
  description: 'Any other answer',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

/** The errors of the identity (RFC 6749 5.2). */
const OAUTH_ERROR = {
  type: 'object',
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  required: ['error', 'error_description'],
}

const operationOf = (call: Call, isBuilt: boolean) => ({
  operationId: call.id,
  tags: [call.backend],
  parameters: parametersOf(call),
  ...(call.bodyType === 'none'
    ? {}
    : {
        requestBody: {
          required: true,
          content: { [CONTENT_TYPE[call.bodyType]]: { schema: schemaOf(call.body, 'input') } },
        },
      }),
  responses: {
    [isBuilt ? '200' : '501']: {
      description: isBuilt ? 'The answer' : 'Not built yet; the schema is what it will answer',
      content: {
        [REPLY_TYPE[call.replyKind]]:
          call.replyKind === 'json' ? { schema: schemaOf(call.reply, 'output') } : {},
      },
    },
    default: refTo(call.backend === 'identity' ? 'OAuthError' : 'ErrorReply'),
  },
  security: call.roles === 'public' ? [] : [{ bearer: [] }],
  'x-rows': call.rows,
  'x-roles': call.roles,
  'x-scope': call.scope,
})

/** The OpenAPI 3.1 document of the table of calls, without aliases. */
export const openApi = (calls: readonly Call[], isBuilt: (id: string) => boolean) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = (addressesOf(call)[0] ?? '').replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, isBuilt(call.id)) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Roadbook', version: '2' },
    paths,
    components: {
      schemas: { ErrorReply: schemaOf(ErrorReply, 'output'), OAuthError: OAUTH_ERROR },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
