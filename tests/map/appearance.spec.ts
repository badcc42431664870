import { expect, type Page, test } from '@playwright/test'
import { EVENT_BIT } from '#domain/fix.ts'
import type { LngLat } from '#domain/geo.ts'
import { COLOURS, STATUS_FILL } from '#src/services/map/overlay/colours.ts'
import { PIN_PX, PIN_RISE_PX, ringRadius } from '#src/services/map/scene/markers.ts'
import { mountMap, openGooglePage, openPlainBasemapPage } from './open-page.ts'

/** A pixel to sample, offset from a place on the map. */
type Sample = { readonly at: LngLat; readonly dx?: number; readonly dy?: number }

/** The colours used for drawing. Any other colour is reported as it is. */
const [green, amber, red, grey, lightGrey, darkGrey] = STATUS_FILL
const { surface, ink, accent } = COLOURS.light
const NAMES = {
  ...{ green, amber, red, grey, lightGrey, darkGrey, surface, ink, accent },
  ...{ hollow: '#f4f6f7', violet: '#8b5cf6' },
}
const ADAPTERS = {
  MapLibre: { open: openPlainBasemapPage, basemap: '#eef0ec' },
  'Google Maps': { open: openGooglePage, basemap: '#dde4dd' },
}

/** What the user sees there: the page as shown, whatever draws it. */
const seen = async (page: Page, basemap: string, samples: readonly Sample[]) => {
  const picture = (await page.screenshot()).toString('base64')
  const options = { picture, samples, names: { ...NAMES, basemap } }
  return page.evaluate(async ({ picture, samples, names }) => {
    const bytes = await (await fetch(`data:image/png;base64,${picture}`)).blob()
    const bitmap = await createImageBitmap(bytes)
    const canvasContext = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    canvasContext?.drawImage(bitmap, 0, 0)
    const figures = (hex: string) => [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
    return samples.map(({ at, dx = 0, dy = 0 }) => {
      const [x, y] = window.page.pxOf(at)
      const colour = [
        ...(canvasContext?.getImageData(Math.round(x + dx), Math.round(y + dy), 1, 1).data ?? []),
      ]
      const away = (hex: string) =>
        Math.max(...figures(hex).map((figure, place) => Math.abs(figure - (colour[place] ?? 0))))
      const [named] = Object.entries(names)
        .filter(([, hex]) => away(hex) <= 12)
        .sort(([, one], [, other]) => away(one) - away(other))
      return named?.[0] ?? colour.slice(0, 3).join()
    })
  }, options)
}

for (const [adapter, { open, basemap }] of Object.entries(ADAPTERS))
  test.describe(`visible on ${adapter}`, () => {
    let page: Page
    test.beforeAll(async ({ browser }) => {
      page = await browser.newPage({ reducedMotion: 'reduce' })
      await open(page)
      await mountMap(page)
    })
    test.afterAll(() => page.close())

    const sees = (wanted: readonly (readonly [Sample, string])[]) => {
      const samples = wanted.map(([sample]) => sample)
      const colours = wanted.map(([, colour]) => colour)
      return expect.poll(() => seen(page, basemap, samples), { timeout: 40_000 }).toEqual(colours)
    }
    /** Nothing but the basemap is visible there any more. */
    const seesBasemap = (wanted: readonly (readonly [Sample, string])[]) =>
      sees(wanted.map(([sample]) => [sample, 'basemap'] as const))

    test('MAP-01 MAP-26 MAP-42 MAP-43 trucks in the colours of their status and a ring with an arc for each status inside, until the fleet is hidden', async () => {
      await page.evaluate(() => {
        const { fleet, map, fixtures } = window.page
        const statuses = ['RUNNING', 'IDLE', 'STOPPED', 'KEYON', 'OFFLINE', 'TOWED']
        const singles = statuses.map((vehicleStatus, place) =>
          fixtures.mapVehicle(place + 1, {
            ...{ longitude: 70 + 3 * place, latitude: 16, heading: null, vehicleStatus },
          }),
        )
        const yard = ['RUNNING', 'RUNNING', 'RUNNING', 'RUNNING', 'IDLE', 'IDLE', 'STOPPED', 'OFFLINE']
        const parked = yard.map((vehicleStatus, place) =>
          fixtures.mapVehicle(place + 11, { longitude: 79, latitude: 26, vehicleStatus }),
        )
        fleet.replaceMembers([...singles, ...parked])
        map.showFleet('all')
      })
      const beside = (place: number): Sample => ({ at: [70 + 3 * place, 16], dx: 5.5 })
      const radius = ringRadius(8)
      /** On the ring, this many degrees clockwise from its top. */
      const onRing = (degrees: number): Sample => {
        const angle = (degrees * Math.PI) / 180
        return { at: [79, 26], dx: (radius - 2.25) * Math.sin(angle), dy: (2.25 - radius) * Math.cos(angle) }
      }
      const fleet = [
        [beside(0), 'green'],
        [beside(1), 'amber'],
        [beside(2), 'red'],
        [beside(3), 'grey'],
        [beside(4), 'hollow'],
        [beside(5), 'darkGrey'],
        ...[10, 90, 170].map((degrees) => [onRing(degrees), 'green'] as const),
        ...[190, 260].map((degrees) => [onRing(degrees), 'amber'] as const),
        ...[280, 310].map((degrees) => [onRing(degrees), 'red'] as const),
        ...[330, 350].map((degrees) => [onRing(degrees), 'lightGrey'] as const),
        [{ at: [79, 26], dy: radius - 7 }, 'surface'],
      ] as const
      await sees(fleet)
      await page.evaluate(() => window.page.map.hideFleet())
      await seesBasemap(fleet)
    })

    test('LIV-04 LIV-05 LIV-06 PLB-19 a trail with a marker at its start and a line to its truck in the colour of the newest status, but not over a gap, until it is cleared', async () => {
      const trail = await page.evaluateHandle(() => {
        const { map, fixtures } = window.page
        const drawing = map.showTrail()
        const point = (lng: number, seconds: number, status: string) =>
          drawing.extend({ at: [lng, 20], heading: null, status, time: fixtures.NOON + seconds * 1000 })
        point(74, 0, 'RUNNING')
        point(77, 10, 'RUNNING')
        point(80, 200, 'RUNNING')
        point(83, 210, 'IDLE')
        return { drawing, point }
      })
      const line = [
        [{ at: [74, 20] }, 'surface'],
        [{ at: [74, 20], dx: 6 }, 'ink'],
        [{ at: [75.5, 20] }, 'accent'],
        [{ at: [78.5, 20] }, 'basemap'],
        [{ at: [81.5, 20] }, 'accent'],
      ] as const
      await sees([...line, [{ at: [83, 20], dx: 6 }, 'amber'], [{ at: [85, 20] }, 'basemap']])
      await trail.evaluate(({ point }) => point(86, 220, 'STOPPED'))
      const longer = [
        ...line,
        [{ at: [83, 20], dx: 6 }, 'accent'],
        [{ at: [85, 20] }, 'accent'],
        [{ at: [86, 20], dx: 6 }, 'red'],
      ] as const
      await sees(longer)
      await trail.evaluate(({ drawing }) => drawing.setLive(false))
      await sees([...line, [{ at: [86, 20], dx: 6 }, 'hollow']])
      await trail.evaluate(({ drawing }) => drawing.clear())
      await seesBasemap(longer)
    })

    test("PLB-19 PLB-33 a route as a line up to its marker, with its stops and events, unbroken at the tip of an alert's pin, but not over a gap, until it is cleared", async () => {
      const track = await page.evaluateHandle((bit) => {
        const lng = Float64Array.from({ length: 31 }, (_, i) => 70 + i * 0.5)
        const at = (index: number, value: number) => lng.map((_, i) => (i === index ? value : 0))
        const drawing = window.page.map.showTrack({
          length: 31,
          lng,
          lat: lng.map(() => 20),
          time: lng.map((_, i) => i * 10_000 + (i > 10 ? 200_000 : 0)),
          speed: lng.map((_, i) => (i === 4 ? 0 : 50)),
          heading: lng.map(() => 90),
          ignition: lng.map(() => 1),
          stop: at(4, 600),
          events: at(24, bit),
          breaks: at(10, 1),
        })
        drawing.moveTo(20, 0)
        const alerts = window.page.map.showAlerts([{ at: [82, 20], label: 'OS' }])
        return { drawing, alerts }
      }, EVENT_BIT.HB)
      const route = [
        [{ at: [70, 20] }, 'surface'],
        [{ at: [72, 20] }, 'ink'],
        [{ at: [72, 20], dx: 4 }, 'surface'],
        [{ at: [74, 20] }, 'accent'],
        [{ at: [75.25, 20] }, 'basemap'],
        [{ at: [77, 20] }, 'accent'],
        [{ at: [80, 20] }, 'green'],
        [{ at: [82, 20], dy: -7 }, 'surface'],
        [{ at: [82, 20], dx: 10 }, 'violet'],
        [{ at: [82, 20], dx: 4 - PIN_PX / 2, dy: -PIN_RISE_PX }, 'ink'],
        [{ at: [85, 20] }, 'ink'],
      ] as const
      await sees(route)
      await track.evaluate(({ drawing, alerts }) => [drawing, alerts].map((each) => each.clear()))
      await seesBasemap(route)
    })

    test('PLT-01 PLT-07 GEO-14 a plotted route with its ends and its truck, alerts and fences, each until it is removed', async () => {
      const drawn = await page.evaluateHandle(() => {
        const { map, fixtures } = window.page
        const lng = [72, 74, 76, 78]
        const time = lng.map((_, place) => fixtures.NOON + place * 10_000)
        const nothing = lng.map(() => 0)
        const driven = { length: 4, time, lng, lat: lng.map(() => 24), breaks: nothing }
        const plot = map.showPlot({ driven, ahead: [82, 24] })
        const truck = { at: [76, 24] as const, heading: 90, status: 'RUNNING', time: fixtures.NOON }
        plot.moveTruck(truck, true)
        const alerts = map.showAlerts([{ at: [85, 20], label: 'OS' }])
        const corners = [
          ...([[70, 14] as const, [76, 14] as const, [76, 18] as const, [70, 18] as const] as const),
        ]
        map.showFences([{ geoFenceId: 7, name: 'Depot', shape: { kind: 'polygon', corners } }], 7)
        return { plot, alerts, map }
      })
      const plot = [
        [{ at: [72, 24] }, 'surface'],
        [{ at: [72, 24], dx: 6 }, 'ink'],
        [{ at: [74, 24] }, 'accent'],
        [{ at: [76, 24] }, 'green'],
        [{ at: [82, 24] }, 'ink'],
      ] as const
      const alert = [[{ at: [85, 20], dx: 4 - PIN_PX / 2, dy: -PIN_RISE_PX }, 'ink']] as const
      const fence = [
        [{ at: [70, 16] }, 'accent'],
        [{ at: [76, 16] }, 'accent'],
      ] as const
      await sees([...plot, ...alert, ...fence])
      /** How much of the remaining route is dotted. */
      const dots = Array.from({ length: 16 }, (_, dx): Sample => ({ at: [80, 24], dx }))
      const dotted = (await seen(page, basemap, dots)).filter((colour) => colour === 'accent').length
      expect(dotted).toBeGreaterThan(2)
      expect(dotted).toBeLessThan(14)
      // The area of the fence is tinted, and its name is at the centre.
      const [inside] = await seen(page, basemap, [{ at: [71, 17] }])
      expect(inside).not.toBe('basemap')
      await sees([[{ at: [73, 16.02], dy: -8 }, 'surface']])
      await drawn.evaluate(({ plot }) => plot.clear())
      await sees([...plot.map(([sample]) => [sample, 'basemap'] as const), ...alert, ...fence])
      await drawn.evaluate(({ alerts }) => alerts.clear())
      await sees([...alert.map(([sample]) => [sample, 'basemap'] as const), ...fence])
      await drawn.evaluate(({ map }) => map.showFences([], null))
      await seesBasemap([...fence, [{ at: [71, 17] }, ''], [{ at: [73, 16] }, '']])
    })
  })
