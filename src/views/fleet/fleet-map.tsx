import {
  IconFocusCentered,
  IconLayoutGrid,
  IconMinus,
  IconMoon,
  IconPlus,
  IconSatellite,
  IconSun,
} from '@tabler/icons-react'
import { FLEET } from '#src/texts/en/fleet.ts'
import { IconButton } from '../kit/buttons.tsx'
import classes from '../kit/map-screen.module.css'

/** The column of tools on the right of the map. */
export const MapControls = ({
  satellite,
  darkMap,
  fitName,
  onZoom,
  onFit,
  onGridMap,
  onBase,
  onMapTheme,
}: {
  satellite: boolean
  darkMap: boolean
  /** The name of the button that fits the map to all vehicles or to the route. */
  fitName: string
  onZoom: (delta: number) => void
  onFit: () => void
  onGridMap: () => void
  onBase: () => void
  onMapTheme: () => void
}) => (
  <div className={classes['tools']} role="toolbar" aria-label={FLEET.mapTools} aria-orientation="vertical">
    <IconButton icon={IconPlus} name={FLEET.zoomIn} tooltipAt="left" onPress={() => onZoom(1)} />
    <IconButton icon={IconMinus} name={FLEET.zoomOut} tooltipAt="left" onPress={() => onZoom(-1)} />
    <IconButton icon={IconFocusCentered} name={fitName} tooltipAt="left" onPress={onFit} />
    <IconButton icon={IconLayoutGrid} name={FLEET.gridMap} tooltipAt="left" onPress={onGridMap} />
    <IconButton
      icon={IconSatellite}
      name={FLEET.satellite}
      tooltipAt="left"
      pressed={satellite}
      onPress={onBase}
    />
    <IconButton
      icon={darkMap ? IconSun : IconMoon}
      name={darkMap ? FLEET.lightMap : FLEET.darkMap}
      tooltipAt="left"
      onPress={onMapTheme}
    />
  </div>
)
