// @vitest-environment jsdom
import { afterEach, beforeEach, describe, test, vi } from 'vitest'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createFakeMap } from '#tests/kit/services/fake.map.ts'
import { CONTRACT } from '#tests/map/contract/contract.ts'
import type { MapHarness } from '#tests/map/contract/map-harness.ts'

/** Fake time a condition may take, in steps. */
const STEP_MS = 50
const PATIENCE_MS = 10_000

const createFakeHarness = (): MapHarness => {
  const fleet = createFleetStore()
  const map = createFakeMap({ fleet, size: { width: 1280, height: 800 } })
  return {
    map,
    fleet,
    container: document.createElement('div'),
    user: {
      press: async (at) => map.pressAt(at),
      drag: async () => map.drag({ centre: [78, 20] }),
      closePopup: async () => map.closePopup(),
      pull: async (from, to) => map.pull(from, to),
      pressRight: async (at) => map.pressRight(at),
      key: async (act, key) => {
        const target = document.activeElement ?? document.body
        target.dispatchEvent(new KeyboardEvent(`key${act}`, { key, bubbles: true }))
      },
    },
    until: async (what, isSo) => {
      for (let waited = 0; !isSo(); waited += STEP_MS) {
        if (waited > PATIENCE_MS) throw new Error(`waited in vain for ${what}`)
        await vi.advanceTimersByTimeAsync(STEP_MS)
      }
    },
  }
}

describe('the fake map', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  for (const [name, behaves] of Object.entries(CONTRACT)) test(name, () => behaves(createFakeHarness()))
})
