import { Button, Checkbox } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { FENCE } from '#domain/fence-limits.ts'
import { canBeRenamed } from '#src/machines/geofences/fence-import.logic.ts'
import type { FenceImportActor } from '#src/machines/geofences/fence-import.machine.ts'
import type { FenceFileProblem, FenceOffer } from '#src/machines/geofences/fence-import.ports.ts'
import {
  selectFile,
  selectFileName,
  selectImportChoices,
  selectImportFailure,
  selectIsEnded,
  selectIsReading,
  selectIsSaving,
  selectOffers,
} from '#src/machines/geofences/fence-import.selectors.ts'
import { errorText } from '#src/texts/en/errors.ts'
import { FENCE_FILES, GEOFENCES } from '#src/texts/en/geofences.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { BusyButton } from '../kit/buttons.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorBox, FailureNote } from '../kit/failure-note.tsx'
import { usePhone } from '../kit/hooks.ts'
import { NumberField } from '../kit/number-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { shapeSummary } from './fence-shapes.ts'
import classes from './geofences.module.css'

const problemText = (problem: FenceFileProblem): string => {
  switch (problem.kind) {
    case 'tooLarge':
      return FENCE_FILES.tooLarge({ mb: problem.mostMb })
    case 'unreadable':
      return FENCE_FILES.unreadable
    case 'broken':
      return problem.line === null ? FENCE_FILES.broken : FENCE_FILES.brokenAt({ line: problem.line })
    case 'projected':
      return FENCE_FILES.projected({ system: problem.system })
    case 'docType':
      return FENCE_FILES.docType
    case 'empty':
      return FENCE_FILES.empty
  }
}

const Offer = ({
  offer,
  onToggle,
  onRename,
  isLocked,
  isSaving,
}: {
  offer: FenceOffer
  onToggle: () => void
  onRename: (name: string) => void
  isLocked: boolean
  isSaving: boolean
}) => {
  const { name, foundName, prepared, fault, isChosen, isSaved, hasHoles } = offer
  const needsName = canBeRenamed(offer)
  const errorOf = fault === null ? undefined : errorText(fault)
  return (
    <li className={classes['offer']}>
      <Checkbox
        label={<span translate="no">{isSaved ? name : foundName}</span>}
        checked={isChosen}
        disabled={isLocked || fault !== null || isSaved}
        onChange={onToggle}
        description={[
          shapeSummary(prepared),
          ...(hasHoles ? [FENCE_FILES.hasHoles] : []),
          ...(isSaved ? [FENCE_FILES.saved] : []),
        ].join(' · ')}
        error={needsName ? undefined : errorOf}
      />
      {needsName ? (
        <TextField
          className={classes['otherName']}
          label={FENCE_FILES.otherName({ name: foundName })}
          value={name}
          most={FENCE.maxNameLength}
          error={errorOf}
          disabled={isSaving}
          onChange={({ currentTarget: { value } }) => onRename(value)}
        />
      ) : null}
    </li>
  )
}

const Choices = ({
  fenceImport,
  offers,
}: {
  fenceImport: FenceImportActor
  offers: readonly FenceOffer[]
}) => {
  const choices = useSelector(fenceImport, selectImportChoices)
  const isSaving = useSelector(fenceImport, selectIsSaving)
  const { least, most } = FENCE.radiusM
  const hasPoints = offers.some(({ shape, hasRadius }) => shape.kind === 'circle' && !hasRadius)
  const hasLong = offers.some(
    ({ shape }) => shape.kind === 'polygon' && shape.corners.length > FENCE.maxCorners,
  )
  return (
    <>
      {hasPoints ? (
        <NumberField
          label={FENCE_FILES.radius}
          step={50}
          value={choices.radiusM}
          error={undefined}
          isDisabled={isSaving}
          onNumber={(value) =>
            fenceImport.send({
              type: 'fenceImport.choicesSet',
              choices: { ...choices, radiusM: Math.min(most, Math.max(least, Math.round(value))) },
            })
          }
        />
      ) : null}
      {hasLong ? (
        <Checkbox
          label={FENCE_FILES.simplify({ most: FENCE.maxCorners })}
          checked={choices.simplifies}
          disabled={isSaving}
          onChange={({ currentTarget: { checked } }) =>
            fenceImport.send({
              type: 'fenceImport.choicesSet',
              choices: { ...choices, simplifies: checked },
            })
          }
        />
      ) : null}
    </>
  )
}

/** Offers the shapes of a file, and saves the chosen ones as fences. */
const FenceImport = ({ fenceImport }: { fenceImport: FenceImportActor }) => {
  const file = useSelector(fenceImport, selectFile)
  const offers = useSelector(fenceImport, selectOffers)
  const isSaving = useSelector(fenceImport, selectIsSaving)
  const isEnded = useSelector(fenceImport, selectIsEnded)
  const toSave = offers.filter(({ isChosen, isSaved, fault }) => isChosen && !isSaved && fault === null)
  const saved = offers.filter(({ isSaved }) => isSaved).length
  const isPhone = usePhone()
  const close = () => fenceImport.send({ type: 'fenceImport.close' })
  return (
    <Dialog
      title={FENCE_FILES.title({ name: useSelector(fenceImport, selectFileName) })}
      size={520}
      fullScreen={isPhone}
      closeName={KIT.close}
      dismissible={!isSaving}
      onClose={close}
    >
      <div className={classes['import']}>
        {useSelector(fenceImport, selectIsReading) ? <p role="status">{FENCE_FILES.reading}</p> : null}
        <FailureNote failure={useSelector(fenceImport, selectImportFailure)} away={GEOFENCES.away} />
        {file === null || file.problem === null ? null : <ErrorBox>{problemText(file.problem)}</ErrorBox>}
        {file?.left.map(({ why, count }) => (
          <p key={why}>{FENCE_FILES.left[why]({ count })}</p>
        ))}
        {isEnded ? <p role="status">{FENCE_FILES.done({ saved })}</p> : null}
        {offers.length === 0 ? null : (
          <>
            {isEnded ? null : <Choices fenceImport={fenceImport} offers={offers} />}
            <ul className={classes['offers']} aria-label={FENCE_FILES.list}>
              {offers.map((offer, at) => (
                <Offer
                  key={offer.foundName}
                  offer={offer}
                  isLocked={isSaving || isEnded}
                  isSaving={isSaving}
                  onRename={(name) => fenceImport.send({ type: 'fenceImport.renamed', at, name })}
                  onToggle={() => fenceImport.send({ type: 'fenceImport.toggled', at })}
                />
              ))}
            </ul>
          </>
        )}
        {offers.length === 0 || isEnded ? null : <p className={classes['importNote']}>{FENCE_FILES.watch}</p>}
        <div className={classes['importButtons']}>
          {isEnded || offers.length === 0 ? (
            <Button onClick={close}>{isEnded ? FENCE_FILES.finish : KIT.close}</Button>
          ) : (
            <>
              <Button variant="default" disabled={isSaving} onClick={close}>
                {KIT.cancel}
              </Button>
              <BusyButton
                busy={isSaving}
                disabled={toSave.length === 0}
                onClick={() => fenceImport.send({ type: 'fenceImport.save' })}
              >
                {FENCE_FILES.save({ count: toSave.length })}
              </BusyButton>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

export default FenceImport
