import { Button, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { selectShowsAlerts } from '#src/machines/alert-plot/alert-plot.selectors.ts'
import { rangeForLink } from '#src/machines/date-range/date-range.logic.ts'
import { selectChosenAt } from '#src/machines/date-range/date-range.selectors.ts'
import { searchOf } from '#src/machines/playback/moment.logic.ts'
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
import { useServices } from '../kit/app-context.tsx'
import { createToasts } from '../kit/toasts.tsx'
import { PLAYBACK } from './playback.text.ts'
import classes from './take-away.module.css'
import type { PlaybackActor } from './use-track.ts'

/** The address of the moment that is shown now; null where there is no route. */
const useLinkMaker = (playback: PlaybackActor): (() => string | null) => {
  const { tracks, map, location, serverNow } = useServices()
  return () => {
    const snapshot = playback.getSnapshot()
    const range = selectLoadedRange(snapshot)
    const track = tracks.get(selectTrack(snapshot)?.trackId ?? '')
    if (range === null || track === undefined) return null
    const { centre, zoom } = map.drawn().camera
    const dates = selectRangeActor(snapshot)?.getSnapshot()
    const alerts = selectAlertsActor(snapshot)?.getSnapshot()
    const chosenAt = dates && selectIsOfChosenDates(snapshot) ? selectChosenAt(dates) : serverNow()
    const search = searchOf({
      vehicleId: selectPlaybackVehicleId(snapshot),
      range: rangeForLink(range, track.time[track.length - 1] ?? 0, chosenAt),
      at: track.time[selectIndex(snapshot)] ?? range.from,
      speed: selectSpeed(snapshot),
      camera: { lng: centre[0], lat: centre[1], zoom },
      alerts: alerts !== undefined && selectShowsAlerts(alerts),
    })
    return new URL(location.href(`/track-trace${search}`), document.baseURI).href
  }
}

/** Copies a link to the very moment; where the browser does not let us, shows it to be copied by hand. */
export const CopyLink = ({
  playback,
  children,
}: {
  playback: PlaybackActor
  /** What stands beside the button. */
  children: ReactNode
}) => {
  const { clipboard } = useServices()
  const linkNow = useLinkMaker(playback)
  const [byHand, setByHand] = useState<string | null>(null)
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
          aria-label={PLAYBACK.copyLinkToMoment}
          onClick={copy}
        >
          {PLAYBACK.copyLink}
        </Button>
        {children}
      </div>
      {byHand === null ? null : (
        <TextInput
          classNames={{ root: classes['byHand'] ?? '' }}
          label={PLAYBACK.copyByHand}
          value={byHand}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  )
}
