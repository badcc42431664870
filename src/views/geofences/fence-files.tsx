import { Button } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import {
  selectCanChange,
  selectIsBrowsing,
  selectListedFences,
} from '#src/machines/geofences/geofences.selectors.ts'
import type { FenceFileFormat } from '#src/services/geofences/fence-downloads.ts'
import { FENCE_FILES } from '#src/texts/en/geofences.ts'
import { useServices } from '../kit/app-context.tsx'
import { ErrorBox } from '../kit/failure-note.tsx'
import { FilePicker } from '../kit/file-picker.tsx'
import classes from './geofences.module.css'
import type { GeofencesActor } from './geofences-mode.tsx'

const FORMATS: readonly FenceFileFormat[] = ['geojson', 'kml', 'gpx']

/** Fences from a file, for those who may create them, and the listed fences into a file. */
export const FenceFiles = ({ fences }: { fences: GeofencesActor }) => {
  const { pickedFiles, fenceDownloads, serverNow } = useServices()
  const listed = useSelector(fences, selectListedFences)
  const canChange = useSelector(fences, selectCanChange)
  const isBrowsing = useSelector(fences, selectIsBrowsing)
  const [isFailed, setFailed] = useState(false)
  const pick = (file: File) => {
    const fileId = pickedFiles.put(file)
    fences.send({ type: 'fence.importPicked', fileId, fileName: file.name, now: serverNow() })
  }
  const save = (format: FenceFileFormat) => {
    setFailed(false)
    fenceDownloads.save(listed, FENCE_FILES.fileName, format).catch(() => setFailed(true))
  }
  return (
    <>
      {isFailed ? <ErrorBox isSmall>{FENCE_FILES.exportFailed}</ErrorBox> : null}
      <div className={classes['files']}>
        {canChange ? (
          <FilePicker accept=".kml,.gpx,.geojson,.json" disabled={!isBrowsing} onFile={pick}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                disabled={!isBrowsing}
                leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              >
                {FENCE_FILES.importFile}
              </Button>
            )}
          </FilePicker>
        ) : null}
        <fieldset className={classes['exports']} aria-label={FENCE_FILES.exportAll}>
          <IconDownload size={16} stroke={1.75} aria-hidden />
          {FORMATS.map((format) => (
            <Button
              key={format}
              size="xs"
              variant="default"
              disabled={listed.length === 0}
              aria-label={FENCE_FILES.exportAs({ format: FENCE_FILES.format[format] })}
              onClick={() => save(format)}
            >
              {FENCE_FILES.format[format]}
            </Button>
          ))}
        </fieldset>
      </div>
    </>
  )
}
