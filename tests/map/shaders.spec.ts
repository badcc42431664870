import { expect, test } from '@playwright/test'
import { mountMap, openPage } from './open-page.ts'

test('all shaders of the basemap are linked in its first frame', async ({ page }) => {
  await page.addInitScript(() => {
    let frame = 0
    const count = () => {
      frame += 1
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    const seen = { linkedIn: [] as number[], used: new Set<WebGLProgram>() }
    Object.assign(window, { seen })
    const gl = WebGL2RenderingContext.prototype
    const { linkProgram, useProgram } = gl
    gl.linkProgram = function (program) {
      seen.linkedIn.push(frame)
      linkProgram.call(this, program)
    }
    gl.useProgram = function (program) {
      if (program) seen.used.add(program)
      useProgram.call(this, program)
    }
  })
  const shaders = () =>
    page.evaluate(() => {
      const { linkedIn, used } = (window as unknown as { seen: { linkedIn: number[]; used: Set<unknown> } })
        .seen
      return { unused: linkedIn.length - used.size, frames: new Set(linkedIn).size }
    })
  await openPage(page)
  await mountMap(page)
  // Near a town every layer of the basemap is drawn.
  await page.evaluate(() => window.page.map.moveTo({ centre: [77.21, 28.61], zoom: 12 }))
  await expect.poll(shaders, { timeout: 40_000 }).toEqual({ unused: 0, frames: 1 })
})
