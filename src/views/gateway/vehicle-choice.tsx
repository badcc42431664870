import { Autocomplete, Button } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type FormEvent, useState } from 'react'
import type { Gateway } from '#contract/records/gateway.ts'
import { MAX_REGISTRATION_LENGTH } from '#contract/records/position-import.ts'
import { isSameName } from '#domain/compared-name.ts'
import type { GatewayActor } from '#src/machines/gateway/gateway.machine.ts'
import type { ChosenDevice } from '#src/machines/gateway/gateway.ports.ts'
import { selectFailure, selectIsBusy } from '#src/machines/gateway/gateway.selectors.ts'
import { GATEWAY_CHOICE } from '#src/texts/en/gateway.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { BusyButton } from '../kit/buttons.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FailureNote } from '../kit/failure-note.tsx'
import tab from '../kit/tab-content.module.css'
import { tooLongText } from '../kit/text-field.tsx'
import classes from './gateway.module.css'

const SHOWN = 50

/** Chooses the vehicle that a device reports for, or names a new one. */
export const VehicleChoice = ({
  actor,
  device: { deviceId, fromVehicleId },
  gateway: { registrations },
}: {
  actor: GatewayActor
  device: ChosenDevice
  gateway: Gateway
}) => {
  const [text, setText] = useState('')
  const busy = useSelector(actor, selectIsBusy)
  const registration = text.trim()
  const isNew = registration !== '' && !registrations.some((known) => isSameName(known, registration))
  const tooLong = tooLongText(text, MAX_REGISTRATION_LENGTH)
  const isMove = fromVehicleId !== null
  const cancel = () => actor.send({ type: 'gateway.cancelled' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (registration !== '' && tooLong === null && !busy)
      actor.send({ type: 'gateway.vehicleChosen', registration, addsVehicle: isNew })
  }
  return (
    <Dialog
      title={isMove ? GATEWAY_CHOICE.move({ id: deviceId }) : GATEWAY_CHOICE.accept({ id: deviceId })}
      size={480}
      closeName={KIT.close}
      onClose={cancel}
    >
      <form className={tab['form']} onSubmit={submit}>
        <p>{isMove ? GATEWAY_CHOICE.moveText : GATEWAY_CHOICE.acceptText}</p>
        <FailureNote failure={useSelector(actor, selectFailure)} away={KIT.serverAway} />
        <Autocomplete
          label={GATEWAY_CHOICE.vehicle}
          description={GATEWAY_CHOICE.vehicleHint}
          data={registrations}
          limit={SHOWN}
          openOnFocus={false}
          error={tooLong}
          value={text}
          data-autofocus
          required
          onChange={setText}
        />
        {isNew && tooLong === null ? <p role="status">{GATEWAY_CHOICE.isNew({ registration })}</p> : null}
        <div className={classes['decision']}>
          <Button variant="default" disabled={busy} onClick={cancel}>
            {KIT.cancel}
          </Button>
          <BusyButton type="submit" busy={busy}>
            {isNew ? GATEWAY_CHOICE.add : isMove ? GATEWAY_CHOICE.submitMove : GATEWAY_CHOICE.submitAccept}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  )
}
