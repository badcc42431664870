import { Button, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { PLAYBACK_LINK_PATH, playbackLinkSearch } from '#contract/links/playback.ts'
import { rangeForLink } from '#src/machines/date-range/date-range.logic.ts'
import { selectClock } from '#src/machines/date-range/date-range.selectors.ts'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import {
  selectAlertsActor,
  selectIndex,
  selectIsOfChosenDates,
  selectLoadedRange,
  selectPlaybackVehicleId,
  selectRangeActor,
  selectSpeed,
  selectTrack,
} from '#src/machines/playback/playback.selectors.ts'
import { selectShowsAlerts } from '#src/machines/playback/playback-alerts.selectors.ts'
import type { RouteFileFormat } from '#src/services/playback/route-download.ts'
import type { Track } from '#src/services/playback/track.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { useServices } from '../kit/app-context.tsx'
import { createToasts } from '../kit/toasts.tsx'
import classes from './playback-card.module.css'
import { CardNote } from './playback-card.tsx'

/** The link to the current playback position; null without a route. */
const usePlaybackLink = (playback: PlaybackActor): (() => string | null) => {
  const { tracks, map, location, serverNow } = useServices()
  return () => {
    const snapshot = playback.getSnapshot()
    const range = selectLoadedRange(snapshot)
    const track = tracks.get(selectTrack(snapshot)?.trackId ?? '')
    if (range === null || track === undefined) return null
    const { centre, zoom } = map.drawn().camera
    const dates = selectRangeActor(snapshot)?.getSnapshot()
    const alerts = selectAlertsActor(snapshot)?.getSnapshot()
    const clock =
      dates && selectIsOfChosenDates(snapshot)
        ? selectClock(dates)
        : { now: serverNow(), timeZone: currentConventions().timeZone }
    const search = playbackLinkSearch({
      vehicleId: selectPlaybackVehicleId(snapshot),
      range: rangeForLink(range, track.time[track.length - 1] ?? 0, clock),
      at: track.time[selectIndex(snapshot)] ?? range.from,
      speed: selectSpeed(snapshot),
      camera: { lng: centre[0], lat: centre[1], zoom },
      alerts: alerts !== undefined && selectShowsAlerts(alerts),
    })
    return new URL(location.href(`${PLAYBACK_LINK_PATH}${search}`), document.baseURI).href
  }
}

/** Copies a link to the current playback position. Where the browser blocks that, shows the link to copy by hand. */
export const CopyLink = ({
  playback,
  children,
}: {
  playback: PlaybackActor
  /** Shown beside the button. */
  children: ReactNode
}) => {
  const { clipboard } = useServices()
  const linkNow = usePlaybackLink(playback)
  const [linkToCopy, setByHand] = useState<string | null>(null)
  const copy = async () => {
    const link = linkNow()
    if (link === null) return
    const isDone = await clipboard.write(link).then(
      () => true,
      () => false,
    )
    setByHand(isDone ? null : link)
    if (isDone) createToasts().show({ kind: 'success', text: null, detail: PLAYBACK.copied })
  }
  return (
    <>
      <div className={classes['row']}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
          aria-label={PLAYBACK.copyPlaybackLink}
          onClick={copy}
        >
          {PLAYBACK.copyLink}
        </Button>
        {children}
      </div>
      {linkToCopy === null ? null : (
        <TextInput
          classNames={{ root: classes['linkToCopy'] ?? '' }}
          label={PLAYBACK.copyByHand}
          value={linkToCopy}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  )
}

const FORMATS = ['gpx', 'kml', 'csv'] as const satisfies readonly RouteFileFormat[]

/** Downloads the loaded route as a file. */
export const RouteDownload = ({ track, registration }: { track: Track; registration: string }) => {
  const { routeDownloads } = useServices()
  const [failed, setFailed] = useState(false)
  const save = (format: RouteFileFormat) => {
    setFailed(false)
    routeDownloads.save(track, registration, format).catch(() => setFailed(true))
  }
  return (
    <>
      <div className={classes['downloads']}>
        <span className={classes['label']} aria-hidden="true">
          {PLAYBACK.download}
        </span>
        {FORMATS.map((format) => (
          <Button
            key={format}
            variant="default"
            size="compact-sm"
            aria-label={PLAYBACK.downloadAs({ format: format.toUpperCase() })}
            onClick={() => save(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      {failed ? <CardNote alert>{PLAYBACK.notDownloaded}</CardNote> : null}
    </>
  )
}
