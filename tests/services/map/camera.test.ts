import { expect, test } from 'vitest'
import { resolveCamera } from '#src/services/map/scene/camera.ts'
import { mercatorX, mercatorY, worldSize } from '#src/services/map/scene/mercator.ts'

const SOUTH_WEST = [68, 8] as const
const NORTH_EAST = [97, 37] as const

/** Distance between the fitted corners in px, across and down. */
const fitted = (
  size: { width: number; height: number },
  padding: Record<'left' | 'top' | 'right' | 'bottom', number>,
) => {
  const current = { centre: [0, 0] as const, zoom: 3 }
  const request = { kind: 'fit', points: [SOUTH_WEST, NORTH_EAST], maxZoom: 13 } as const
  const px = worldSize(resolveCamera(request, { current, size, padding })?.zoom ?? Number.NaN)
  return {
    across: (mercatorX(NORTH_EAST[0]) - mercatorX(SOUTH_WEST[0])) * px,
    down: (mercatorY(SOUTH_WEST[1]) - mercatorY(NORTH_EAST[1])) * px,
  }
}

test('on a phone half covered by its sheet most of the free area is used, on a desktop 48 px stay free on each side', () => {
  // 230 px are free between the vehicle selection and the sheet.
  const phone = fitted({ width: 390, height: 746 }, { left: 12, top: 64, right: 56, bottom: 452 })
  expect(phone.down).toBeCloseTo(230 * 0.76, 6)
  const desk = fitted({ width: 1384, height: 816 }, { left: 400, top: 12, right: 56, bottom: 12 })
  expect(desk.down).toBeCloseTo(816 - 24 - 96, 6)
})
