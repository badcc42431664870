import { Button, Progress } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { driveLinkSearch, PLAYBACK_LINK_PATH } from '#contract/links/playback.ts'
import { type ImportChoices, type PositionImport, UPLOAD } from '#contract/records/position-import.ts'
import type { ImportActor } from '#src/machines/import/import.machine.ts'
import {
  selectBadFile,
  selectChoices,
  selectDone,
  selectFailure,
  selectIsBroken,
  selectIsBusy,
  selectIsChanged,
  selectMayStart,
  selectQuestions,
  selectSent,
  selectStep,
  selectUpload,
} from '#src/machines/import/import.selectors.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { errorText } from '#src/texts/en/errors.ts'
import { IMPORT_SUMMARY, IMPORT_TEXT } from '#src/texts/en/import.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { useServices } from '../kit/app-context.tsx'
import { BusyButton, RouteLink } from '../kit/buttons.tsx'
import { DropZone } from '../kit/drop-zone.tsx'
import { ErrorBox, FailureNote } from '../kit/failure-note.tsx'
import { formatBytes, formatPercent } from '../kit/measures.ts'
import tab from '../kit/tab-content.module.css'
import classes from './import.module.css'
import { ChoicesForm, Questions } from './import-choices.tsx'
import { Preview } from './import-preview.tsx'
import { Summary } from './import-summary.tsx'

const ENDINGS = '.gpx,.csv,.txt,.kml,.geojson,.geojsonl,.json'
const MAX_MB = UPLOAD.maxBytes / 1024 / 1024

const Choosing = ({ imports }: { imports: ImportActor }) => {
  const { pickedFiles } = useServices()
  const bad = useSelector(imports, selectBadFile)
  const pick = (file: File) => {
    const { name: fileName, size: bytes } = file
    imports.send({ type: 'import.filePicked', fileId: pickedFiles.put(file), fileName, bytes })
  }
  return (
    <>
      {bad === null ? null : (
        <ErrorBox>
          {bad.bytes === 0
            ? IMPORT_TEXT.empty({ name: bad.fileName })
            : IMPORT_TEXT.tooLarge({ name: bad.fileName, size: formatBytes(bad.bytes), mb: MAX_MB })}
        </ErrorBox>
      )}
      <DropZone
        title={IMPORT_TEXT.drop}
        text={IMPORT_TEXT.dropMore({ mb: MAX_MB })}
        button={IMPORT_TEXT.choose}
        accept={ENDINGS}
        disabled={useSelector(imports, selectIsBusy)}
        onFile={pick}
      />
    </>
  )
}

const CancelButton = ({ imports }: { imports: ImportActor }) => (
  <Button
    variant="default"
    disabled={useSelector(imports, selectIsBusy)}
    onClick={() => imports.send({ type: 'import.cancelPressed' })}
  >
    {IMPORT_TEXT.cancel}
  </Button>
)

const Bar = ({ title, share, text, note }: { title: string; share: number; text: string; note: string }) => (
  <div className={classes['part']}>
    <h3 className={classes['partTitle']}>{title}</h3>
    <Progress value={share * 100} size="lg" aria-label={IMPORT_TEXT.progress} />
    <p role="status">{text}</p>
    <p className={classes['quiet']}>{note}</p>
  </div>
)

const Sending = ({ imports, upload }: { imports: ImportActor; upload: PositionImport }) => (
  <>
    <Bar
      title={IMPORT_TEXT.sending({ name: upload.fileName })}
      share={useSelector(imports, selectSent)}
      text={IMPORT_TEXT.sent({ received: formatBytes(upload.received), all: formatBytes(upload.bytes) })}
      note={IMPORT_TEXT.keepOpen}
    />
    <div className={classes['actions']}>
      {useSelector(imports, selectIsBroken) ? (
        <Button onClick={() => imports.send({ type: 'import.retry' })}>{IMPORT_TEXT.goOn}</Button>
      ) : null}
      <CancelButton imports={imports} />
    </div>
  </>
)

const Working = ({ imports, upload }: { imports: ImportActor; upload: PositionImport }) => {
  const share = useSelector(imports, selectDone)
  const isStoring = upload.state === 'storing'
  const step = upload.progress.phase === 'reading' ? 'reading' : isStoring ? 'writing' : 'comparing'
  return (
    <>
      <Bar
        title={
          isStoring
            ? IMPORT_TEXT.storing({ name: upload.fileName })
            : IMPORT_TEXT.checking({ name: upload.fileName })
        }
        share={share}
        text={IMPORT_TEXT[step]({ percent: formatPercent(share * 100) })}
        note={IMPORT_TEXT.leave}
      />
      <div className={classes['actions']}>
        <CancelButton imports={imports} />
      </div>
    </>
  )
}

