import { texts } from '../texts.ts'
export const FAULTS = texts('faults.page', {
  title: 'Faults',
  lead: 'Makes the network of this tab unreliable, to see how the portal copes with it. The same seed and settings give each request the same faults again. They last over a reload, other tabs are untouched, and they are in the recording of a problem.',
  seed: 'Seed',
  newSeed: 'New seed',
  kinds: 'Faults',
  kind: 'Fault',
  percent: 'Probability in %',
  percentOf: '{kind}: probability in %',
  happened: 'Happened',
  lateMs: 'Longest delay in ms',
  clockSkew: 'Clock ahead by, in seconds',
  clockSkewHint:
    'As if the clock of this machine were changed: the portal is right again when it renews its login.',
  range: 'Enter a number from {min} to {max}.',
  wholeRange: 'Enter a whole number from {min} to {max}.',
  turnOn: 'Turn on',
  startAnew: 'Start anew with these settings',
  turnOff: 'Turn off',
  on: 'Faults on · seed {seed}',
  soFar: '{count, plural, one {# has happened} other {# have happened}}',
  clock:
    '{direction, select, ahead {Clock {seconds} s ahead} behind {Clock {seconds} s behind} other {Clock right again}}',
  dropStream: 'Drop the stream now',
  notAvailable: 'Faults are not available here',
  notAvailableText: 'They can be turned on only where the file env.json of the portal sets “lab”.',
})

/** What each kind of fault is called, and what it does. */
export const FAULT_KIND_TEXT = texts('faults.kinds', {
  late: { name: 'Late', does: 'The answer comes after a delay, up to the longest one.' },
  requestLost: { name: 'Request lost', does: 'The request does not reach the server.' },
  answerLost: { name: 'Answer lost', does: 'The server does its part, but its answer does not arrive.' },
  doubled: { name: 'Sent twice', does: 'The request reaches the server twice, and the first answer counts.' },
  reordered: { name: 'Overtaken', does: 'The answer waits until that of another request has come.' },
  unauthorized: { name: '401', does: 'The request is refused, as if the login had expired.' },
  serverError: { name: '500', does: 'The server seems to fail.' },
  noContent: { name: '204', does: 'The answer has no content.' },
  malformed: { name: 'Cut in half', does: 'Only the first half of the answer arrives.' },
  streamDropped: {
    name: 'Stream dropped',
    does: 'The connection for live positions breaks within its first 20 messages.',
  },
})
