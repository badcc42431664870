import { expect, type Page } from '@playwright/test'

/** Where fences are drawn, px: right of the panel. */
const MIDDLE = { x: 880, y: 480 }

/** px right of the middle and below it. */
export type MapOffset = readonly [dx: number, dy: number]

/** A user's pointer on the map. */
export const mapMouse = ({ mouse }: Page) => {
  const moveTo = ([dx, dy]: MapOffset, steps = 1) => mouse.move(MIDDLE.x + dx, MIDDLE.y + dy, { steps })
  return {
    press: async (...offsets: readonly MapOffset[]) => {
      for (const offset of offsets) {
        await moveTo(offset)
        await mouse.down()
        await mouse.up()
      }
    },
    /** The draw tool grabs what lies where the pressed pointer first moves. */
    pull: async (from: MapOffset, to: MapOffset) => {
      await moveTo([from[0] - 10, from[1]])
      await mouse.down()
      await moveTo(from)
      await moveTo(to, 5)
      await mouse.up()
    },
  }
}

/** The value of a numeric field. */
export const figure = async (page: Page, label: string) =>
  Number(await page.getByLabel(label, { exact: true }).inputValue())

/** Waits until a value is about this much. */
export const expectAbout = (page: Page, label: string, wanted: number, within: number) =>
  expect
    .poll(async () => Math.abs((await figure(page, label)) - wanted), `${label} about ${wanted}`)
    .toBeLessThan(within)

/** The corners of the outline as the form lists them. */
const corners = async (page: Page) => {
  const count = await page.getByRole('list', { name: 'Corners' }).getByRole('listitem').count()
  const read: { lng: number; lat: number }[] = []
  for (let corner = 1; corner <= count; corner++)
    read.push({
      lng: await figure(page, `Corner ${corner} longitude`),
      lat: await figure(page, `Corner ${corner} latitude`),
    })
  return read
}

const inOrder = (offsets: readonly MapOffset[]) => offsets.map(([dx, dy]) => `${dx} ${dy}`).toSorted()

/**
 * Reads where the corners of an outline lie on the screen, from their values: `drawn` is where the listed corners were pressed.
 * The returned function waits until they have moved.
 */
export const expectedCorners = async (page: Page, drawn: readonly MapOffset[]) => {
  const listed = await corners(page)
  const range = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const
  const [west, east] = range(listed.map(({ lng }) => lng))
  const [south, north] = range(listed.map(({ lat }) => lat))
  const [left, right] = range(drawn.map(([dx]) => dx))
  const [top, bottom] = range(drawn.map(([, dy]) => dy))
  const offsetOf = ({ lng, lat }: { lng: number; lat: number }): MapOffset => [
    Math.round(left + ((lng - west) / (east - west)) * (right - left)),
    Math.round(top + ((north - lat) / (north - south)) * (bottom - top)),
  ]
  return (offsets: readonly MapOffset[]) =>
    expect
      .poll(async () => inOrder((await corners(page)).map(offsetOf)), 'corners on the screen')
      .toEqual(inOrder(offsets))
}
