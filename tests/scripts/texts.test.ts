import { expect, test } from 'vitest'
import { problemsOf } from '../../scripts/texts.mjs'

const ENGLISH = {
  title: 'Fleet',
  tripTo: 'Trip to {city}',
  total: '{count, plural, one {# truck} other {# trucks}} of {name}',
  status: '{status, select, RUNNING {It runs} other {It stands}}',
  steps: [{ name: 'First' }, { name: 'Then' }],
}
const HINDI = {
  title: 'बेड़ा',
  tripTo: 'ट्रिप: {city} तक',
  total: '{name} के {count, plural, one {# ट्रक} other {# ट्रक}}',
  status: '{status, select, RUNNING {चल रहा} other {खड़ा}}',
  steps: [{ name: 'पहले' }, { name: 'फिर' }],
}

test('a complete translation has no problems', () => {
  expect(problemsOf(ENGLISH, HINDI, 'hi-IN')).toEqual([])
})

test.each([
  [{ title: undefined }, ['title: missing']],
  [{ title: '' }, ['title: missing']],
  [{ title: { a: 'x' } }, ['title: missing']],
  [{ extra: 'x' }, ['extra: unused']],
  [{ tripTo: 'ट्रिप' }, ['tripTo: lacks {city}']],
  [{ tripTo: '{city} {town}' }, ['tripTo: has {town}, English has not']],
  [{ tripTo: 'ट्रिप {city' }, [expect.stringMatching(/^tripTo: is no message/)]],
  [{ total: '{name} {count}' }, ['total: does not count {count}']],
  [{ total: '{name} {count, plural, other {#}}' }, ['total: lacks the form "one" of {count}']],
  [
    { status: '{status, select, RUNNIN {x} other {y}}' },
    ['status: lacks {status: RUNNING}', 'status: has {status: RUNNIN}, English has not'],
  ],
  [{ steps: [{ name: 'पहले' }] }, ['steps.1.name: missing']],
])('what is wrong with %j', (change, problems) => {
  expect(problemsOf(ENGLISH, { ...HINDI, ...change }, 'hi-IN')).toEqual(problems)
})

test('a language with more plural forms than English needs each of them', () => {
  const arabic = '{name} {count, plural, one {#} two {#} few {#} other {#}}'
  expect(problemsOf({ total: ENGLISH.total }, { total: arabic }, 'ar').toSorted()).toEqual([
    'total: lacks the form "many" of {count}',
    'total: lacks the form "zero" of {count}',
  ])
})
