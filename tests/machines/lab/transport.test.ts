import { describe, expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { transportMachine } from '#src/machines/lab/transport.machine.ts'

const start = (length: number) => {
  const { send, stateAt, snapshot } = startSilent(transportMachine, { length })
  return {
    /** Sends events; returns the state and the place. */
    standsAfter: (...events: { type: string; [field: string]: unknown }[]) => {
      for (const event of events) send(event)
      return [stateAt(), snapshot().context.at]
    },
    length: () => snapshot().context.length,
  }
}
const play = { type: 'transport.play' }
const due = { type: 'transport.due' }
const seek = (at: number) => ({ type: 'transport.sought', at })
const step = (by: 1 | -1) => ({ type: 'transport.stepped', by })

describe('the transport', () => {
  test('stays within the list, wherever one steps or seeks', () => {
    const { standsAfter } = start(3)
    expect(standsAfter(step(-1))).toEqual(['paused', 0])
    expect(standsAfter(seek(1.6))).toEqual(['paused', 2])
    expect(standsAfter(step(1), step(1))).toEqual(['paused', 3])
    expect(standsAfter(seek(-5))).toEqual(['paused', 0])
    expect(standsAfter(seek(99))).toEqual(['paused', 3])
  })

  test('plays to the end, stops there, and begins anew', () => {
    const { standsAfter } = start(2)
    expect(standsAfter(play)).toEqual(['playing', 0])
    expect(standsAfter(due)).toEqual(['playing', 1])
    expect(standsAfter(due)).toEqual(['paused', 2])
    expect(standsAfter(due)).toEqual(['paused', 2])
    expect(standsAfter(play)).toEqual(['playing', 0])
  })

  test('goes on from where it was stopped; a step or a seek stops it', () => {
    const { standsAfter } = start(5)
    expect(standsAfter(play, due, { type: 'transport.pause' })).toEqual(['paused', 1])
    expect(standsAfter(play, due)).toEqual(['playing', 2])
    expect(standsAfter({ type: 'transport.speedChosen', speed: 16 })).toEqual(['playing', 2])
    expect(standsAfter(step(-1))).toEqual(['paused', 1])
    expect(standsAfter(play, seek(4))).toEqual(['paused', 4])
  })

  test('stops where the list changes, within the new one', () => {
    const { standsAfter, length } = start(5)
    expect(standsAfter(play, due, due, { type: 'transport.listChanged', length: 1, at: 4 })).toEqual([
      'paused',
      1,
    ])
    expect(length()).toBe(1)
  })

  test('of an empty list plays nothing', () => {
    expect(start(0).standsAfter(play)).toEqual(['paused', 0])
  })
})
