import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ZOOM_LOOKUP } from '#contract/constants.ts'
import { VEHICLE_STATUSES } from '#domain/status.ts'
import { STATUS_FILL } from '#src/services/map/overlay/colours.ts'
import { cardHeight } from '#src/views/fleet/vehicle-list.tsx'
import { STATUS_COLOUR } from '#src/views/kit/vehicle.tsx'

test('MAP-55 OPEN-34 the zoom lookup has its nine values', () => {
  expect(Object.entries(ZOOM_LOOKUP)).toEqual([
    ...[
      ['2', 6300],
      ['3', 5000],
      ['4', 3500],
      ['5', 2000],
      ['6', 800],
    ],
    ...[
      ['7', 200],
      ['8', 70],
      ['9', 30],
      ['10', 1],
    ],
  ])
})

test('MAP-46 CONFLICT-33 a row is an eighth of four fifths of the viewport, less 8 px, and fits three lines', () => {
  expect([900, 1000, 1440].map(cardHeight)).toEqual([82, 92, 136])
  expect(cardHeight(400)).toBe(72)
})

test('MAP-46 a panel collapsed to one truck is at most 70vh high', () => {
  const css = readFileSync('src/views/kit/map-screen.module.css', 'utf8')
  expect(/\.short \{[^}]*max-height: ([^;]+);/.exec(css)?.[1]).toBe('min(100%, 70vh)')
})

test('MAP-42 MAP-43 CONFLICT-03 each status has one colour, the same in lists and on the map: green, amber, red and three greys', () => {
  const css = readFileSync('src/views/kit/palette.css', 'utf8')
  const listed = [...VEHICLE_STATUSES, 'OTHER' as const].map((status) => {
    const name = /--[a-z-]+/.exec(STATUS_COLOUR[status])?.[0]
    return new RegExp(`${name}: (#[0-9a-f]{6})`).exec(css)?.[1]
  })
  expect(VEHICLE_STATUSES).toEqual(['RUNNING', 'IDLE', 'STOPPED', 'KEYON', 'OFFLINE'])
  expect(listed).toEqual([...STATUS_FILL])
  expect(STATUS_FILL).toEqual(['#1f9d55', '#e8a013', '#d83a3a', '#7d8894', '#b9c1c8', '#4a545c'])
})
