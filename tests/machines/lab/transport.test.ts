import { describe, expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { transportMachine } from '#src/machines/lab/transport.machine.ts'

const start = (length: number) => {
  const { send, stateAt, snapshot } = startSilent(transportMachine, { length })
  return {
    /** Sends events; returns the state and the place. */
    afterwards: (...events: { type: string; [field: string]: unknown }[]) => {
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
    const { afterwards } = start(3)
    expect(afterwards(step(-1))).toEqual(['paused', 0])
    expect(afterwards(seek(1.6))).toEqual(['paused', 2])
    expect(afterwards(step(1), step(1))).toEqual(['paused', 3])
    expect(afterwards(seek(-5))).toEqual(['paused', 0])
    expect(afterwards(seek(99))).toEqual(['paused', 3])
  })

  test('plays to the end, stops there, and begins anew', () => {
    const { afterwards } = start(2)
    expect(afterwards(play)).toEqual(['playing', 0])
    expect(afterwards(due)).toEqual(['playing', 1])
    expect(afterwards(due)).toEqual(['paused', 2])
    expect(afterwards(due)).toEqual(['paused', 2])
    expect(afterwards(play)).toEqual(['playing', 0])
  })

  test('goes on from where it was stopped; a step or a seek stops it', () => {
    const { afterwards } = start(5)
    expect(afterwards(play, due, { type: 'transport.pause' })).toEqual(['paused', 1])
    expect(afterwards(play, due)).toEqual(['playing', 2])
    expect(afterwards({ type: 'transport.speedChosen', speed: 16 })).toEqual(['playing', 2])
    expect(afterwards(step(-1))).toEqual(['paused', 1])
    expect(afterwards(play, seek(4))).toEqual(['paused', 4])
  })

  test('stops where the list changes, within the new one', () => {
    const { afterwards, length } = start(5)
    expect(afterwards(play, due, due, { type: 'transport.listChanged', length: 1, at: 4 })).toEqual([
      'paused',
      1,
    ])
    expect(length()).toBe(1)
  })

  test('of an empty list plays nothing', () => {
    expect(start(0).afterwards(play)).toEqual(['paused', 0])
  })
})
