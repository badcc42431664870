import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconFocusCentered,
  IconLinkOff,
  IconMinus,
  IconMoon,
  IconPlugConnectedX,
  IconPlus,
  IconSun,
} from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react'
import { POPUP_WIDTH } from '#contract/constants.ts'
import { selectLiveShare, selectProductName, selectTheme } from '#src/machines/app/app.selectors.ts'
import type { LiveShareActor } from '#src/machines/live-share/live-share.machine.ts'
import type { SharedLink } from '#src/machines/live-share/live-share.ports.ts'
import {
  selectFollowedId,
  selectSharedLink,
  selectSharePhase,
  selectSharePoint,
  selectShareStream,
} from '#src/machines/live-share/live-share.selectors.ts'
import { SHELL } from '#src/texts/en/app.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { SHARED_PAGE } from '#src/texts/en/live-share.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useApp, useAppSelector, useServices } from '../kit/app-context.tsx'
import { LoadingOverlay, Logo } from '../kit/brand.tsx'
import { IconButton } from '../kit/buttons.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { formatDateTime } from '../kit/formats.ts'
import { useNow, usePhone } from '../kit/hooks.ts'
import { MapCanvas, measureMapPadding } from '../kit/map-canvas.tsx'
import { MapPopup, ModeHeading } from '../kit/map-overlay.tsx'
import screen from '../kit/map-screen.module.css'
import { Panel, PanelHead, PanelTotal } from '../kit/panel.tsx'
import { PhoneSheet } from '../kit/phone-sheet.tsx'
import { readVehicle } from '../kit/vehicle.tsx'
import classes from './share-screen.module.css'
import { SharedCard, SharedPopup } from './shared-card.tsx'

/** The header of the shared page: the logo and the theme toggle (SHR-02, SHR-15). */
const ShareHeader = () => {
  const app = useApp()
  const theme = useAppSelector(selectTheme)
  return (
    <header className={classes['header']}>
      <Logo name={useAppSelector(selectProductName)} />
      <span className={classes['space']} />
      <IconButton
        icon={theme === 'light' ? IconMoon : IconSun}
        name={theme === 'light' ? SHELL.darkTheme : SHELL.lightTheme}
        onPress={() => app.send({ type: 'theme.toggled' })}
      />
    </header>
  )
}

const untilText = ({ endsBy, endsAt }: SharedLink): string => {
  const at = formatDateTime(endsAt)
  if (endsBy === 'trip') return SHARED_PAGE.untilTrip({ at })
  return endsBy === 'arrival' ? SHARED_PAGE.untilArrival({ at }) : SHARED_PAGE.untilTime({ at })
}

const Foot = ({ link }: { link: SharedLink }) => (
  <div className={classes['foot']}>
    {link.label === '' ? null : (
      <span translate="no" className={classes['label']}>
        {link.label}
      </span>
    )}
    <span>{untilText(link)}</span>
  </div>
)

