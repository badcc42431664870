import { describe, expect, test } from 'vitest'
import {
  afterStop,
  NO_ROAD,
  type Road,
  readingsOf,
  roadMean,
  slotsApart,
  slotsOf,
  withLevel,
} from '#server/rules/fuel-road.ts'
import { MINUTE } from './vehicle-day.fixture.ts'

/** A road with a level each minute, of which each used so many litres since the one before. */
const roadOf = (litres: readonly number[], used = 0, begun: Road = NO_ROAD): Road =>
  litres.reduce(
    (road, each, minute) => withLevel(road, minute * MINUTE, each, minute === 0 ? 0 : used),
    begun,
  )

describe('levels on the road', () => {
  test('count once the next one is there, the first one as the second', () => {
    expect(roadMean(roadOf([200, 200]))).toBeNull()
    expect([0, 2, 3, 4, 5].map((count) => readingsOf(roadOf(Array(count).fill(200))))).toEqual([
      0, 0, 2, 3, 4,
    ])
    expect([0, 2, 3, 4, 5, 6].map((count) => slotsOf(roadOf(Array(count).fill(200))))).toEqual([
      0, 0, 1, 2, 2, 3,
    ])
  })

  test.each<[string, number[], number]>([
    ['a single high one', [200, 290, 201], 201],
    ['a single low one', [200, 4, 199], 199],
    ['a rise', [200, 201, 290], 201],
  ])('count as the middle of three: %s', (_title, litres, expected) => {
    expect(roadMean(roadOf(litres))).toEqual({ litres: expected, count: 2 / 3 })
  })

  // In litres as they would be now, the three are 198, 194, 201; and so on.
  test.each<[number[], number, number]>([
    [[200, 195, 201], 1, 198],
    [[205, 200, 190], 1, 199],
    [[200, 195, 190], 3, 192],
    [[200, 200, 190, 205], 2, 196],
  ])(
    'of %j, with litres used in between, the earlier ones count less: by %d each',
    (litres, used, expected) => {
      expect(roadOf(litres, used).current?.litres).toBe(expected)
    },
  )

  test('are means of two minutes of the clock, the earlier ones as they would be now', () => {
    // Each level is what was burnt below the one before.
    const levels = [200, 199, 198, 197, 196, 195]
    expect(roadOf(levels, 1)).toMatchObject({
      current: { slot: 2, litres: 195, count: 1 },
      earlier: [
        { slot: 0, litres: 195, count: 2 },
        { slot: 1, litres: 194.5, count: 2 },
      ],
      burnt: 0,
    })
    expect(roadMean(roadOf([...levels, 194], 1))).toEqual({
      litres: expect.closeTo((194 + 193.5 + 194.5) / 3, 9),
      count: expect.closeTo(2, 9),
    })
  })

  const slot = (place: number, litres: number, count = 3) => ({ slot: place, litres, count })
  const slots = (earlier: Road['earlier'], current: Road['current']): Road => ({
    ...NO_ROAD,
    earlier,
    current,
  })

  test('are a mean of slots, of which one with three readings counts wholly', () => {
    expect(roadMean(NO_ROAD)).toBeNull()
    expect(roadMean(slots([slot(1, 100, 9)], slot(2, 110, 3)))).toEqual({ litres: 105, count: 2 })
    expect(roadMean(slots([slot(1, 100, 3)], slot(2, 112, 1)))).toEqual({
      litres: expect.closeTo(103, 9),
      count: expect.closeTo(4 / 3, 9),
    })
  })

  test('are compared since a time by the slots that began then or later', () => {
    const road = slots([slot(1, 100), slot(2, 110)], slot(3, 120))
    expect(roadMean(road, 4 * MINUTE)).toEqual({ litres: 115, count: 2 })
    expect(roadMean(road, 4 * MINUTE + 1)).toEqual({ litres: 120, count: 1 })
    expect(roadMean(road, 7 * MINUTE)).toBeNull()
  })

  test('are ten slots and the current one', () => {
    expect(slotsOf(roadOf(Array(60).fill(200)))).toBe(11)
  })

  test.each<[string, Road, number | null]>([
    [
      'the last two whole ones tell it',
      slots([slot(9, 90), slot(10, 100), slot(15, 97)], slot(16, 50, 1)),
      -3,
    ],
    [
      'a second reading of the current one has been told of',
      slots([slot(10, 100), slot(15, 97)], slot(16, 50, 2)),
      null,
    ],
    ['ten minutes are too long ago', slots([slot(10, 100), slot(16, 97)], slot(17, 50, 1)), null],
    ['one is too few', slots([slot(10, 100)], slot(11, 50, 1)), null],
    ['none are too few', NO_ROAD, null],
  ])('are apart: %s', (_title, road, expected) => {
    expect(slotsApart(road)).toBe(expected)
  })

  test('go on after a stop with the readings from there on', () => {
    const before = roadOf([200, 200, 200, 200, 200], 0.5)
    const { held, ...kept } = afterStop(before)
    expect(held).toEqual([])
    expect(before).toMatchObject(kept)
    expect(readingsOf(withLevel(afterStop(before), 9 * MINUTE, 100, 0))).toBe(readingsOf(before))
  })
})
