import { expect, test } from '@playwright/test'
import type { TrackDrawing } from '#src/services/map/map.port.ts'
import { GREEN, mountMap, mountTruck, openPage } from './open-page.ts'

const RED = [216, 58, 58, 255]

test('MAP-42 a running vehicle is green and a stopped one red, in both themes', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { fleet, map, fixtures } = window.page
    fleet.replaceMembers([
      fixtures.mapVehicle(1, { longitude: 77, latitude: 20, heading: 0 }),
      fixtures.mapVehicle(2, { longitude: 80, latitude: 20, heading: 0, vehicleStatus: 'STOPPED' }),
    ])
    map.showFleet('all')
  })
  await mountMap(page)
  // The symbol of a stopped vehicle fills its middle; the colour is beside it.
  const colours = () =>
    page.evaluate(() => [
      window.page.overlayColour('markers', [77, 20]),
      window.page.overlayColour('markers', [80, 20], 5, 0),
    ])
  await expect.poll(colours).toEqual([GREEN, RED])
  await page.evaluate(() => window.page.map.setTheme('dark'))
  await expect.poll(colours).toEqual([GREEN, RED])
})

test('a moving vehicle is drawn at its new position and no longer at the old one', async ({ page }) => {
  await openPage(page)
  await mountTruck(page)
  await page.evaluate(() => {
    const { fleet, fixtures } = window.page
    const time = [fixtures.NOON + 10_000]
    fleet.applyBatch({ vehicleId: [1], time, lng: [82], lat: [20], speed: [9], heading: [0], status: [0] })
  })
  await expect.poll(() => page.evaluate(() => window.page.overlayColour('markers', [82, 20]))).toEqual(GREEN)
  expect(await page.evaluate(() => window.page.overlayColour('markers', [77, 20])[3])).toBe(0)
})

test('the driven part of a route is a line, the rest is dotted, a gap is neither', async ({ page }) => {
  await openPage(page)
  await page.evaluate(() => {
    const { map } = window.page
    const lng = Float64Array.from({ length: 31 }, (_, i) => 70 + i * 0.5)
    const none = new Float64Array(31)
    const track = map.showTrack({
      length: 31,
      lng,
      lat: none.map(() => 20),
      time: none.map((_, i) => i * 10_000 + (i > 5 ? 200_000 : 0)),
      speed: none.map(() => 50),
      heading: none.map(() => 90),
      ignition: none.map(() => 1),
      stop: none,
      events: none,
      breaks: none.map((_, i) => (i === 5 ? 1 : 0)),
    })
    track.moveTo(20, 0)
    Object.assign(window, { track })
  })
  await mountMap(page)
  const moveTo = (index: number) =>
    page.evaluate((to) => (window as unknown as { track: TrackDrawing }).track.moveTo(to, 0), index)
  /** How much of a stretch of the route is covered by anything, 0 to 1. */
  const covered = (from: number, to: number) =>
    page.evaluate(
      ([west, east]) => {
        const steps = Array.from({ length: 200 }, (_, i) => west + ((east - west) * i) / 199)
        return (
          steps.filter((lng) => (window.page.overlayColour('lines', [lng, 20])[3] ?? 0) > 128).length / 200
        )
      },
      [from, to] as const,
    )
  await expect.poll(() => covered(74, 79)).toBe(1)
  await expect.poll(() => covered(72.6, 72.9)).toBe(0)
  const dotted = await covered(81, 84)
  expect(dotted).toBeGreaterThan(0.2)
  expect(dotted).toBeLessThan(0.9)
  await moveTo(28)
  await expect.poll(() => covered(74, 83.5)).toBe(1)
  await moveTo(20)
  await expect.poll(() => covered(81, 84)).toBe(dotted)
  await page.evaluate(() => (window as unknown as { track: TrackDrawing }).track.clear())
  await expect.poll(() => covered(70, 85)).toBe(0)
})

test('with reduced motion, the head of the trail does not glide', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page)
  await mountMap(page)
  await page.evaluate(() => {
    const { map, fixtures } = window.page
    const trail = map.showTrail()
    for (const place of [0, 1])
      trail.extend({
        at: [77 + place * 5, 20],
        heading: 0,
        status: 'RUNNING',
        time: fixtures.NOON + place * 10_000,
      })
  })
  // The first drawing after the point must show the head at its end: one frame, no glide.
  const away = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const head = document.querySelector('.map-head:not([hidden])')?.getBoundingClientRect()
            const [x, y] = window.page.pxOf([82, 20])
            resolve(head ? Math.hypot(head.x + head.width / 2 - x, head.y + head.height / 2 - y) : Number.NaN)
          }),
        ),
      ),
  )
  expect(away).toBeLessThan(1.5)
})
