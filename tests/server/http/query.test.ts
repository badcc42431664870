import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from '#server/http/input.ts'

describe('queries', () => {
  test.each([
    ['', {}],
    ['a=1&b=', { a: '1', b: '' }],
    ['name=M%C3%BCller+%26+Co', { name: 'Müller & Co' }],
    [
      'filter[status]=RUNNING&filter[speed][above]=60',
      { filter: { status: 'RUNNING', speed: { above: '60' } } },
    ],
    ['filter%5Bstatus%5D=IDLE', { filter: { status: 'IDLE' } }],
    ['ids[0]=7&ids[1]=8', { ids: ['7', '8'] }],
    ['rows[0][id]=7&rows[1][id]=8', { rows: [{ id: '7' }, { id: '8' }] }],
    ['ids[1]=7', { ids: { 1: '7' } }],
    ['a=1=2', { a: '1=2' }],
  ])('SES-38 OPEN-70 %j is parsed', (text, value) => {
    expect(parseQuery(text)).toEqual(value)
  })

  test.each([
    'a=1&a=2',
    'a=1&a[b]=2',
    'a[b]=1&a=2',
    '__proto__[x]=1',
    'a[__proto__]=1',
    'a[constructor]=1',
    'a[]=1',
    'a[b=1',
    '=1',
    'a[b][c][d][e]=1',
    'a=%E0%A4%A',
    Array.from({ length: 1001 }, (_, i) => `k${i}=1`).join('&'),
  ])('AC-03 %.40j is refused', (text) => {
    expect(() => parseQuery(text)).toThrow(expect.objectContaining({ status: 400 }))
  })

  test('the server parses what the client writes', () => {
    const key = fc
      .stringMatching(/^[a-z]{1,6}$/)
      .filter((name) => !['constructor', 'prototype'].includes(name))
    const leaf = fc.string({ maxLength: 10 })
    const value = fc.oneof(
      leaf,
      fc.array(leaf, { minLength: 1, maxLength: 4 }),
      fc.dictionary(key, leaf, { minKeys: 1 }),
    )
    const write = (name: string, each: unknown): string[] =>
      typeof each === 'object' && each !== null
        ? Object.entries(each).flatMap(([inner, below]) => write(`${name}[${inner}]`, below))
        : [`${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`]
    fc.assert(
      fc.property(fc.dictionary(key, value), (query) => {
        const text = Object.entries(query).flatMap(([name, each]) => write(name, each))
        expect(parseQuery(text.join('&'))).toEqual(query)
      }),
    )
  })
})
