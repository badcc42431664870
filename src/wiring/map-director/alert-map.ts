import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectMapTheme } from '#src/machines/app/app.selectors.ts'
import type { AlertDrawing, MapPort, PlotDrawing } from '#src/services/map/map.port.ts'
import type { AlertMap, PinnedPlace } from '#src/services/map/map-director.port.ts'
import { KIT, mapNames } from '#src/texts/en/kit.ts'
import { onLanguage } from '#src/texts/language.ts'
import { watchActorChain, whenChanged } from './watch-actors.ts'

/** Shows single roads, for alerts whose fixes lie close together. */
const MAX_ZOOM = 13
/** px kept free around what is shown, for pins that rise above their place. */
const PADDING = { left: 24, right: 24, top: 48, bottom: 24 }

/** The fixes of an alert by time, of which several may be one. */
const fixesOf = ({ fixes }: PinnedPlace) =>
  fixes
    .toSorted((a, b) => a.time - b.time)
    .filter(({ time }, place, sorted) => place === 0 || time !== sorted[place - 1]?.time)

/** The map of the alert in the panel, created when the first one is shown. */
export const createAlertMap = ({
  root,
  createMap,
}: {
  root: ActorRefFrom<typeof appMachine>
  createMap: () => MapPort
}): AlertMap => {
  let map: MapPort | undefined
  let drawn: readonly (AlertDrawing | PlotDrawing)[] = []

  const start = (): MapPort => {
    const created = createMap()
    created.setPadding(PADDING)
    const name = () => created.setNames(mapNames(KIT.map))
    name()
    onLanguage(name)
    const theme = () => selectMapTheme(root.getSnapshot())
    watchActorChain(
      root,
      [],
      whenChanged(theme, () => created.setTheme(theme())),
    )
    return created
  }

  const shown = () => {
    map ??= start()
    return map
  }

  const clear = () => {
    for (const drawing of drawn) drawing.clear()
    drawn = []
  }

  return {
    get map() {
      return shown()
    },
    clear,
    show: (evidence) => {
      const map = shown()
      clear()
      const { type, lng, lat } = evidence.alert
      const fixes = fixesOf(evidence)
      const places = [[lng, lat] as const, ...fixes.map((fix) => [fix.lng, fix.lat] as const)]
      const plotOf = () =>
        map.showPlot({
          // Between two fixes of the evidence the vehicle has been anywhere.
          driven: {
            length: fixes.length,
            time: fixes.map(({ time }) => time),
            lng: fixes.map((fix) => fix.lng),
            lat: fixes.map((fix) => fix.lat),
            breaks: fixes.map(() => 1),
          },
          ahead: null,
        })
      drawn = [
        map.showAlerts([{ at: [lng, lat], label: type }]),
        // A route has at least one point.
        ...(fixes.length === 0 ? [] : [plotOf()]),
      ]
      map.fit(places, { maxZoom: MAX_ZOOM })
    },
  }
}
