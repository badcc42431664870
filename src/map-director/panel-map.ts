import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectMapTheme } from '#src/machines/app/app.selectors.ts'
import { watchActorChain, whenChanged } from '#src/services/kit/watch-actors.ts'
import type { MapPort } from '#src/services/map/map.port.ts'
import { KIT, mapNames } from '#src/texts/en/kit.ts'
import { onLanguage } from '#src/texts/language.ts'

/** px kept free around what is shown, for pins that rise above their place. */
const PADDING = { left: 24, right: 24, top: 48, bottom: 24 }

/** The small map of a panel, created at the first use, in the theme of the page's maps and in the user's language. */
export const createPanelMap = ({
  root,
  createMap,
}: {
  root: ActorRefFrom<typeof appMachine>
  createMap: () => MapPort
}): (() => MapPort) => {
  let map: MapPort | undefined
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
  return () => {
    map ??= start()
    return map
  }
}
