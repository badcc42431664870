import { IconRefresh } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { GatewayActor } from '#src/machines/gateway/gateway.machine.ts'
import {
  selectDevice,
  selectEnding,
  selectFailure,
  selectGateway,
  selectIsBusy,
} from '#src/machines/gateway/gateway.selectors.ts'
import { GATEWAY_ASK, GATEWAY_TEXT } from '#src/texts/en/gateway.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { BusyButton } from '../kit/buttons.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { FailureNote } from '../kit/failure-note.tsx'
import tab from '../kit/tab-content.module.css'
import classes from './gateway.module.css'
import { AcceptedDevices, PendingDevices } from './gateway-devices.tsx'
import { GatewayKey } from './gateway-key.tsx'
import { VehicleChoice } from './vehicle-choice.tsx'

const EndingDialog = ({ actor }: { actor: GatewayActor }) => {
  const change = useSelector(actor, selectEnding)
  const failure = useSelector(actor, selectFailure)
  const busy = useSelector(actor, selectIsBusy)
  if (change === null) return null
  const { title, text, confirm } = GATEWAY_ASK[change.kind]
  return (
    <ConfirmDialog
      title={title}
      size={440}
      cancel={KIT.cancel}
      confirm={confirm}
      isBusy={busy}
      isCancelDisabled={busy}
      onCancel={() => actor.send({ type: 'gateway.cancelled' })}
      onConfirm={() => actor.send({ type: 'gateway.confirmed' })}
    >
      <p>{text}</p>
      <FailureNote failure={failure} away={KIT.serverAway} />
    </ConfirmDialog>
  )
}

const Content = ({ actor }: { actor: GatewayActor }) => {
  const gateway = useSelector(actor, selectGateway)
  const failure = useSelector(actor, selectFailure)
  const change = useSelector(actor, selectEnding)
  const device = useSelector(actor, selectDevice)
  return (
    <>
      {change === null && device === null ? <FailureNote failure={failure} away={KIT.serverAway} /> : null}
      {gateway === null ? (
        failure === null ? (
          <p role="status">{TEXTS.loading}</p>
        ) : null
      ) : (
        <>
          <GatewayKey actor={actor} gateway={gateway} />
          <PendingDevices actor={actor} devices={gateway.pending} />
          <AcceptedDevices actor={actor} devices={gateway.accepted} />
          {device === null ? null : <VehicleChoice actor={actor} device={device} gateway={gateway} />}
        </>
      )}
      <EndingDialog actor={actor} />
    </>
  )
}

/** The company's gateway: its key, and the devices behind it (OWN-03). */
const GatewayTab = ({ actor }: { actor: GatewayActor }) => (
  <div className={classes['gateway']}>
    <div className={tab['head']}>
      <div>
        <h2 className={tab['heading']}>{GATEWAY_TEXT.title}</h2>
        <p className={tab['lead']}>{GATEWAY_TEXT.lead}</p>
      </div>
      <BusyButton
        variant="default"
        busy={useSelector(actor, selectIsBusy)}
        leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
        onClick={() => actor.send({ type: 'gateway.retry' })}
      >
        {GATEWAY_TEXT.reload}
      </BusyButton>
    </div>
    <Content actor={actor} />
  </div>
)

export default GatewayTab