/** The vehicles of the link as cards, the followed one first. */
const Cards = ({ actor, link }: { actor: LiveShareActor; link: SharedLink }) => {
  const { fleetStore, director } = useServices().liveShare
  useSyncExternalStore(fleetStore.onChange, () => fleetStore.version)
  const followed = useSelector(actor, selectFollowedId)
  const stream = useSelector(actor, selectShareStream)
  const point = useSelector(actor, selectSharePoint)
  const isCentred = useSyncExternalStore(director.following.subscribe, director.following.getSnapshot)
  const now = useNow()
  const ids = link.vehicleIds.toSorted((a, b) => Number(b === followed) - Number(a === followed))
  return (
    <ul className={classes['list']} aria-label={SHARED_PAGE.vehicles}>
      {ids.map((vehicleId) => {
        const vehicle = readVehicle(fleetStore, vehicleId, now)
        return vehicle === undefined ? null : (
          <li key={vehicleId}>
            <SharedCard
              vehicle={vehicle}
              stream={vehicleId === followed ? stream : null}
              point={vehicleId === followed ? point : null}
              now={now}
              isCentred={isCentred}
              onFollow={() => actor.send({ type: 'share.followed', vehicleId })}
              onCentre={() => director.follow(true)}
              onLeave={() => actor.send({ type: 'share.left' })}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The info window at the head of the trail; closing it ends the stream (SHR-13). On phones the card has the button for that. */
const FollowedPopup = ({ actor }: { actor: LiveShareActor }) => {
  const { map, fleetStore } = useServices().liveShare
  useSyncExternalStore(fleetStore.onChange, () => fleetStore.version)
  const followed = useSelector(actor, selectFollowedId)
  const point = useSelector(actor, selectSharePoint)
  const close = useCallback(() => actor.send({ type: 'share.left' }), [actor])
  const now = useNow()
  const vehicle = followed === null ? undefined : readVehicle(fleetStore, followed, now)
  if (point === null || vehicle === undefined) return null
  return (
    <MapPopup map={map} anchor="trail" width={POPUP_WIDTH.narrow} onClose={close}>
      <SharedPopup vehicle={vehicle} point={point} now={now} />
    </MapPopup>
  )
}

const Tools = () => {
  const { map, director } = useServices().liveShare
  return (
    <div className={screen['tools']} role="toolbar" aria-label={FLEET.mapTools} aria-orientation="vertical">
      <IconButton icon={IconPlus} name={FLEET.zoomIn} tooltipAt="left" onPress={() => map.zoomBy(1)} />
      <IconButton icon={IconMinus} name={FLEET.zoomOut} tooltipAt="left" onPress={() => map.zoomBy(-1)} />
      <IconButton
        icon={IconFocusCentered}
        name={SHARED_PAGE.showAll}
        tooltipAt="left"
        onPress={director.showAll}
      />
    </div>
  )
}

/** The map with its vehicles and their cards: at the left, on phones in a sheet over the map. */
const Shared = ({ actor, link }: { actor: LiveShareActor; link: SharedLink }) => {
  const { map } = useServices().liveShare
  const phone = usePhone()
  const padding = useMemo(() => measureMapPadding(map), [map])
  const cards = (
    <>
      <Cards actor={actor} link={link} />
      <Foot link={link} />
    </>
  )
  return (
    <div className={screen['screen']}>
      <MapCanvas map={map} />
      <Tools />
      <div className={screen['over']} ref={padding}>
        <ModeHeading text={SHARED_PAGE.title} />
        {phone ? (
          <div data-covers="bottom" className={screen['bottomSheet']}>
            <PhoneSheet name={SHARED_PAGE.vehicles}>
              <div className={classes['sheet']}>{cards}</div>
            </PhoneSheet>
          </div>
        ) : (
          <div className={`${screen['panel']} ${screen['short']}`} data-covers="left">
            <Panel name={SHARED_PAGE.vehicles}>
              <PanelHead padding="0 14px">
                <b>{SHARED_PAGE.title}</b>
                <PanelTotal>{SHARED_PAGE.count({ count: link.vehicleIds.length })}</PanelTotal>
              </PanelHead>
              {cards}
            </Panel>
          </div>
        )}
      </div>
      {phone ? null : <FollowedPopup actor={actor} />}
    </div>
  )
}

const Empty = ({ children }: { children: ReactNode }) => <div className={classes['empty']}>{children}</div>

const Retry = ({ actor }: { actor: LiveShareActor }) => (
  <Button variant="default" onClick={() => actor.send({ type: 'share.retry' })}>
    {SHARED_PAGE.again}
  </Button>
)

const Content = ({ actor }: { actor: LiveShareActor }) => {
  const phase = useSelector(actor, selectSharePhase)
  const link = useSelector(actor, selectSharedLink)
  if (phase === 'broken')
    return (
      <>
        <div className={classes['banner']} role="alert">
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          {TEXTS.shareLinkBroken}
        </div>
        <Empty>
          <EmptyState
            icon={IconLinkOff}
            heading="h1"
            title={SHARED_PAGE.broken}
            text={SHARED_PAGE.brokenText}
          >
            <Retry actor={actor} />
          </EmptyState>
        </Empty>
      </>
    )
  if (phase === 'away')
    return (
      <Empty>
        <EmptyState
          icon={IconPlugConnectedX}
          heading="h1"
          title={SHARED_PAGE.away}
          text={SHARED_PAGE.awayText}
        >
          <Retry actor={actor} />
        </EmptyState>
      </Empty>
    )
  if (phase === 'shown' && link !== null) return <Shared actor={actor} link={link} />
  return (
    <Empty>
      <LoadingOverlay text={SHARED_PAGE.loading} />
    </Empty>
  )
}

/** The public page of a live link (SHR-01 to 04). */
const ShareScreen = () => {
  const actor = useAppSelector(selectLiveShare)
  return (
    <div className={classes['page']}>
      <ShareHeader />
      <main className={classes['main']}>{actor === undefined ? null : <Content actor={actor} />}</main>
    </div>
  )
}

export default ShareScreen
