import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Track } from '#src/services/playback-file/track.ts'
import type { TrackFormat } from '#src/services/track-files/track-files.ts'
import { useServices } from '../kit/app-context.tsx'
import { PLAYBACK } from './playback.text.ts'
import { CardNote } from './playback-card.tsx'
import classes from './take-away.module.css'

const FORMATS = ['gpx', 'kml', 'csv'] as const satisfies readonly TrackFormat[]

/** The loaded route as a file. */
export const TakeAway = ({ track, registration }: { track: Track; registration: string }) => {
  const { trackFiles } = useServices()
  const [failed, setFailed] = useState(false)
  const save = (format: TrackFormat) => {
    setFailed(false)
    trackFiles.save(track, registration, format).catch(() => setFailed(true))
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
            aria-label={PLAYBACK.downloadAs(format.toUpperCase())}
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
