import { expect, test } from 'vitest'
import { isReason } from '#contract/records/support-changes.ts'

test.each(['471', '4711', '#4711', 'INC-4711', 'T-47-11', '48213', 'asked by phone', 'वाहन मालिक'])(
  'OPEN-04 a ticket number or a sentence is a reason: %s',
  (text) => {
    expect(isReason(text)).toBe(true)
  },
)

test.each(['', '   ', '.', '........', '1', '47', '#47', 'aaaa', 'INC-', 'a 1'])(
  'OPEN-04 what says nothing is no reason: “%s”',
  (text) => {
    expect(isReason(text)).toBe(false)
  },
)