const Checked = ({ imports, upload }: { imports: ImportActor; upload: PositionImport }) => {
  const isChanged = useSelector(imports, selectIsChanged)
  const mayStart = useSelector(imports, selectMayStart)
  const questions = useSelector(imports, selectQuestions)
  const choices = useSelector(imports, selectChoices)
  const change = (changed: ImportChoices) => imports.send({ type: 'import.choicesChanged', choices: changed })
  const { result, preview } = upload
  const positions = result?.stored ?? 0
  return (
    <>
      <h3 translate="no" className={classes['fileName']}>
        {upload.fileName}
      </h3>
      {result === null ? null : <Summary title={IMPORT_SUMMARY.checked} result={result} isDryRun />}
      <Questions questions={questions} choices={choices} onChange={change} />
      <ChoicesForm
        choices={choices}
        timeZone={upload.timeZone}
        isVehicleOpen={questions.some(({ kind }) => kind === 'vehicle')}
        failure={useSelector(imports, selectFailure)}
        onChange={change}
      />
      <div className={classes['actions']}>
        {isChanged || result === null ? (
          <Button onClick={() => imports.send({ type: 'import.checkPressed' })}>{IMPORT_TEXT.check}</Button>
        ) : (
          <Button disabled={!mayStart} onClick={() => imports.send({ type: 'import.startPressed' })}>
            {positions === 0 ? IMPORT_TEXT.nothingToStart : IMPORT_TEXT.start({ positions })}
          </Button>
        )}
        <CancelButton imports={imports} />
        {isChanged ? <p className={classes['quiet']}>{IMPORT_TEXT.changed}</p> : null}
        {!isChanged && questions.length > 0 ? <p className={classes['quiet']}>{IMPORT_TEXT.answer}</p> : null}
      </div>
      {preview === null ? null : <Preview preview={preview} />}
    </>
  )
}

const doneText = (seconds: number): string =>
  seconds < 1 ? IMPORT_SUMMARY.doneAtOnce : IMPORT_SUMMARY.done({ seconds })

/** Whether a restart of the server ended it, so that the same file is chosen again. */
const isCutOff = (fault: PositionImport['fault']): boolean =>
  fault?.code === 'importRestarted' || fault?.code === 'importRestartedPartly'

const Ended = ({ imports, upload }: { imports: ImportActor; upload: PositionImport }) => {
  const { location } = useServices()
  const { result, fault, fileName } = upload
  const drive = upload.state === 'done' ? (result?.firstDrive ?? null) : null
  const title =
    result === null
      ? IMPORT_SUMMARY.failed
      : result.isWhole
        ? doneText(result.seconds)
        : IMPORT_SUMMARY.partly
  return (
    <>
      <h3 translate="no" className={classes['fileName']}>
        {fileName}
      </h3>
      {fault === null ? null : <ErrorBox>{errorText(fault)}</ErrorBox>}
      {result === null ? null : <Summary title={title} result={result} isDryRun={false} />}
      <div className={classes['actions']}>
        {drive === null ? null : (
          // The whole page is loaded anew, so that its list knows new vehicles.
          <Button
            component="a"
            href={location.href(
              `${PLAYBACK_LINK_PATH}${driveLinkSearch({ ...drive, place: drive, timeZone: currentConventions().timeZone })}`,
            )}
            leftSection={<IconPlayerPlay size={18} stroke={1.75} aria-hidden />}
          >
            {IMPORT_TEXT.firstDrive}
          </Button>
        )}
        {drive === null && (result?.stored ?? 0) > 0 ? (
          <Button component={RouteLink} to={PLAYBACK_LINK_PATH}>
            {IMPORT_TEXT.toMap}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => imports.send({ type: 'import.anotherPressed' })}>
          {isCutOff(fault) ? IMPORT_TEXT.again : IMPORT_TEXT.another}
        </Button>
      </div>
    </>
  )
}

const Left = ({ imports, upload }: { imports: ImportActor; upload: PositionImport }) => (
  <>
    <h3 className={classes['partTitle']}>
      {upload.isOwn
        ? IMPORT_TEXT.leftOwn({ name: upload.fileName })
        : IMPORT_TEXT.left({ name: upload.fileName, by: upload.startedBy })}
    </h3>
    <p className={classes['quiet']}>{upload.isOwn ? IMPORT_TEXT.leftOwnText : IMPORT_TEXT.leftText}</p>
    <div className={classes['actions']}>
      <CancelButton imports={imports} />
      <Button variant="default" onClick={() => imports.send({ type: 'import.retry' })}>
        {IMPORT_TEXT.look}
      </Button>
    </div>
  </>
)

/** The import of a colleague who sees other vehicles: that it is in work is all that is said of it. */
const Withheld = ({ imports, by }: { imports: ImportActor; by: string }) => (
  <>
    <h3 className={classes['partTitle']}>{IMPORT_TEXT.withheld({ by })}</h3>
    <p className={classes['quiet']}>{IMPORT_TEXT.withheldText}</p>
    <div className={classes['actions']}>
      <Button variant="default" onClick={() => imports.send({ type: 'import.retry' })}>
        {IMPORT_TEXT.look}
      </Button>
    </div>
  </>
)

const STEP_VIEW = { sending: Sending, working: Working, checked: Checked, ended: Ended, left: Left } as const

const Step = ({ imports }: { imports: ImportActor }) => {
  const step = useSelector(imports, selectStep)
  const upload = useSelector(imports, selectUpload)
  if (step === 'loading') return <p role="status">{KIT.loading}</p>
  if (step === 'unread')
    return (
      <BusyButton busy={false} onClick={() => imports.send({ type: 'import.retry' })}>
        {KIT.retry}
      </BusyButton>
    )
  if (step === 'choosing' || upload === null) return <Choosing imports={imports} />
  if (upload.importId === '') return <Withheld imports={imports} by={upload.startedBy} />
  const View = STEP_VIEW[step]
  return <View imports={imports} upload={upload} />
}

/** The import of positions by upload: a file is chosen, checked and imported (OWN-01). */
const ImportTab = ({ imports }: { imports: ImportActor }) => (
  <div className={classes['import']}>
    <div>
      <h2 className={tab['heading']}>{IMPORT_TEXT.title}</h2>
      <p className={tab['lead']}>{IMPORT_TEXT.lead}</p>
    </div>
    <FailureNote failure={useSelector(imports, selectFailure)} away={KIT.serverAway} />
    <Step imports={imports} />
  </div>
)

export default ImportTab
