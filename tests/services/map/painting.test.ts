import { expect, test } from 'vitest'
import { VEHICLE_STATUSES } from '#domain/status.ts'
import { COLOURS } from '#src/services/map/overlay/colours.ts'
import { dotSpacing } from '#src/services/map/overlay/route-painters.ts'
import { createSprites, dotSprite, ringSprite } from '#src/services/map/overlay/sprites.ts'
import { worldSize } from '#src/services/map/scene/mercator.ts'
import { recordingContext } from '#tests/kit/canvas-recorder.ts'

test('the route ahead is dotted at the same density at every zoom, in the colour of the line', () => {
  for (let zoom = 3; zoom < 18; zoom += 0.1) {
    const apart = dotSpacing(zoom) * worldSize(zoom)
    expect(apart).toBeGreaterThanOrEqual(6.99)
    expect(apart).toBeLessThan(10)
  }
  const { painted, sprites } = sprited()
  dotSprite(sprites, COLOURS.light)
  expect(painted.filter(({ how }) => how === 'fill').map(({ ink }) => ink)).toEqual([
    COLOURS.light.halo,
    COLOURS.light.accent,
  ])
})

/** Sprites painted on a context that can be read. */
const sprited = () => {
  const { context, painted } = recordingContext()
  const createElement = () => ({ width: 0, height: 0, getContext: () => context })
  return { painted, sprites: createSprites({ createElement } as unknown as Document) }
}

/** The arcs of a cluster ring, in degrees clockwise from the top. */
const arcsOf = (statuses: readonly number[]) => {
  const { painted, sprites } = sprited()
  const count = statuses.reduce((sum, each) => sum + each, 0)
  ringSprite(sprites, COLOURS.light, { count, statuses })
  const degrees = (angle = Number.NaN) => Math.round((angle * 180) / Math.PI + 90)
  const arcs = painted
    .filter(({ how }) => how === 'stroke')
    .map(({ ink, steps: [arc] }) => [ink, degrees(arc?.[4]), degrees(arc?.[5])])
  return { arcs, text: painted.filter(({ how }) => how === 'text').map(({ text }) => text) }
}

const [GREEN, AMBER, RED, GREY, LIGHT_GREY, DARK_GREY] = [
  ...['#1f9d55', '#e8a013', '#d83a3a', '#7d8894', '#b9c1c8', '#4a545c'],
]

test('MAP-42 MAP-43 the arcs of a cluster are the statuses inside, by share and colour, one after another', () => {
  expect(VEHICLE_STATUSES).toEqual(['RUNNING', 'IDLE', 'STOPPED', 'KEYON', 'OFFLINE'])
  expect(arcsOf([18, 9, 6, 0, 3, 0])).toEqual({
    arcs: [
      [GREEN, 0, 180],
      [AMBER, 180, 270],
      [RED, 270, 330],
      [LIGHT_GREY, 330, 360],
    ],
    text: ['36'],
  })
  expect(arcsOf([0, 0, 0, 1, 0, 3])).toEqual({
    arcs: [
      [GREY, 0, 90],
      [DARK_GREY, 90, 360],
    ],
    text: ['4'],
  })
})

test('clusters of the same composition share a picture; others have their own', () => {
  const { painted, sprites } = sprited()
  const ring = (count: number, statuses: readonly number[]) =>
    ringSprite(sprites, COLOURS.light, { count, statuses }).image
  const first = ring(2, [1, 1, 0, 0, 0, 0])
  const drawn = painted.length
  expect(ring(2, [1, 1, 0, 0, 0, 0])).toBe(first)
  expect(painted).toHaveLength(drawn)
  expect(ring(2, [1, 0, 1, 0, 0, 0])).not.toBe(first)
  expect(ring(3, [1, 1, 0, 0, 0, 0])).not.toBe(first)
})
